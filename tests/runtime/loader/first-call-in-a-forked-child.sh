# A child forked before the first call finds the library itself, one forked after it has the
# library, and one forked after a failure can search again.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

fake_library nccl 2.28.9 ready

cat >fork.c <<'C'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lazynccl.h"
int ncclGetVersion(int *version);

static void call(const char *who)
{
    int version, code = ncclGetVersion(&version);
    printf("%s: %d, %d\n", who, code, version);
    fflush(stdout);
}

static void in_child(const char *who, int load)
{
    pid_t child = fork();
    int status;
    if (child == 0) {
        alarm(20);
        if (load)
            lazynccl_load(lazynccl_nccl());
        call(who);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (status != 0)
        printf("%s: status %d\n", who, status);
}

int main(void)
{
    in_child("child before", 0);
    call("parent");
    rename("ready/libnccl.so.2", "lib/libnccl.so.2");
    in_child("child after a failure", 0);
    in_child("child that looks again", 1);
    lazynccl_load(lazynccl_nccl());
    call("parent that looks again");
    in_child("child after success", 0);
    return 0;
}
C
consumer fork.c fork
mkdir lib
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./fork)" "child before: 2, 0
parent: 2, 0
child after a failure: 2, 0
child that looks again: 0, 22809
parent that looks again: 0, 22809
child after success: 0, 22809"
