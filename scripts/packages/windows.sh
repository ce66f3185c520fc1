# shellcheck shell=sh
# The programs for Windows and the two zips with them: a part of scripts/package.
#
# Debian has zlib for mingw-w64, but no SQLite. So SQLite is built here, from Debian's sources of it. They come from where apt has
# its packages from, and apt checks their signature; no setting of the system is changed. SQLITE_SOURCE=FOLDER takes them from a
# folder instead: sqlite3.c and sqlite3.h, as sqlite.org offers them.

sqlite=$folder/sqlite

fetch_sqlite() ( # in a shell of its own, for the folder; `logged` takes the effect of set -e away
    sources=$sqlite/apt
    rm -rf "$sources"
    mkdir -p "$sources/lists/partial"
    # shellcheck disable=SC2016 # apt-get is the one to expand these
    apt-get indextargets --format \
        'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(RELEASE) main' \
        'Created-By: Packages' 'Component: main' 'Origin: Debian' | sort -u >"$sources/sources.list"
    set -- -o Dir::Etc::sourcelist="$sources/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$sources/lists"
    cd "$sources" && apt-get "$@" update && apt-get "$@" source --only-source sqlite3 && cd "$sources"/sqlite3-*/ &&
        ./configure --disable-tcl --disable-readline && make sqlite3.c sqlite3.h &&
        mv sqlite3.c sqlite3.h "$sqlite" && rm -rf "$sources"
)

sqlite_source() {
    mkdir -p "$sqlite"
    if [ "${SQLITE_SOURCE:-}" ]; then
        cp -p "$SQLITE_SOURCE/sqlite3.c" "$SQLITE_SOURCE/sqlite3.h" "$sqlite" 2>/dev/null ||
            fail "SQLITE_SOURCE=$SQLITE_SOURCE has no sqlite3.c and sqlite3.h"
    elif [ ! -e "$sqlite/sqlite3.h" ]; then
        command -v apt-get >/dev/null || fail 'the programs for Windows take SQLite: SQLITE_SOURCE=FOLDER names the sources'
        install dpkg-dev tcl
        logged 'fetching the sources of SQLite' fetch_sqlite
    fi
}

# sqlite_library PREFIX: without what databases of positions have no use for.
sqlite_library() {
    library=$sqlite/$1
    [ ! "$library/libsqlite3.a" -nt "$sqlite/sqlite3.c" ] || return 0
    mkdir -p "$library"
    logged "building SQLite for $1" "$1-w64-mingw32-gcc" -O2 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DQS=0 \
        -c "$sqlite/sqlite3.c" -o "$library/sqlite3.o"
    logged "packing SQLite for $1" "$1-w64-mingw32-ar" rcsD "$library/libsqlite3.a" "$library/sqlite3.o"
}

# Nothing here names a processor: mingw-w64 builds for the oldest of each kind, i686 and x86-64.
windows_program() { # TREE PREFIX
    sqlite_library "$2"
    program "$1" -DCMAKE_SYSTEM_NAME=Windows "-DCMAKE_C_COMPILER=$2-w64-mingw32-gcc" \
        "-DCMAKE_C_FLAGS=-isystem \"$sqlite\"" "-DCMAKE_EXE_LINKER_FLAGS=-s -L\"$sqlite/$2\""
    grep -qx 'HAS_SQLITE:INTERNAL=1' "$1/CMakeCache.txt" || fail "SQLite cannot be linked with the program for $2"
}

setup_windows() { # COMPILER...: what both zips take
    install gcc libc6-dev make cmake uthash-dev python3 libz-mingw-w64-dev "$@"
    sqlite_source
}

# Editors of older Windows want a carriage return at the end of each line.
windows_text() { # FILE
    sed 's/$/\r/' "$1"
}

# TENGENyy.zip for Gomocup and Piskvork: their choosers look for the 64 in the name.
package_tournament() {
    setup_windows gcc-mingw-w64-x86-64 gcc-mingw-w64-i686
    windows_program "$folder/windows32" i686
    windows_program "$folder/windows64" x86_64
    windows_text "$root/scripts/packages/readme_tournament.txt" >"$folder/windows32/readme.txt"
    rm -f "$packages"/TENGEN*.zip
    bundle "TENGEN$(date -u -d "@$seconds" +%y).zip" \
        pbrain-tengen.exe="$folder/windows32/pbrain-tengen.exe" \
        pbrain-tengen64.exe="$folder/windows64/pbrain-tengen.exe" \
        readme.txt="$folder/windows32/readme.txt"
}

# The page in one file. Before the packages, since scripts/web waits for whoever builds in this folder.
page=${TENGEN_PAGE:-$folder/web/tengen.html}
page_for_windows() {
    [ ! "${TENGEN_PAGE:-}" ] || [ -f "$page" ] || fail "TENGEN_PAGE=$page is no file"
    [ ! "${TENGEN_PAGE:-}" ] || return 0
    command -v emcc >/dev/null || fail 'the page in the zip for Windows takes Emscripten, which is missing:' \
        'apt-get install emscripten fetches 235 MB, and TENGEN_PAGE=FILE names a page that scripts/web made elsewhere'
    "$root/scripts/web" --build-only >/dev/null
}

# For people: the engine with its manual, and the page.
package_windows() {
    setup_windows gcc-mingw-w64-x86-64
    install mandoc
    windows_program "$folder/windows64" x86_64
    stage=$folder/windows64/stage top=tengen-$version
    mkdir -p "$stage"
    windows_text "$root/scripts/packages/readme_windows.txt" >"$stage/readme.txt"
    windows_text "$root/scripts/packages/CHANGELOG.md" >"$stage/changes.txt"
    mandoc -T html "$folder/windows64/pbrain-tengen.6" >"$stage/manual.html"
    rm -f "$packages"/tengen-*-windows.zip
    bundle "$top-windows.zip" \
        "$top/pbrain-tengen.exe=$folder/windows64/pbrain-tengen.exe" \
        "$top/tengen.html=$page" \
        "$top/manual.html=$stage/manual.html" \
        "$top/readme.txt=$stage/readme.txt" \
        "$top/changes.txt=$stage/changes.txt"
}
