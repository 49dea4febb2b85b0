# Folders near the first caller of the shared library are searched after those near the library
# itself.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
mkdir -p app/bin system
cp "$SHARED" system/liblazynccl.so.0
cat >caller.c <<'C'
#include <lazynccl.h>
#include <stdio.h>
int ncclGetVersion(int *version);
int main(void)
{
    int version = 0;
    ncclGetVersion(&version);
    printf("%d %s\n", version, lazynccl_found_via(lazynccl_nccl()));
    return 0;
}
C
$CC caller.c -o app/bin/caller -I"$BUILD/include" system/liblazynccl.so.0 \
    -Wl,-rpath,"$stage/system"
fake_library nccl 2.28.1 app/nvidia/nccl/lib
equal "$(app/bin/caller)" "22801 wheel"

fake_library nccl 2.28.2 system/nvidia/nccl/lib
equal "$(app/bin/caller)" "22802 wheel"
