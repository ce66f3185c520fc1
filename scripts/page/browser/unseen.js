// Nobody looks at a hidden tab or a phone in the pocket: after some seconds the engine rests, and goes on when the page
// is shown.

const GRACE_MS = 3000;              // for a glance at another tab

/** @param {(isUnseen: boolean) => void} follow */
export function watchVisibility(follow) {
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(() => follow(true), GRACE_MS);
    else follow(false);
  });
}
