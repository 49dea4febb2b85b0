# lazynccl_set_path, _set_handle and _require return -1 and change nothing after the library is
# open.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 first
fake_library nccl 2.28.2 second

export LAZYNCCL_LIBPATH="$stage/first"
equal "$(./ask call path="$stage/second" open="$stage/second/libnccl.so.2" handle require=22801 \
    load where)" "call 0 22801.0
set_path -1
set_handle -1
require -1
load 0
env 22801 $stage/first/libnccl.so.2"
# nor the same version, nor none; after a failure each is accepted
equal "$(./ask call path require=0)" "call 0 22801.0
set_path -1
require -1"
equal "$(LAZYNCCL_LIBPATH=/nonexistent ./ask call path="$stage/second" require=22802 load call)" \
    "call 2 0.0
set_path 0
require 0
load 0
call 0 22802.0"
