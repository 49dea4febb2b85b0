# Arguments and results of every kind are passed intact, in first and later calls: 128 bytes by
# value, a returned struct, eleven arguments.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

mkdir lib
$CC -fPIC -shared -DLIBRARY "$SOURCE/tests/fake/arguments.c" -o lib/libnccl.so.2 \
    -Wl,-soname,libnccl.so.2
consumer "$SOURCE/tests/fake/arguments.c" static
shared_consumer "$SOURCE/tests/fake/arguments.c" shared
for program in ./static ./shared; do
    for first in 0 1 2 3 4 5; do
        equal "$(LAZYNCCL_LIBPATH=$stage/lib $program $first)" "done"
    done
done
