# On aarch64, run under QEMU, first calls reach the library, and an old library's missing functions
# are absent.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need aarch64-linux-gnu-gcc qemu-aarch64
"$PYTHON" "$SOURCE/gen" vendor nccl nvrtc nvjitlink --search full -o vendored
(CC=aarch64-linux-gnu-gcc && fake_library nccl 2.18.1 lib)
aarch64-linux-gnu-gcc -w "$SOURCE/tests/fake/ask.c" vendored/lazynccl.c -Ivendored -o ask -pthread -ldl
run="qemu-aarch64 -L /usr/aarch64-linux-gnu ./ask"

LAZYNCCL_LIBPATH=$stage/lib $run init init call split shrink string=2 >output
equal "$(sed 5q output)" 'init 0
init 0
call 0 21801.0
split 0
shrink 2 NULL'
says output "; ncclCommShrink is not in $stage/lib/libnccl.so.2, which is NCCL 2.18.1: it came with 2.27.3"

# A library for another machine is reported as such.
LAZYNCCL_LIBPATH=$FAKE $run call string=2 >output
says output '^call 2 0\.0$'
says output 'made for another machine'
