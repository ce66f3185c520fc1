// The sound of a stone that is put on wood: a knock and its short tone, made by the browser, so that nothing has to be
// loaded.

const KNOCK_S = 0.03, TONE_S = 0.09, TONE_FROM_HZ = 950, TONE_TO_HZ = 320, LOUD = 0.35;

/** @type {AudioContext | null} */
let world = null;

/**
 * @param {AudioContext} audio @param {AudioNode} source @param {number} loud
 * @param {number} seconds until it has died away
 */
function fading(audio, source, loud, seconds) {
  const gain = audio.createGain(), now = audio.currentTime;
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  source.connect(gain);
  gain.connect(audio.destination);
}

/** @param {AudioContext} audio */
function knock(audio) {
  const length = Math.ceil(audio.sampleRate * KNOCK_S), noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0), source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length);
  filter.type = "bandpass";
  filter.frequency.value = 2 * TONE_FROM_HZ;
  source.buffer = noise;
  source.connect(filter);
  fading(audio, filter, LOUD, KNOCK_S);
  source.start();
}

/** @param {AudioContext} audio */
function tone(audio) {
  const source = audio.createOscillator(), now = audio.currentTime;
  source.frequency.setValueAtTime(TONE_FROM_HZ, now);
  source.frequency.exponentialRampToValueAtTime(TONE_TO_HZ, now + TONE_S);
  fading(audio, source, LOUD / 2, TONE_S);
  source.start();
  source.stop(now + TONE_S);
}

/** Browsers let a page sound only after somebody has used it; before, and where there is no sound, nothing happens. */
export function soundStone() {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  try {
    world ??= new AudioContext();
  } catch {
    return;
  }
  if (world.state === "suspended") world.resume();
  knock(world);
  tone(world);
}
