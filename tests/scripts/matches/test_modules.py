#!/usr/bin/env python3
"""Are modules of JavaScript put together so that they do what they did apart, and is refused what cannot be?"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import matches_path   # noqa: F401 (it lets the next be found)

from matches import modules

APART = {
    "main.js": 'import {twice, Box as Case} from "./one.js";\nimport {\n  name,\n} from "./two.js";\n'
               "const own = 1;\nconsole.log(twice(own), new Case().own, name);\n",
    "one.js": 'import {name} from "./two.js";\nconst own = 20;\nexport function twice(n) { return 2 * n + name.length; }\n'
              "export class Box { own = own; }\n",
    "two.js": 'export const name = "abc";\nexport async function later() {}\n',
}


class Modules(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def write(self, **texts: str) -> Path:
        for name, text in (APART | {f"{name}.js": text for name, text in texts.items()}).items():
            (self.folder / name).write_text(text)
        return self.folder / "main.js"

    def test_each_is_there_once_below_those_that_import_it(self) -> None:
        text = modules.bundled(self.write())
        places = [text.index(f'modules["{name}"] = ') for name in ("two.js", "one.js", "main.js")]
        self.assertEqual(places, sorted(places))
        self.assertEqual(text.count('modules["two.js"] = '), 1)

    @unittest.skipUnless(shutil.which("node"), "there is no Node.js")
    def test_together_they_do_what_they_did_apart(self) -> None:
        for text in (modules.bundled(self.write()), modules.bundled(modules.PAGE / "analysis" / "review.js")):
            done = subprocess.run(["node"], input=text, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(subprocess.run(["node"], input=modules.bundled(self.write()), capture_output=True,
                                        text=True).stdout, "5 20 abc\n")

    def test_what_is_written_otherwise_is_refused(self) -> None:
        for text in ("export default 1;\n", "export {own};\n", 'import * as two from "./two.js";\n', 'import "./two.js";\n'):
            with self.subTest(text), self.assertRaises(ValueError):
                modules.bundled(self.write(one=text))

    def test_circles_are_refused(self) -> None:
        with self.assertRaises(ValueError):
            modules.bundled(self.write(two='import {twice} from "./one.js";\n'))


if __name__ == "__main__":
    unittest.main()
