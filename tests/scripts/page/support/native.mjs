// The native program, with the interface of scripts/page/engine/engine.js: tests in Node play with the same modules as the page.

import {spawn} from "node:child_process";
import {createInterface} from "node:readline";

export class NativeEngine {
  threads = 1;
  variant = "native";
  hearLine = () => {};
  hearState = () => {};

  /** @param {string} program */
  constructor(program) {
    this.program = program;
    this.log = [];
    this.start();
  }

  start() {
    const child = spawn(this.program, {stdio: ["pipe", "pipe", "ignore"]});
    this.child = child;
    this.state = "ready";
    child.stdin.on("error", () => {});
    createInterface({input: child.stdout}).on("line", line => {
      if (this.child !== child) return;
      this.log.push(`< ${line}`);
      this.hearLine(line);
    });
    child.on("exit", () => {
      if (this.child !== child) return;
      this.state = "dead";
      this.hearState("dead", "The program has ended.");
    });
    setImmediate(() => { if (this.child === child && this.state === "ready") this.hearState("ready", ""); });
  }

  onLine(hear) { this.hearLine = hear; }
  onState(hear) { this.hearState = hear; }

  send(line) {
    this.log.push(`> ${line}`);
    if (this.state !== "dead") this.child.stdin.write(`${line}\n`);
  }

  stop() { this.send("STOP"); }

  async explore() {}                // the native program carries it

  restart() {
    this.close();
    this.start();
  }

  close() {
    const child = this.child;
    this.child = null;
    child?.kill("SIGKILL");
  }
}
