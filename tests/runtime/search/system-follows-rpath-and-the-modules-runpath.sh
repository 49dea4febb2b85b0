# Location "system" follows RPATH before LD_LIBRARY_PATH, and the RUNPATH of the module that
# contains the trampolines, not of the program.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
export LAZYNCCL_SEARCH=system
fake_library nccl 2.28.1 variable
fake_library nccl 2.28.2 runpath
fake_library nccl 2.28.3 rpath

consumer "$SOURCE/tests/fake/ask.c" old -Wl,--disable-new-dtags,-rpath,'$ORIGIN/rpath'
equal "$(./old where)" "system 22803 $stage/rpath/libnccl.so.2"
export LD_LIBRARY_PATH="$stage/missing:$stage/variable"
equal "$(./old where)" "system 22803 $stage/rpath/libnccl.so.2"

cat >module.c <<'C'
#include <lazynccl.h>
const char *found(void)
{
    return lazynccl_available(lazynccl_nccl()) ? lazynccl_path(lazynccl_nccl()) : "absent";
}
C
cat >host.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words)
{
    void *module = dlopen(words[1], RTLD_NOW);
    const char *(*found)(void) = module ? dlsym(module, "found") : NULL;
    puts(found ? found() : dlerror());
    return count != 2;
}
C
mkdir modules
consumer module.c modules/module.so -shared -fPIC -Wl,--enable-new-dtags,-rpath,'$ORIGIN/../runpath'
$CC host.c -o host -Wl,--enable-new-dtags,-rpath,'$ORIGIN/rpath' -ldl
unset LD_LIBRARY_PATH
equal "$(./host "$stage/modules/module.so")" "$stage/modules/../runpath/libnccl.so.2"
equal "$(./host modules/module.so)" "$stage/modules/../runpath/libnccl.so.2"
