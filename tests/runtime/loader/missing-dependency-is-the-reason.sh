# If a candidate's dependency is missing, the report names both, and the search continues.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

library libgone.so.1 'int gone(void) { return 0; }'
fake_library nccl 2.28.9 broken -Wl,--no-as-needed "$stage/libgone.so.1"
rm libgone.so.1
fake_library nccl 2.27.3 whole
consumer "$SOURCE/tests/fake/ask.c" ask

LAZYNCCL_LIBPATH=$stage/broken ./ask call error report >out
says out '^call 2 0'
says out "^NCCL cannot be used: .*/broken/libnccl.so.2.*libgone.so.1: cannot open shared object"
says out "^env +.*libgone.so.1: cannot open shared object"

LAZYNCCL_LIBPATH=$stage/broken:$stage/whole ./ask call report >out
says out '^call 0 22703'
says out "^env +.*libgone.so.1: cannot open shared object"
says out "^env +$stage/whole/libnccl.so.2: taken"
