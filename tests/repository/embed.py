#!/usr/bin/env python3
"""Embeds the engine in other programs, in each way that engine/api/README.md names.

usage: embed.py CMAKE TREE
       embed.py CMAKE --system      with the library that the system has, in /usr

The library is installed into a folder of its own. It must export what the Debian package says it does, and nothing else. Each of
its headers must do without the others, in C and in C++. The programs of engine/api/README.md must build and play a move: against
the library as pkg-config and as CMake find it, shared and static, and within another project, which must not notice that Tengen is
there. In the end uninstalling must leave nothing.

Exit status 77, which ctest takes for "skipped", where a tool is missing; the line "skipped: ..." names it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
SONAME = "libtengen.so.1"
EXPORTED = ROOT / "scripts/packages/debian/libtengen1.symbols"
TOOLS = ("cc", "c++", "nm", "readelf", "pkg-config")
STRICT = ("-pedantic-errors", "-Wall", "-Wextra", "-Werror")
C, CXX = ("cc", "-std=c11", *STRICT), ("c++", "-std=c++11", *STRICT)
MOVE = re.compile(r"\d+,\d+\n")
# What the search for threads, the assembler and uthash.h leaves in the cache of another project, and the names of Tengen's targets.
CACHED = re.compile(r"CMAKE_(ASM|HAVE_LIBC_PTHREAD|NUMBER_OF_MAKEFILES)|FIND_PACKAGE_MESSAGE_DETAILS_Threads|UTHASH_INCLUDE_DIR|tengen_")

FINDS = f"""cmake_minimum_required(VERSION 3.16)
project(finds LANGUAGES C CXX)
find_package(tengen 1.1 REQUIRED)
foreach(language c cpp)
  foreach(kind tengen static)
    add_executable(${{language}}_${{kind}} first_move.${{language}})
    target_compile_options(${{language}}_${{kind}} PRIVATE {" ".join(STRICT)})
    target_link_libraries(${{language}}_${{kind}} PRIVATE tengen::${{kind}})
  endforeach()
endforeach()
"""
# Another project, with an option that has the name of one of Tengen's. WITH is the line that adds Tengen.
PARENT = """cmake_minimum_required(VERSION 3.16)
project(parent VERSION 3.2 LANGUAGES C CXX)
option(FUZZ "the parent's own" ON)
enable_testing()
WITH
add_executable(first_move first_move.c)
add_executable(first_move_cpp first_move.cpp)
install(TARGETS first_move DESTINATION bin)
add_test(NAME parents COMMAND first_move)
if(TARGET tengen)
  target_link_libraries(first_move PRIVATE tengen::tengen)
  target_link_libraries(first_move_cpp PRIVATE tengen::tengen)
