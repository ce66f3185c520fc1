"""scripts/web_server.py: what it serves, and what it refuses to whom."""

import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import web_server       # noqa: E402 (the path comes first)

PATIENCE_S = 300        # for what takes a moment, on a machine that has other things to do


class Serving(unittest.TestCase):
    def setUp(self):
        self.outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder = self.outside / "page"
        self.folder.mkdir()
        (self.folder / "a.js").write_text("inside")
        (self.outside / "secret.txt").write_text("outside")
        self.server = subprocess.Popen([sys.executable, str(SCRIPTS / "web_server.py"), str(self.folder), "0"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.server.communicate)
        self.addCleanup(self.server.terminate)
        self.port = int(self.server.stdout.readline().rpartition(":")[2].strip(" /\n"))

    def ask(self, path, host="localhost"):
        """Status and body of the answer."""
        head = f"GET {path} HTTP/1.1\r\n" + (f"Host: {host}\r\n" if host else "")
        with socket.create_connection((web_server.HOST, self.port), PATIENCE_S) as connection:
            connection.sendall(f"{head}\r\n".encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        return int(answer.split()[1]), answer.partition("\r\n\r\n")[2]

    def test_this_machine_by_its_names_alone(self):
        for host in ("localhost", f"localhost:{self.port}", "LOCALHOST:9", f"127.0.0.1:{self.port}", ""):
            self.assertEqual((200, "inside"), self.ask("/a.js", host), host)
        for host in ("evil.example", f"evil.example:{self.port}", "localhost.evil.example", "10.0.0.1"):
            status, body = self.ask("/a.js", host)
            self.assertEqual((421, False), (status, "inside" in body), host)

    def test_nothing_outside_of_the_folder(self):
        (self.folder / "link").symlink_to(self.outside / "secret.txt")
        (self.folder / "folder").symlink_to(self.outside)
        (self.folder / "circle").symlink_to("circle")
        (self.folder / "own").symlink_to("a.js")
        for path in ("/link", "/folder/secret.txt", "/folder/", "/circle", "/../secret.txt", "/%2e%2e/secret.txt", "/a.js%00", "/%00"):
            status, body = self.ask(path)
            self.assertEqual((404, False), (status, "outside" in body), path)
        self.assertEqual((200, "inside"), self.ask("/own"))

    def test_no_request_is_worth_a_line(self):
        """Nor a traceback."""
        self.ask("/%00")
        self.server.terminate()
        self.assertEqual("", self.server.communicate(timeout=PATIENCE_S)[1])

    def test_who_asks_for_nothing_is_left(self):
        self.assertEqual(web_server.TIMEOUT_S, web_server.Handler.timeout)
        with mock.patch.object(web_server.Handler, "timeout", 0.05):
            one, other = socket.socketpair()
            with one, other:
                web_server.Handler(one, ("", 0), None, directory=str(self.folder))      # comes back


if __name__ == "__main__":
    unittest.main()
