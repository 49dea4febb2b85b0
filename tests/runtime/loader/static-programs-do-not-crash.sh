# In a static program, a call returns the library's result or its error code. glibc's dlopen works
# there only with the glibc that it was linked with, so that success is not guaranteed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >program.c <<'C'
#include <stdio.h>
#include "lazynccl.h"
int ncclGetVersion(int *version);
int main(void)
{
    int version = -1, code = ncclGetVersion(&version);
    if (code == 2 && version == 0 && lazynccl_error(lazynccl_nccl(), NULL))
        puts("error");
    else if (code == 0 && version == 22809 && lazynccl_path(lazynccl_nccl()))
        puts("answer");
    return 0;
}
C
fake_library nccl 2.28.9 lib
for option in -static -static-pie; do
    $CC $option -I"$BUILD/include" program.c "$ARCHIVE" -o program 2>messages ||
        skip "cannot link static programs: $(tail -n 1 messages)"
    equal "$(LAZYNCCL_LIBPATH=/nowhere timeout 60 ./program)" error
    LAZYNCCL_LIBPATH=$stage/lib timeout 60 ./program >out
    says out '^(answer|error)$'
done
