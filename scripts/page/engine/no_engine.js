// In a report of scripts/review, in the place of engine.js: an engine that is there and never says anything.

export class Engine {
  threads = 1;
  variant = "";
  state = "ready";
  onLine() {}
  onState() {}
  send() {}
  stop() {}
  restart() {}
  async explore() {}
  close() {}
}
