# vendor --complete: a library that lacks a function of the copy, except those of --optional, is skipped, and the
# reason names the function. lazynccl_missing() names it in every kind of copy.
one='int part_one(void) { return 1; }'
library new/libparts.so.1 "$one int part_two(void) { return 2; } int part_three(void) { return 3; }"
library old/libparts.so.1 "$one int part_three(void) { return 3; }"
with_libc >main.c <<'END'
#include "lazynccl.h"
int part_one(void);
int main(void)
{
    lazyparts_library *parts = lazyparts_parts();
    const char *before = lazyparts_missing(parts), *path, *why;
    int one = lazyparts_available(parts) ? part_one() : 0;
    path = lazyparts_path(parts);
    why = lazyparts_why(parts);
    printf("%s %d, %s, %s\n", before ? before : "-", one,
           lazyparts_missing(parts) ? lazyparts_missing(parts) : "has all", path ? path : why);
}
END

# built KIND [ARGUMENT-OF-VENDOR...]
built()
{
    kind=$1
    shift
    "$PYTHON" "$SOURCE/gen" vendor new/libparts.so.1 -o "$kind" "$@" >said
    equal "$("$PYTHON" "$SOURCE/gen" vendor --check "$kind" new/libparts.so.1 | sed 's/ as .*//')" "$kind:"
    $CC -std=c11 -Wall -Wextra -Werror -pedantic -I"$kind" main.c "$kind/lazynccl.c" -o "$kind/program" -ldl
}

# asked KIND FOLDERS: what the program of this kind prints if it searches these folders.
asked()
{
    LAZYPARTS_LIBPATH=$2 "$1/program"
}
for search in env,soname full; do
    built any --search $search
    built all --search $search --complete
    built most --search $search --complete --optional part_two,part_one
    new=$stage/new old=$stage/old
    equal "$(asked any "$old:$new")" "- 1, part_two, $old/libparts.so.1"
    equal "$(asked any "$new")" "- 1, has all, $new/libparts.so.1"
    equal "$(asked all "$old:$new")" "- 1, has all, $new/libparts.so.1"
    asked all "$old" >said
    says said "^- 0, has all, .*$old/libparts.so.1: lacks part_two, and this program needs all functions"
    equal "$(asked most "$old:$new")" "- 1, has all, $old/libparts.so.1"
done

exits 1 "$PYTHON" "$SOURCE/gen" vendor new/libparts.so.1 -o none --complete --optional part_tow \
    >said 2>&1
equal "$(cat said)" '--optional: part_tow is not a function of libparts: part_two?'

# nvJitLink: of the suffixed names of one function, any that the program may call is enough.
for minor in 0 4; do
    fake_library nvjitlink 12.$minor jit$minor
done
"$PYTHON" "$SOURCE/gen" vendor nvjitlink -o jit --complete --only __nvJitLinkCreate_12_4,nvJitLinkVersion >said
asking jit/program jit nvjitlink
for folder in jit4 jit0; do
    equal "$(LAZYNCCL_LIBPATH=$stage/$folder jit/program)" "$stage/$folder/libnvJitLink.so.12"
done
library jit5/libnvJitLink.so.12 'int nvJitLinkVersion(unsigned *a, unsigned *b) { return *a = *b = 0; }
    int nvJitLinkAddData(void) { return 0; }'
LAZYNCCL_LIBPATH=$stage/jit5 jit/program >said
says said 'libnvJitLink\.so\.12: lacks \w*nvJitLinkCreate\w*, and this program needs all functions'
