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

/** What a server says of the version of a file; null: nothing. @param {Response} response */
const versionOf = ({headers}) => headers.get("ETag") ?? headers.get("Last-Modified");

/** Keeps the answer, unless that version is kept already. @param {Request} request @param {Response} response */
async function keep(request, response) {
  const kept = await caches.open(KEPT), before = await kept.match(request), version = versionOf(response);
  if (before && version !== null && versionOf(before) === version) await response.body?.cancel();
  else await kept.put(request, response);
}

/**
 * The page gets its answer at once. To keep it takes longer, and fails where there is no room, or nothing may be kept.
 * @param {any} event of a request
 */
async function answer(event) {
  const {request} = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = await caches.open(KEPT).catch(() => null), response = await kept?.match(request, {ignoreSearch: true});
    if (response) return response;
    throw error;
  }
}

/** Fetches what is not kept yet: whatever else was loaded came by `answer`. @param {string[]} files */
async function complete(files) {
  const kept = await caches.open(KEPT);
  await Promise.allSettled(files.map(file => new Request(file)).filter(isFile).map(async request => {
    if (!await kept.match(request)) await kept.add(request);
  }));
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (isFile(event.request)) event.respondWith(answer(event));
});
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(complete(event.data.files)));
