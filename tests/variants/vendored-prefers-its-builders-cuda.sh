#!/bin/sh
# -DLAZYNCCL_CUDA_MAJOR prefers this CUDA if a search location has several. Without it the newest is
# used. Settings of the user take precedence.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/vendored.sh"

vendor copy nvrtc
fake_library nvrtc 12.9 libs
fake_library nvrtc 13.0 libs
fake_library nvrtc 13.0 newer
cat >main.c <<'END'
#include <stdio.h>
int nvrtcVersion(int *, int *);
int main(void)
{
    int major = 0, minor = 0, result = nvrtcVersion(&major, &minor);
    printf("%d %d.%d\n", result, major, minor);
    return 0;
}
END
$CC main.c copy/lazynccl.c -o any
$CC -DLAZYNCCL_CUDA_MAJOR=12 main.c copy/lazynccl.c -o twelve

export LAZYNCCL_LIBPATH="$stage/libs"
equal "$(./any)" "0 13.0"
equal "$(./twelve)" "0 12.9"
equal "$(LAZYNCCL_CUDA=13 ./twelve)" "0 13.0"
equal "$(LAZYNCCL_LIBPATH=$stage/newer ./twelve)" "0 13.0"
