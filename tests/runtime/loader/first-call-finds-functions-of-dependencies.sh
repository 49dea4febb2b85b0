# A function is found where dlsym finds it, in the library, in what it needs or in its filter's
# library, whatever hash table the file has; one that is known to be nowhere costs no allocation.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
cat >counted.c <<'C'
#include <stdio.h>
#include <stdlib.h>
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
int ncclGetVersion(int *version);
static int allocations;
void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}
int main(void)
{
    int version = 0, before = allocations;
    ncclGetVersion(&version);
    printf("%d %d\n", version, allocations - before);
    return 0;
}
C
consumer counted.c counted
export LAZYNCCL_LIBPATH="$stage/lib"
echo 'int ncclCommSplit(void) { return 0; }' >more.c
mkdir lib

for hash in gnu sysv both; do
    $CC -fPIC -shared more.c -o lib/libmore.so -Wl,-soname,libmore.so
    for option in -lmore -Wl,-f,libmore.so -Wl,-F,libmore.so; do
        fake_library nccl 2.28.9 lib -DncclCommSplit=someOtherName -Wl,--hash-style=$hash \
            -Wl,--no-as-needed -Llib "$option" -Wl,-rpath,'$ORIGIN'
        equal "$(./ask has=ncclGetVersion has=ncclCommSplit has=ncclCommShrink)" \
            "$(printf 'has 1\nhas 1\nhas 1')"
    done
    fake_library nccl 2.28.9 lib -DncclCommSplit=someOtherName -Wl,--hash-style=$hash
    equal "$(./ask has=ncclGetVersion has=ncclCommSplit has=ncclCommShrink)" \
        "$(printf 'has 1\nhas 0\nhas 1')"
    ./counted >count
    read -r version allocations <count
    equal "$version" 22809
    echo "$hash: $allocations allocations"
    [ $hash = sysv ] || [ "$allocations" -le 40 ] || fail "$hash: $allocations allocations, at most 40 wanted"
done
