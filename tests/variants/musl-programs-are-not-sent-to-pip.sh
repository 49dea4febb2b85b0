# The reason of a program that musl runs does not advise NVIDIA's wheels, which need glibc. A static
# program is told that it has to be linked dynamically, because musl has no dlopen() there.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need musl-gcc

"$SOURCE/dev" vendor nccl nvrtc nvjitlink --search full -o copy
for options in '-o dynamic' '-static -o static'; do
    musl-gcc -std=gnu11 -w "$SOURCE/tests/fake/ask.c" copy/lazynccl.c -Icopy $options
done

./dynamic call error >output || skip "musl programs do not run here"
says output '^call 2 0\.0$'
says output '^NCCL cannot be used: no libnccl.so.2 in any search location; name the file in LAZYNCCL_LIBPATH; '
LAZYNCCL_DEBUG=1 ./dynamic call 2>trace >output
says trace 'nvidia/nccl/lib'
says_not trace 'is not known' # musl lists the vDSO without a path
(CC=musl-gcc && fake_library nccl 2.28.9 lib)
equal "$(LAZYNCCL_LIBPATH=$stage/lib/libnccl.so.2 ./dynamic call)" 'call 0 22809.0'

export LAZYNCCL_LIBPATH="$stage/lib"
./static call error >output
says output '; link the program dynamically; '
says_not output 'pip'
equal "$(./dynamic call)" 'call 0 22809.0'
