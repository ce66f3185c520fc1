#!/usr/bin/env python3
"""Serves a folder on this machine, with the headers that let a page share memory between its workers.

usage: web_server.py FOLDER [PORT]

Without PORT it takes 8017, or the next port that is free. It prints the address and serves this machine alone, until Ctrl-C.
Other web servers need the same headers for more than one thread; without them the page works with one.

A request must name this machine by one of its own names. So a page from elsewhere whose name now leads to this address (DNS
rebinding) gets no answer. No file outside the folder is read, whatever links the folder has.
"""

from __future__ import annotations

import contextlib
import io
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

HOST = "127.0.0.1"
PORT = 8017
PORTS_TRIED = 50
OWN_NAMES = {"localhost", HOST}     # in the Host of a request; the port may be another, as behind a tunnel
TIMEOUT_S = 10                      # for the next bytes of a request; who has none to send keeps no thread
HEADERS = {
    # Cross-origin isolation: SharedArrayBuffer is for pages that nobody else can look into.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                               "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # The engine's threads each ask for the same scripts when it starts; and whoever builds anew wants to see it.
    "Cache-Control": "max-age=5",
}
ONE_FILE_PAGES = ("/tengen.html", "/pipe-alone.html")  # say themselves which of their own scripts may run


class Handler(SimpleHTTPRequestHandler):
    """A file of the folder; says nothing of each request."""

    timeout = TIMEOUT_S
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".mjs": "text/javascript",
                      ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".bin": "application/octet-stream"}

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            if name != "Content-Security-Policy" or self.path not in ONE_FILE_PAGES:
                self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """The file that is asked for; None if that was refused."""
        if not self.is_for_us():
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        elif not self.is_inside():
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            return super().send_head()
        return None

    def is_for_us(self) -> bool:
        """Without a Host it comes from no browser."""
        host = self.headers.get("Host")
        return host is None or host.partition(":")[0].lower() in OWN_NAMES

    def is_inside(self) -> bool:
        """ValueError comes of a zero in the path, RuntimeError and OSError of links that lead in a circle."""
        try:
            return Path(self.translate_path(self.path)).resolve().is_relative_to(Path(self.translate_path("/")).resolve())
        except (ValueError, RuntimeError, OSError):
            return False

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def listen(folder: str, port: int | None) -> ThreadingHTTPServer:
    """A server at that port, or at the first of some that is free."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    fault: OSError | OverflowError | None = None
    for number in ports:
        try:
            return ThreadingHTTPServer((HOST, number), partial(Handler, directory=folder))
        except (OSError, OverflowError) as refused:
            fault = refused
    sys.exit(f"{sys.argv[0]}: cannot serve at port {ports[0]}: {fault}")


def main(arguments: list[str]) -> None:
    if not 1 <= len(arguments) <= 2 or any(argument.startswith("-") for argument in arguments):
        sys.exit(__doc__)
    if not Path(arguments[0]).is_dir():
        sys.exit(f"{sys.argv[0]}: there is no folder {arguments[0]}")
    if len(arguments) > 1 and not (arguments[1].isascii() and arguments[1].isdecimal()):
        sys.exit(f"{sys.argv[0]}: a port is a number, not {arguments[1]}")
    server = listen(arguments[0], int(arguments[1]) if len(arguments) > 1 else None)
    print(f"http://{HOST}:{server.server_port}/", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
