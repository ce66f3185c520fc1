// Stands in for scripts/page/engine/engine.js where there is no WebAssembly: the same interface, with the native program of server.mjs behind
// it. Each engine of a page is a process of its own; ending it is how the tests let a worker die.

let engines = 0;

export class Engine {
  threads = 1;
  variant = "";
  state = "starting";

  constructor() {
    /** @type {(line: string) => void} */
    this.hearLine = () => {};
    /** @type {(state: string, reason: string) => void} */
    this.hearState = () => {};
    this.begin();
  }

  begin() {
    const name = `${Date.now()}-${engines += 1}`, source = new EventSource(`bridge/${name}`);
    this.name = name;
    this.source = source;
    this.state = "starting";
    /** @type {Promise<unknown>} */
    this.sending = Promise.resolve();
    source.addEventListener("message", event => this.hearLine(event.data));
    source.addEventListener("ready", () => this.become("ready", ""));
    source.addEventListener("end", () => {
      source.close();
      this.become("dead", "The program has ended.");
    });
  }

  /** @param {string} state @param {string} reason */
  become(state, reason) {
    this.state = state;
    this.variant = state === "ready" ? "single" : this.variant;
    this.hearState(state, reason);
  }

  /** @param {(line: string) => void} hear */
  onLine(hear) { this.hearLine = hear; }
  /** @param {(state: string, reason: string) => void} hear */
  onState(hear) { this.hearState = hear; }

  /** @param {string} line */
  send(line) {
    const {name} = this;
    this.sending = this.sending?.then(() => fetch(`bridge/${name}`, {method: "POST", body: line})).catch(() => {});
  }

  stop() { this.send("STOP"); }

  async explore() {}                // the native program carries it

  restart() {
    this.close();
    this.begin();
  }

  close() {
    const {name} = this;
    this.source?.close();
    fetch(`bridge/${name}`, {method: "DELETE"}).catch(() => {});
  }
}
