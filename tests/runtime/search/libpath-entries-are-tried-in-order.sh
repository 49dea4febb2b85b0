# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 a
fake_library nccl 2.28.2 b
fake_library nccl 2.28.3 c
mkdir broken
echo text >broken/libnccl.so.2

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$stage/a:$stage/b/libnccl.so.2:$stage/c
equal "$(./ask where)" "env 22801 $stage/a/libnccl.so.2"
LAZYNCCL_LIBPATH=$stage/b/libnccl.so.2:$stage/a
equal "$(./ask where)" "env 22802 $stage/b/libnccl.so.2"
LAZYNCCL_LIBPATH=$stage/broken:$stage/c:$stage/a
equal "$(./ask where)" "env 22803 $stage/c/libnccl.so.2"
