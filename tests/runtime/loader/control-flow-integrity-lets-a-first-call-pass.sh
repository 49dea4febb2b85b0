# A program that clang builds with control-flow integrity makes first calls of a vendored copy, whose
# version function is called through an address from dlsym().
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
set -- clang -flto -fvisibility=hidden -fsanitize=cfi -fuse-ld=lld
can_link "$@" || skip 'clang cannot link with -fsanitize=cfi'
fake_library nccl 2.28.1 lib
"$SOURCE/dev" vendor nccl nvrtc -o "$stage/vendored" >/dev/null || fail 'dev vendor'
cat >program.c <<'C'
#include <lazynccl.h>
#include <stdio.h>
int ncclGetVersion(int *version);
int main(void)
{
    int version = 0, code = ncclGetVersion(&version);
    printf("%d %d %d\n", code, version, lazynccl_version(lazynccl_nccl()));
    return 0;
}
C
"$@" -std=gnu11 -O1 -Ivendored program.c vendored/lazynccl.c -o program -ldl
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./program)" '0 22801 22801'
equal "$(LAZYNCCL_LIBPATH=$stage/none ./program)" '2 0 0'
