# The reason of a program that musl runs does not advise NVIDIA's wheels, which need glibc. A static
# program is told that it has to be linked dynamically, because musl has no dlopen() there.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need musl-gcc

"$SOURCE/dev" vendor nccl -o .
cat >program.c <<'C'
#include <stdio.h>
#include "lazynccl.h"
int ncclGetVersion(int *version);
int main(void)
{
    int version, code = ncclGetVersion(&version);

    printf("%d %s\n", code, code ? lazynccl_error(lazynccl_nccl(), NULL) : "");
    return 0;
}
C
musl-gcc -std=c11 -w program.c lazynccl.c -o dynamic
musl-gcc -std=c11 -w -static program.c lazynccl.c -o static

./dynamic >output || skip "musl programs do not run here"
says output '^2 NCCL cannot be used: no libnccl.so.2 in any search location; name the file in LAZYNCCL_LIBPATH; '
LAZYNCCL_DEBUG=1 ./dynamic 2>trace >output
says trace 'nvidia/nccl/lib'
says_not trace 'is not known' # musl lists the vDSO without a path
mkdir lib
musl-gcc -w -fPIC -shared "$SOURCE/tests/fake/nccl.c" -o lib/libnccl.so.2 -Wl,-soname,libnccl.so.2 \
    -DMAJOR=2 -DMINOR=28 -DPATCH=9
equal "$(LAZYNCCL_LIBPATH=$stage/lib/libnccl.so.2 ./dynamic)" '0 '

export LAZYNCCL_LIBPATH="$stage/lib"
./static >output
says output '; link the program dynamically; '
says_not output 'pip'
equal "$(./dynamic)" '0 '
