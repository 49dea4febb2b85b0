# Shared by the tests of vendored copies.

# vendor FOLDER STUB...: makes a vendored copy there, and checks its files.
vendor()
{
    folder=$1
    shift
    "$SOURCE/dev" vendor "$@" -o "$folder" || fail "dev vendor $*"
    equal "$(ls "$folder")" "lazynccl.c
lazynccl.h"
}

# asking PROGRAM FOLDER LIBRARY [OPTION...]: links a program with the copy in this folder. It prints why the
# library cannot be used, or its path.
asking()
{
    program=$1 folder=$2 name=$3
    shift 3
    prefix=$(sed -n 's/^int \(.*\)_available(.*/\1/p' "$folder/lazynccl.h")
    compile "$program" "$folder/lazynccl.c" -I"$folder" -pthread -ldl "$@" <<C
#include "lazynccl.h"
int main(void)
{
    const char *why = ${prefix}_why(${prefix}_$name());

    puts(why ? why : ${prefix}_path(${prefix}_$name()));
}
C
}

# hides FILE: an object has only hidden names, or a binary exports none of lazynccl's names.
hides()
{
    case $1 in
    *.o) readelf -Ws "$1" | awk '$7 != "UND" && $5 != "LOCAL" && $6 == "DEFAULT"' >names ;;
    *) nm -D --defined-only "$1" | grep -E 'nccl|nvrtc|nvJitLink' >names || true ;;
    esac
    [ ! -s names ] || fail "$1 exports $(wc -l <names) names: $(head -n 3 names)"
}
