// Lets the page begin without a network, once it was there with one. The network comes first, so that nobody is left
// with an old page; what it gives is kept, and given where it fails. offline.js says what was loaded before this worker
// was there.

const KEPT = "tengen";
const worker = /** @type {any} */ (self);

/** A file of the page: whatever else is asked for goes its own way. @param {Request} request */
function isFile(request) {
  const {origin, pathname} = new URL(request.url);
  return request.method === "GET" && origin === location.origin &&
    /(\/|\.(html|css|js|wasm|gz|svg|webmanifest))$/.test(pathname);
}

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const response = await kept.match(request, {ignoreSearch: true});
    if (response) return response;
    throw error;
  }
}

/** @param {string[]} files those that are none are left out */
async function keep(files) {
  const kept = await caches.open(KEPT);
  await Promise.allSettled(files.filter(file => isFile(new Request(file))).map(file => kept.add(file)));
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (isFile(event.request)) event.respondWith(answer(event.request));
});
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(event.data.files)));
