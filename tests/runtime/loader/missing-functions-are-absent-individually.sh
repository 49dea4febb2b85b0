# A library that lacks a function, even its version function or error strings, provides all others.
export LAZYNCCL_LIBPATH="$stage/lib"
fake_library nccl 2.28.9 lib

names="ncclGetVersion ncclCommSplit ncclCommShrink ncclGetErrorString ncclGetLastError"
for missing in $names; do
    fake_library nccl 2.28.9 lib -D$missing=someOtherName
    for name in $names; do
        if [ $name = $missing ]; then has=0; else has=1; fi
        equal "$(./ask has=$name)" "has $has"
    done
    ./ask call split shrink string=2 last >calls
    ./ask string=2 string=2 last | uniq -c >strings
    # what each says if it is there, and if it is missing
    while IFS='|' read -r name output there gone; do
        [ $name != $missing ] || there=$gone
        says $output "$there"
    done <<END
ncclGetVersion|calls|^call 0 22809|^call 2 0
ncclCommSplit|calls|^split 0|^split 2 NULL\$
ncclCommShrink|calls|^shrink 0|^shrink 2 NULL\$
ncclGetErrorString|strings|^ +2 the fake library's own error\$|^ +2 ncclGetErrorString is not in $stage/lib
ncclGetLastError|strings|1 the fake library's last error\$|1 ncclGetLastError is not in $stage/lib/libnccl.so.2, which is NCCL 2.28.9
END
done
fake_library nccl 2.28.9 lib -DncclGetVersion=someOtherName -DncclCommSplit=someName
shows "^env 0 $stage/lib/libnccl.so.2$" ./ask where split string=2
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
