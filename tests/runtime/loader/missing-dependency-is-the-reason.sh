# If a candidate's dependency is missing, the report names both, and no other file replaces a file of a folder in
# LAZYNCCL_LIBPATH; in other locations the search continues.
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
says out '^call 2 0'
says out "^env +.*libgone.so.1: cannot open shared object"
says_not out "^env +$stage/whole"

mkdir -p venv/lib/python3.11/site-packages/nvidia/nccl
ln -s "$stage/broken" venv/lib/python3.11/site-packages/nvidia/nccl/lib
VIRTUAL_ENV=$stage/venv LAZYNCCL_SEARCH=wheel,system,soname LD_LIBRARY_PATH=$stage/whole ./ask call report >out
says out "^wheel +.*libgone.so.1: cannot open shared object"
says out '^call 0 22703'
