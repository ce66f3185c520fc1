// A proof on the page, in a Chromium without a window: it is opened as a file, plays the side that wins, and refutes what is
// clicked; a file that is none is refused with a sentence.
//
// usage: node test_proof_page.mjs PROGRAM; skipped without a browser, see chromium.mjs

import assert from "node:assert/strict";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {ROOT, launch} from "../support/chromium.mjs";
import {serve} from "../support/server.mjs";

const PATIENCE_MS = 60_000;
// The example of scripts/proofs/README.md: black plays c2, and then a2 or d2.
const HEADER = "TENGEN PROOF 1\nrule 0\nboard 4 4\nwin 3\nmoves b2 a1\nattacker black\nprogram a test\nnodes 3\nend\n";
const BODY = [1, 6, 1, 0, 4, 1, 4, 0, 7];
const fileOf = bytes => ({name: "win.proof", mimeType: "application/gzip", buffer: Buffer.from(bytes)});

const browser = await launch();
const server = await serve({folder: join(ROOT, "scripts", "page"), program: process.argv[2]});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  page.on("pageerror", error => complaints.push(error.stack));
  await page.goto(server.address);
  await page.locator("#grid").waitFor();
  const says = words => page.waitForFunction(
    wanted => document.querySelector("#status")?.textContent?.includes(wanted), words);
  const untilMoves = count => page.waitForFunction(wanted => document.querySelectorAll("#moves li").length === wanted, count);

  await page.locator("#share").click();
  await page.locator("#file").setInputFiles(fileOf(Buffer.from("no gzip")));
  await page.waitForFunction(() => document.querySelector("#share-fault")?.textContent?.includes("no proof"));
  await page.locator("#file").setInputFiles(fileOf(gzipSync(Buffer.concat([Buffer.from(HEADER), Buffer.from(BODY)]))));
  await says("The proof wins in 2 plies at most");
  await untilMoves(3);
  assert.equal(await page.locator("#share-dialog").evaluate(dialog => dialog.open), false);
  await page.locator("#point-a2").click({force: true});
  await says("Black wins: three in a row");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await says("The proof wins in 2 plies at most");
  await page.locator("#point-d4").click({force: true});
  await says("Black wins: three in a row");
  assert.deepEqual(complaints, []);
  console.log("proof on the page: opened, two defences refuted, a wrong file refused");
} finally {
  await browser.close();
  await server.close();
}
