# A file of the right length whose pages after the first are zeros, as after a lost write, crashes
# ld.so. It is refused with a reason, and the next candidate is used.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 good
mkdir zeros
head -c 4096 good/libnccl.so.2 >zeros/libnccl.so.2
truncate -s "$(stat -c %s good/libnccl.so.2)" zeros/libnccl.so.2
code=0
LAZYNCCL_LIBPATH=$stage/zeros:$stage/good ./ask where report >said 2>&1 || code=$?
echo "status $code"
[ $code = 0 ] || exit 1
says said "^env 22801 $stage/good/libnccl.so.2"
says said "^env +$stage/zeros/libnccl.so.2: "
