# A library that lacks a function, even its version function or error strings, provides all others.
consumer "$SOURCE/tests/fake/ask.c" ask
export LAZYNCCL_LIBPATH="$stage/lib"
fake_library nccl 2.28.9 lib

names="ncclGetVersion ncclCommSplit ncclCommShrink ncclGetErrorString ncclGetLastError"
for missing in $names; do
    fake_library nccl 2.28.9 lib -D$missing=someOtherName
    ./ask call split shrink string=2 last >calls
    for name in $names; do
        if [ $name = $missing ]; then has=0; else has=1; fi
        equal "$(./ask has=$name)" "has $has"
    done
    case $missing in
    ncclGetVersion) says calls '^call 2 0' ;;
    *) says calls '^call 0 22809' ;;
    esac
    case $missing in
    ncclCommSplit) says calls '^split 2 NULL$' ;;
    *) says calls '^split 0' ;;
    esac
    case $missing in
    ncclCommShrink) says calls '^shrink 2 NULL$' ;;
    *) says calls '^shrink 0' ;;
    esac
    ./ask string=2 string=2 last >strings
    case $missing in
    ncclGetErrorString)
        equal "$(grep -c "^ncclGetErrorString is not in $stage/lib" strings)" 2
        ;;
    *) equal "$(grep -c "^the fake library's own error$" strings)" 2 ;;
    esac
    case $missing in
    ncclGetLastError)
        says strings "^ncclGetLastError is not in $stage/lib/libnccl.so.2, which is NCCL 2.28.9"
        ;;
    *) says strings "^the fake library's last error$" ;;
    esac
done
fake_library nccl 2.28.9 lib -DncclGetVersion=someOtherName -DncclCommSplit=someName
./ask where split string=2 >output
says output "^env 0 $stage/lib/libnccl.so.2$"
says output "^the fake library's own error; ncclCommSplit is not in .*, which is NCCL of unknown version"

# What missing() says: the first function that the library lacks, or nothing
consumer - lacks -I"$SOURCE/src" <<'C'
#include "runtime/library/description.h"
#include "runtime/library/library.h"
#include "runtime/loader/outcome.h"
static lazynccl_function found[1000];
int main(void)
{
    const struct lazynccl_description *desc = lazynccl_nccl()->description;
    for (int i = 0; i < desc->count; i++)
        found[i] = (lazynccl_function)main;
    if (lazynccl_lacks(desc, found))
        return puts(lazynccl_lacks(desc, found));
    found[desc->count - 1] = NULL;
    return strcmp(lazynccl_lacks(desc, found), lazynccl_symbol_name(desc, desc->count - 1)) != 0;
}
C
./lacks
