# A function is found where dlsym finds it: in the library, in a dependency or in its filter's
# library, with any kind of hash table.
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
done
