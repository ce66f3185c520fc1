// Where the tests have their browser from: TENGEN_TEST_BROWSER names it, and playwright-core lies where TENGEN_TEST_PACKAGES
// says or in scripts/page/node_modules. Without them a test is skipped, and says so.

import {existsSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const SKIPPED = 77;
export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
export const PACKAGES = process.env.TENGEN_TEST_PACKAGES ?? join(ROOT, "scripts", "page", "node_modules");

/** @param {string} why @returns {never} */
function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

/** What to launch, and how. */
async function found() {
  const name = process.env.TENGEN_TEST_BROWSER ?? skip("no browser is named by TENGEN_TEST_BROWSER");
  const executablePath = [name, `/usr/bin/${name}`].find(path => path.includes("/") && existsSync(path)) ??
    skip(`there is no browser ${name}`);
  if (!existsSync(join(PACKAGES, "playwright-core"))) {
    skip(`there is no playwright-core in ${PACKAGES}: npm ci in scripts/page, or TENGEN_TEST_PACKAGES`);
  }
  const {chromium} = await import(join(PACKAGES, "playwright-core", "index.mjs"));
  return {chromium, options: {executablePath, args: ["--no-sandbox"]}};
}

/** A Chromium without a window; who launches it closes it. */
export async function launch() {
  const {chromium, options} = await found();
  return chromium.launch(options);
}

/** The same, and the group of its processes. */
export async function launchServer() {
  const {chromium, options} = await found(), server = await chromium.launchServer(options);
  return {browser: await chromium.connect(server.wsEndpoint()), group: server.process().pid, close: () => server.close()};
}
