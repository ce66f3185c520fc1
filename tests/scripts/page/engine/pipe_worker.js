// The engine in a worker for browser_pipe.mjs: as scripts/page/engine/worker.js, but with bytes instead of lines in, and its exit status out,
// because conversations send what no page does. The build is named behind the question mark.

const variant = location.search.slice(1), script = new URL(`/engine/${variant}.js`, location.href).href;
const early = [];                   // what came before the engine listened
let take = bytes => { early.push(bytes); };

const load = async name => new Uint8Array(await (await fetch(`/engine/${name}`)).arrayBuffer());

async function begin() {
  const {startEngine} = await import("/runtime.js");
  const [wasm, packed] = await Promise.all([load(`${variant}.wasm`), load("weights.bin.gz")]);
  const weights = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const begun = await startEngine({
    create: globalThis.createTengen, wasm, weights, script, locate: name => new URL(`/engine/${name}`, location.href).href,
    told: line => postMessage({line}), ended: status => postMessage({ended: status}), failed: reason => postMessage({failed: reason}),
  });
  for (const bytes of early) begun(bytes);
  take = begun;
}

onmessage = ({data}) => take(data);
onunhandledrejection = ({reason}) => postMessage({failed: `The engine failed: ${reason?.message ?? reason}.`});
importScripts(script);
begin();
