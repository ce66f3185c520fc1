// Makes the page begin without a network the next time: a service worker keeps its files. Only where a server gives the
// page, and behind everything else that is to be loaded.

const LATER_MS = 2000;

/** Tells the worker what was loaded before it was there. */
async function keepFiles() {
  const {active} = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({name}) => name);
  active?.postMessage({files: [new URL("./", document.baseURI).href, location.href.split("#")[0], ...new Set(files)]});
}

export function workOffline() {
  const isServed = location.protocol.startsWith("http") && document.querySelector("link[rel=manifest]");
  if (!isServed || !navigator.serviceWorker) return;
  setTimeout(async () => {
    try {
      await navigator.serviceWorker.register("service_worker.js");
      await keepFiles();
    } catch {
      // Not allowed, or no network: the page goes on as it is.
    }
  }, LATER_MS);
}
