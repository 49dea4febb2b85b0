# Shared by the uses of packages, which the superuser runs in the Debian system, in a mount namespace. The
# programs and libraries of the builds are in direct/, lazy/ and, linked with NAME:stop, stop/.
set -eu
mkdir -p /tmp/use
cd /tmp/use
ln -s ../direct ../lazy ../stop .

fail()
{
    printf 'failed: %s\n' "$*" >&2
    exit 1
}

# run_saying COMMAND...: sets status; the output goes to the file said.
run_saying()
{
    status=0
    "$@" >said 2>&1 </dev/null || status=$?
}

# passes COMMAND...
passes()
{
    run_saying "$@"
    [ $status = 0 ] || fail "status $status of $*: $(cat said)"
}

# reports PATTERN COMMAND...: the command fails by itself or in a call that stops, and a line matches.
reports()
{
    pattern=$1
    shift
    run_saying "$@"
    { [ $status != 0 ] && { [ $status -lt 126 ] || grep -q '^lazylink: ' said; }; } || fail "status $status of $*: $(cat said)"
    grep -Eq -e "$pattern" said || fail "no line of $* matches '$pattern': $(cat said)"
}

# files_of LIBRARY...: prints the paths that the dynamic linker finds.
files_of()
{
    for library; do
        ldconfig -p | sed -n "s/^\tlib$library\.so\.[0-9].* => //p"
    done
}

# without "LIBRARY..." COMMAND...: runs a command in a mount namespace where the libraries are missing.
without()
{
    hidden=$(files_of $1)
    shift
    unshare -m --propagation unchanged sh -euc 'hidden=$(mktemp -d)
        for file in $1; do
            # no file at all: an empty one would be a library that is broken
            folder=$(dirname "$(realpath "$file")")
            mkdir -p "$hidden$folder"
            [ -e "$hidden$folder/${file##*/}" ] || mknod "$hidden$folder/${file##*/}" c 0 0
            echo "$folder"
        done >"$hidden/folders"
        for folder in $(sort -u "$hidden/folders"); do
            mount -t overlay -o "lowerdir=$hidden$folder:$folder" overlay "$folder"
        done
        shift
        exec "$@"' sh "$hidden" "$@"
}

# planted FILE: makes a library that leaves the file /tmp/ran, or /ran in a new root, when it is loaded.
planted()
{
    [ -e planted.c ] || cat >planted.c <<'END'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void run(void)
{
    creat("/tmp/ran", 0666);
    creat("/ran", 0666);
    _exit(42);
}
END
    cc -shared -fPIC planted.c -o "$1" -Wl,-soname,"${1##*/}"
}
