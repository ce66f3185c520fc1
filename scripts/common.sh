# shellcheck shell=sh
# What scripts/run, scripts/play, scripts/test and others share: bringing a bare Debian to where it can build, and building
# there. Nothing here writes to stdout. Progress goes to stderr unless the script is quiet; errors always
# do.

root=$(dirname "$(dirname "$(readlink -f "$0")")")
folder=${TENGEN_BUILD:-$root/build} # all that is built lies there
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
log=$folder/setup.log
quiet='' # not empty: say nothing as long as all goes well

# fail WORDS: says what is wrong, and ends the script. A script may add to that in on_failure.
fail() {
    echo "$0: $*" >&2
    exec 9>&- # the lock of alone
    on_failure "$*"
    exit 1
}

on_failure() { # WORDS
    :
}

owner_of_folder() {
    existing=$folder
    while [ ! -e "$existing" ]; do existing=$(dirname "$existing"); done
    echo "$existing belongs to $(stat -c %U "$existing")"
}

# alone COMMAND...: while no other setup works in this folder. The lock ends with the subshell: no engine inherits it.
alone() {
    mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || fail "cannot write into $folder: $(owner_of_folder)." \
        "TENGEN_BUILD=FOLDER $0 builds in a folder of your own"
    (
        flock -n 9 || { announce "waiting for another setup in $folder"; flock 9; }
        : >"$log"
        "$@"
    ) 9>"$folder/setup.lock"
}

announce() { # WORDS
    [ "$quiet" ] || echo "$* ..." >&2
}

# logged WORDS COMMAND...: off stage, away from the engine's stdin; if it fails, so does the script, and says why.
logged() {
    words=$1; shift
    announce "$words"
    "$@" </dev/null >>"$log" 2>&1 9>&- || {
        tail -n 40 "$log" >&2
        fail "$words failed; all of it is in $log"
    }
}

missing_of() { # PACKAGE...: those that are not installed, a blank before each. Without dpkg: none, cmake names the gaps
    ! command -v dpkg-query >/dev/null || for package; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf ' %s' "$package"
    done
}

# become_root [ask]: finds out how, as $sudo; false if there is no way. Asks for a password only where it may.
become_root() {
    sudo='sudo -n'
    if [ "$(id -u)" -eq 0 ]; then
        sudo=
    elif [ "${1:-}" ] && [ -t 2 ] && command -v sudo >/dev/null; then
        sudo=sudo
    else
        sudo -n true 2>/dev/null </dev/null
    fi
}

update='apt-get update' # one dead source need not matter: what is installed then is the judge
apt_install() { # PACKAGE...
    # shellcheck disable=SC2086,SC2016 # words, or none; and the inner shell is the one to expand "$@"
    $sudo sh -c '
        export DEBIAN_FRONTEND=noninteractive
        $1; shift
        apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"' - "$update" "$@" &&
        update=:
}

# install PACKAGE...: those that are missing, without which nothing goes on.
install() {
    missing=$(missing_of "$@")
    [ "$missing" ] || return 0
    become_root ask || fail "only root can install what is missing: apt-get install$missing"
    # shellcheck disable=SC2086 # a list of words
    logged "installing$missing" apt_install $missing
}

# install_if_possible PACKAGE...: those without which everything goes on. Asks for no password and reports no failure.
install_if_possible() {
    missing=$(missing_of "$@")
    [ "$missing" ] && become_root || return 0
    announce "installing$missing"
    # shellcheck disable=SC2086 # a list of words
    apt_install $missing </dev/null >>"$log" 2>&1 9>&- || :
}

# Why a stamp: comparing mtimes with the binary's is blind to a deleted file, and to an older one that tar, rsync or cp -p
# put in place. Names, sizes, mtimes and ctimes of all sources together change with every edit, and so does the binary when
# something else rebuilt it. While the stamp is true, nothing is to do; when it is not, cmake finds out what is.
fingerprint() { # FOLDER FILE...
    (cd "$1" 2>/dev/null && shift && find "$@" -type f -printf '%p %s %T@ %C@\n' 2>/dev/null) | sort | cksum
}

# What the program is built for: it may not start on a processor that lacks something (NATIVE in CMakeLists.txt).
processor() {
    grep -m1 -E '^(flags|Features)' /proc/cpuinfo 2>/dev/null | cksum
}

came_from_elsewhere() { # TREE
    [ "$(processor)" != "$(cat "$1/processor" 2>/dev/null)" ]
}

# The last of the files changes with every commit, which the program names.
fingerprint_of_sources() {
    fingerprint "$root" CMakeLists.txt engine protocol scripts/common.sh .git/logs/HEAD
}

is_built() { # TREE
    ! came_from_elsewhere "$1" && [ "$(fingerprint_of_sources) $(fingerprint "$1" pbrain-tengen)" = "$(cat "$1/stamp" 2>/dev/null)" ]
}

is_configured() { # TREE: and for this place, not for one that the checkout was copied from
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt"
}

# make too compares mtimes: a source that came after the last build but bears an older date calls for building all anew
came_backdated() ( # TREE
    cd "$root" && find CMakeLists.txt engine protocol tests -type f -newercm "$1/stamp" ! -newer "$1/stamp" 2>/dev/null |
        grep -q .
)

build() { # TREE TARGET [CMAKE OPTION]...
    tree=$1 target=$2 fresh='' anew=''; shift 2
    is_configured "$tree" || fresh=--fresh
    if came_backdated "$tree" || came_from_elsewhere "$tree"; then anew=--clean-first; fi
    before=$(fingerprint_of_sources)
    logged "configuring $tree" cmake $fresh -S "$root" -B "$tree" "$@"
    logged "building $tree" cmake --build "$tree" --target "$target" $anew --parallel "$(nproc)"
    processor >"$tree/processor"
    echo "$before $(fingerprint "$tree" pbrain-tengen)" >"$tree/stamp"
}

# The engine in the folder, and what it takes to build it.
setup_engine() {
    ! is_built "$folder" || return 0 # by another process, while this one waited for the lock
    install gcc libc6-dev make cmake uthash-dev
    install_if_possible libedit-dev zlib1g-dev libsqlite3-dev libexpat1-dev
    # a player needs no tests; a tree that scripts/test configured keeps them
    is_configured "$folder" || set -- -DBUILD_TESTING=OFF
    build "$folder" pbrain-tengen -DCMAKE_BUILD_TYPE=Release -DNATIVE=ON "$@"
}
