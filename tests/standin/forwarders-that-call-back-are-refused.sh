# A stand-in and the shared library refuse a named file that would pass each call back to them: one that
# needs the SONAME of the library, or that opens it by this name. The archive takes both.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
fake_library nccl 2.28.9 real

cat >forward.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
int ncclGetVersion(int *version)
{
    void *real = dlopen("libnccl.so.2", RTLD_NOW);
    int (*next)(int *);

    *(void **)&next = real ? dlsym(real, "ncclGetVersion") : NULL;
    return next ? next(version) : 5;
}
END
cat >main.c <<'END'
#include "lazynccl.h"
#include <stdio.h>
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
int main(void)
{
    int version = 0, result = ncclGetVersion(&version);

    printf("%d %d\n%s\n", result, version, result ? ncclGetErrorString(result) : "");
    return 0;
}
END
$CC -shared -fPIC forward.c -o opens.so -ldl
echo 'int ncclGetVersion(int *version) { (void)version; return 7; }' |
    $CC -shared -fPIC -x c - -x none -o needs.so -Wl,--no-as-needed real/libnccl.so.2
"$TOOL" stand-in real/libnccl.so.2 -o standin >made
$CC -I"$BUILD/include" main.c -o standin/main standin/libnccl.so.2
shared_consumer main.c shared
consumer main.c archive

run() # PROGRAM FILE FOLDER
{
    LAZYNCCL_LIBPATH=$stage/$2 LD_LIBRARY_PATH=$stage/$3 timeout 20 "./$1" >said || fail "$1 $2: status $?"
}
run standin/main needs.so standin
says said '^2 0$'
says said "^NCCL cannot be used: $stage/needs.so: needs libnccl.so.2: it calls this lazynccl build .*; correct or unset LAZYNCCL_LIBPATH"
run standin/main opens.so standin
says said '^2 0$'
says said "^NCCL cannot be used: $stage/opens.so: it calls this lazynccl build "
run shared needs.so real
says said '^2 0$'
says said "needs libnccl.so.2: it calls this lazynccl build "
run shared opens.so real
says said '^0 22809$'
run archive needs.so real
says said '^7 0$'
run archive opens.so real
says said '^0 22809$'

# The command predicts the first of these.
LAZYNCCL_LIBPATH=$stage/needs.so "$TOOL" find nccl --from standin/libnccl.so.2 >said || true
says said 'needs\.so +needs libnccl\.so\.2: it calls this lazynccl build '
