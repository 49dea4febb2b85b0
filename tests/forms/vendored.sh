# What the tests of vendored copies share: making one, and what must not leave a binary.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# vendor FOLDER STUB...: makes a copy there; the compilers' cache of Python is not part of it.
vendor()
{
    folder=$1
    shift
    "$SOURCE/dev" vendor "$@" -o "$folder" || fail "dev vendor $*"
    equal "$(ls "$folder")" "lazynccl.c
lazynccl.h"
}

# hides FILE: an object whose every global name is hidden, or a binary that exports none of ours.
hides()
{
    case $1 in
    *.o) readelf -Ws "$1" | awk '$7 != "UND" && $5 != "LOCAL" && $6 == "DEFAULT"' >names ;;
    *) nm -D --defined-only "$1" | grep -E 'nccl|nvrtc|nvJitLink' >names || true ;;
    esac
    [ ! -s names ] || fail "$1 shows, of $(wc -l <names): $(head -n 3 names)"
}
