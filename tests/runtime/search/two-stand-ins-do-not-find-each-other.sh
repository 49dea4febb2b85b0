# Two stand-ins for libnccl.so.2 in two searched folders both find the real library, or report it
# absent.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
fake_library nccl 2.28.1 real
cat >program.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        void *one = dlopen(words[i], RTLD_NOW | RTLD_GLOBAL);
        int (*ask)(int *) = one ? dlsym(one, "ncclGetVersion") : NULL, version = -1;
        const char *(*reason)(int) = one ? dlsym(one, "ncclGetErrorString") : NULL;
        int code = ask ? ask(&version) : -1;
        printf("%d %d %s\n", code, version, reason ? reason(code) : dlerror());
    }
    return 0;
}
C
rebuild_archive exported.a $CC -DLAZYNCCL_EXPORTED -w
for folder in one two; do
    mkdir $folder
    $CC -shared -o $folder/libnccl.so.2 -Wl,-soname,libnccl.so.2 -Wl,--whole-archive exported.a \
        -Wl,--no-whole-archive -ldl
done
$CC program.c -o program -ldl

export LAZYNCCL_SEARCH=env,loaded,wheel,system
export LD_LIBRARY_PATH="$stage/one:$stage/two:$stage/real" LAZYNCCL_LIBPATH="$stage/two:$stage/one"
./program "$stage/one/libnccl.so.2" "$stage/two/libnccl.so.2" >output
equal "$(cat output)" "0 22801 no error
0 22801 no error"

LAZYNCCL_SEARCH=env,loaded,wheel timeout 20 ./program "$stage/one/libnccl.so.2" \
    "$stage/two/libnccl.so.2" >output
equal "$(grep -c '^2 0 NCCL cannot be used: .*/libnccl.so.2: a lazynccl build' output)" 2
