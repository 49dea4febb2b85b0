# A handle given to lazynccl is pinned: its owner may dlclose it before or after the first call.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib

equal "$(./ask open="$stage/lib/libnccl.so.2" handle close mapped=libnccl call close call)" \
    "set_handle 0
mapped $stage/lib/libnccl.so.2
call 0 22801.0
call 0 22801.0"
