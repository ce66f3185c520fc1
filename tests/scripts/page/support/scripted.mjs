// An engine that says what a test tells it to, with the interface of scripts/page/engine/engine.js: tests of a session decide when it
// answers, and with what.

/** A move of some worth, as the engine tells programs. @param {string} pv such as 7,7;8,8 */
export const machine = (kind, {rank = 1, depth = 9, value = 0, mate = null, nodes = 1000, ms = 10, pv}) =>
  `MESSAGE machine ${kind} rank ${rank} depth ${depth} ${mate === null ? `value ${value}` : `mate ${mate}`} nodes ${nodes} ms ${ms} pv ${pv}`;

export class ScriptedEngine {
  threads = 1;
  variant = "scripted";
  hearLine = () => {};
  /** The lines of each question that it was asked, the last one last. @type {string[][]} */
  questions = [[]];
  isAsked = false;

  onLine(hear) { this.hearLine = hear; }
  onState() {}
  restart() {}
  async explore() {}

  send(line) {
    if (line !== "ABOUT") return this.questions.at(-1).push(line);
    this.isAsked = true;
    this.questions.push([]);
  }

  /** A question that is taken back ends at once. */
  stop() { this.end(); }

  end() {
    if (this.isAsked) this.hearLine("name=\"scripted\"");
    this.isAsked = false;
  }

  /** What it was asked last. */
  get question() { return this.questions.at(-2); }

  /** Says something on its way. @param {string[]} lines */
  say(...lines) {
    for (const line of lines) this.hearLine(line);
  }

  /** Answers the question. @param {string[]} lines */
  async answer(...lines) {
    this.say(...lines);
    this.end();
    await new Promise(resolve => setImmediate(resolve));
  }
}