endif()
"""


def run(*command: object, **environment: object) -> str:
    """What a command writes. A command that fails ends the test, with what it wrote."""
    done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env=os.environ | {name: str(value) for name, value in environment.items()})
    if done.returncode:
        sys.exit(f"embed: {' '.join(map(str, command))}: {done.stdout}")
    return done.stdout


def need(holds: bool, words: str) -> None:
    if not holds:
        sys.exit(f"embed: {words}")


def shown(language: str) -> str:
    """The program of that language in engine/api/README.md"""
    found = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "engine/api/README.md").read_text(), re.M | re.S)
    need(len(found) == 1, f"engine/api/README.md shows {len(found)} programs in {language}")
    return found[0]


def write_programs(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("first_move.c", "first_move.cpp"):
        (folder / name).write_text(shown("c"))


def plays(*command: object, library: Path) -> None:
    answer = run(*command, LD_LIBRARY_PATH=library)
    need(bool(MOVE.fullmatch(answer)), f"{command[-1]} answers {answer!r}")


def check_symbols(library: Path) -> None:
    listed = re.findall(r"^ (\w+)@Base ", EXPORTED.read_text(), re.M)
    for name, option in (("libtengen.so", "-D"), ("libtengen.a", "-g")):
        exported = re.findall(r"^\S+ [A-Z] (\S+)$", run("nm", option, "--defined-only", library / name), re.M)
        need(sorted(exported) == sorted(listed), f"{name} exports, or lacks, {sorted(set(exported) ^ set(listed))}")
    dynamic = run("readelf", "-d", library / "libtengen.so", LC_ALL="C")
    need(f"[{SONAME}]" in dynamic and "TEXTREL" not in dynamic, f"libtengen.so is not {SONAME}, or it is not position-independent: {dynamic}")


def check_headers(headers: Path, folder: Path) -> None:
    for header in sorted(headers.glob("tengen/*.h")):
        for compiler, suffix in ((C, "c"), (CXX, "cpp")):
            source = folder / f"alone.{suffix}"
            source.write_text(f"#include <tengen/{header.name}>\n")
            run(*compiler, "-fsyntax-only", f"-I{headers}", source)


def check_pkg_config(library: Path, folder: Path) -> None:
    write_programs(folder)
    flags = run("pkg-config", "--cflags", "--libs", "tengen", PKG_CONFIG_PATH=library / "pkgconfig").split()
    for compiler, suffix in ((C, "c"), (CXX, "cpp")):
        run(*compiler, folder / f"first_move.{suffix}", "-o", folder / suffix, *flags)
        plays(folder / suffix, library=library)


def check_package(cmake: str, prefix: Path, folder: Path) -> None:
    write_programs(folder)
    (folder / "CMakeLists.txt").write_text(FINDS)
    run(cmake, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run(cmake, "--build", folder / "build")
    for language in ("c", "cpp"):
        for kind in ("tengen", "static"):
            plays(folder / "build" / f"{language}_{kind}", library=folder)     # CMake has noted where the library is


def check_python(library: Path, folder: Path) -> None:
    source = folder / "first_move.py"
    source.write_text(shown("python"))
    plays(sys.executable, source, library=library)


def cache(tree: Path) -> dict[str, str]:
    return dict(re.findall(r"^([^#/\n][^:\n]*):[A-Z]+=(.*)$", (tree / "CMakeCache.txt").read_text(), re.M))


def check_subproject(cmake: str, folder: Path, uthash: str) -> None:
    """A project that adds Tengen must have the settings, tests and installed files that it has without it, and no package."""
    trees = {}
    for name, line in (("alone", ""), ("with", f'add_subdirectory("{ROOT}" tengen)')):
        write_programs(folder / name)
        (folder / name / "CMakeLists.txt").write_text(PARENT.replace("WITH", line))
        trees[name] = folder / name / "build"
        run(cmake, "-S", folder / name, "-B", trees[name], f"-DUTHASH_INCLUDE_DIR={uthash}")
    alone, tree = cache(trees["alone"]), trees["with"]
    changed = [f"{name}={value}" for name, value in cache(tree).items()
               if alone.get(name) != value and not CACHED.match(name) and str(folder) not in value]
    need(not changed, f"the parent's settings are changed: {changed}")
    need("Total Tests: 1\n" in run("ctest", "--test-dir", tree, "-N"), "the parent has tests of Tengen's")
    need("uninstall" not in run(cmake, "--build", tree, "--target", "help"), "the parent has a target to uninstall")
    run(cmake, "--build", tree, "--parallel", "2")
    run(cmake, "--install", tree, "--prefix", folder / "installed")
    need([path.name for path in (folder / "installed").rglob("*") if path.is_file()] == ["first_move"], "Tengen is installed by the parent")
    for name in ("first_move", "first_move_cpp"):
        plays(tree / name, library=folder)


def check_library(cmake: str, library: Path, prefix: Path, folder: Path) -> None:
    """A library that is installed below the prefix."""
    check_symbols(library)
    check_headers(prefix / "include", folder)
    check_pkg_config(library, folder / "pkg-config")
    check_package(cmake, prefix, folder / "package")
    check_python(library, folder)


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        sys.exit(__doc__)
    cmake, tree = arguments[0], Path(arguments[1])
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        print(f"skipped: there is no {' '.join(missing)}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments[1] == "--system":
            check_library(cmake, Path(run("pkg-config", "--variable=libdir", "tengen").strip()), Path("/usr"), folder)
            print("embed: the library of the system, its headers, pkg-config, CMake and Python")
            return 0
        stage = folder / "stage"
        run(cmake, "--install", tree, "--component", "library", "--prefix", "/usr/local", DESTDIR=stage)
        check_library(cmake, stage / "usr/local/lib", stage / "usr/local", folder)
        check_subproject(cmake, folder / "subproject", cache(tree)["UTHASH_INCLUDE_DIR"])
        run(cmake, "-P", tree / "uninstall.cmake", DESTDIR=stage)
        left = [str(path) for path in stage.rglob("*") if not path.is_dir() or path.name == "tengen"]
        need(not left, f"not uninstalled: {left}")
    print("embed: the library, its headers, pkg-config, CMake, Python, and a project within another")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
