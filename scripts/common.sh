# shellcheck shell=sh
# What scripts/run, scripts/play and scripts/test share: bringing a bare Debian to where it can build, and building there. Nothing here
# writes to stdout, and to stderr only for a person at a terminal or when something failed: run is loaded as an engine.

root=$(dirname "$(dirname "$(readlink -f "$0")")")
log=$root/build/setup.log

# alone COMMAND...: while no other setup works in this checkout. The lock ends with the subshell: no engine inherits it.
alone() {
    mkdir -p "$root/build"
    (flock 9; : >"$log"; "$@") 9>"$root/build/setup.lock"
}

# logged WORDS COMMAND...: off stage, away from the engine's stdin; if it fails, so does the script, and says why.
logged() {
    words=$1; shift
    [ ! -t 2 ] || echo "$words ..." >&2
    "$@" </dev/null >>"$log" 2>&1 9>&- || {
        { echo "$0: $words failed; $log ends in:"; tail -n 40 "$log"; } >&2
        exit 1
    }
}

# install PACKAGE...: those that are missing. On a system without dpkg its owner brings the tools, and cmake names the gaps.
install() {
    command -v dpkg-query >/dev/null || return 0
    missing=
    for package; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
    done
    [ "$missing" ] || return 0
    if [ "$(id -u)" -eq 0 ]; then sudo=; elif [ -t 2 ]; then sudo=sudo; else sudo='sudo -n'; fi
    # shellcheck disable=SC2086,SC2016 # lists of words; and the inner shell is the one to expand "$@"
    logged "installing$missing" $sudo sh -c '
        export DEBIAN_FRONTEND=noninteractive
        apt-get update  # one dead source need not matter: the next line is the judge
        apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"' - $missing
}

# Why a stamp: comparing mtimes with the binary's is blind to a deleted file, and to an older one that tar, rsync or cp -p
# put in place. Names, sizes, mtimes and ctimes of all sources together change with every edit, and so does the binary when
# something else rebuilt it. While the stamp is true, nothing is to do; when it is not, cmake finds out what is.
fingerprint() { # [FILE...]: of these files, or else of the sources
    [ $# -gt 0 ] || set -- CMakeLists.txt engine protocol scripts/common.sh
    (cd "$root" && find "$@" -type f -printf '%p %s %T@ %C@\n' 2>/dev/null) | sort | cksum
}

is_built() { # TREE
    [ "$(fingerprint) $(fingerprint "$1/pbrain-tengen")" = "$(cat "$root/$1/stamp" 2>/dev/null)" ]
}

is_configured() { # TREE: and for this place, not for one that the checkout was copied from
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/$1/CMakeCache.txt"
}

# make too compares mtimes: a source that came after the last build but bears an older date calls for building all anew
came_backdated() ( # TREE
    cd "$root" && find CMakeLists.txt engine protocol tests -type f -newercm "$1/stamp" ! -newer "$1/stamp" 2>/dev/null |
        grep -q .
)

build() { # TREE TARGET [CMAKE OPTION]...
    tree=$1 target=$2 fresh='' anew=''; shift 2
    is_configured "$tree" || fresh=--fresh
    ! came_backdated "$tree" || anew=--clean-first
    before=$(fingerprint)
    logged "configuring $tree" cmake $fresh -S "$root" -B "$root/$tree" "$@"
    logged "building $tree" cmake --build "$root/$tree" --target "$target" $anew --parallel "$(nproc)"
    echo "$before $(fingerprint "$tree/pbrain-tengen")" >"$root/$tree/stamp"
}

# The engine in build/, and what it takes to build it.
setup_engine() {
    ! is_built build || return 0 # by another process, while this one waited for the lock
    install gcc libc6-dev make cmake uthash-dev libedit-dev
    # a player needs no tests; a tree that scripts/test configured keeps them
    is_configured build || set -- -DBUILD_TESTING=OFF
    build build pbrain-tengen -DCMAKE_BUILD_TYPE=Release "$@"
}
