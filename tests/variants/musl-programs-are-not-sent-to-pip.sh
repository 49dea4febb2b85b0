# The reason of a program that musl runs does not advise NVIDIA's wheels, which need glibc. A static
# program is told that it has to be linked dynamically, because musl has no dlopen() there.
need musl-gcc

(CC=musl-gcc && fake_library nccl 2.28.9 lib)
for search in api,env,loaded,partner,wheel,soname full; do
    unset LAZYNCCL_LIBPATH
    "$SOURCE/dev" vendor nccl nvrtc nvjitlink --search $search -o copy
    for options in '-o dynamic' '-static -o static'; do
        musl-gcc -std=gnu11 -w "$SOURCE/tests/fake/ask.c" copy/lazynccl.c -Icopy $options
    done
    ./dynamic call error >output || skip "musl programs do not run here"
    says output '^call 2 0\.0$'
    says output '^NCCL cannot be used: no libnccl.so.2 in any search location; '
    says_not output pip
    [ $search != full ] || says output '; name the file in LAZYNCCL_LIBPATH; '
    LAZYNCCL_DEBUG=1 ./dynamic call 2>trace >output
    [ $search != full ] || says trace 'nvidia/nccl/lib'
    says_not trace 'is not known' # musl lists the vDSO without a path
    equal "$(LAZYNCCL_LIBPATH=$stage/lib/libnccl.so.2 ./dynamic call)" 'call 0 22809.0'

    export LAZYNCCL_LIBPATH="$stage/lib"
    shows 'link the program dynamically|Dynamic loading not supported' ./static call error
    says_not output 'pip'
    equal "$(./dynamic call)" 'call 0 22809.0'
done
