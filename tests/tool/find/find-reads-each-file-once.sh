# A library with many links is opened once as ELF file, and read once for its version; people see each
# file once in a location.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
need strace
strace -o /dev/null true 2>/dev/null || skip "strace is not permitted"

lib=$stage/root/usr/lib
fake_library nccl 2.20.3 "$lib"
mkdir -p "$stage/root/usr/local/cuda/targets/x"
ln -s ../../lib "$stage/root/usr/local/cuda/lib64"
ln -s ../../lib "$stage/root/usr/local/cuda/lib"
ln -s ../../../../lib "$stage/root/usr/local/cuda/targets/x/lib"
LAZYNCCL_SEARCH=system,toolkit strace -e trace=open,openat -o opened \
    "$TOOL" find -p --json nccl --no-python --root "$stage/root" >found
equal "$(grep -o '"path": *"[^"]*/libnccl\.so\.2"' found | wc -l)" 6
equal "$(grep -c '/libnccl\.so\.2.*= [0-9]' opened)" 2
LAZYNCCL_SEARCH=system,toolkit "$TOOL" find -p -v nccl --no-python --root "$stage/root" >found
equal "$(grep -c '/libnccl\.so\.2' found)" 3
