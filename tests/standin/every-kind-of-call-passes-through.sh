# A stand-in passes every kind of call: variadic arguments, 12 integers and 10 doubles and a struct,
# the processor's widest vectors, long double, callbacks, exceptions, IFUNCs, old versions. It works
# with a library whose constructor calls itself, with 64 threads, fork and dlclose. Each check is
# the first call of a separate process.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
here=$SOURCE/tests/standin
wide=16 flags=
if [ "$(uname -m)" = x86_64 ]; then
    grep -qw avx512f /proc/cpuinfo && wide=64 flags=-mavx512f || wide=32 flags=-mavx
    grep -qw avx /proc/cpuinfo || wide=16 flags=
fi
flags="$flags -DWIDE=$wide -Wno-psabi"
mkdir real lazy
$CC $flags -O1 -fPIC -shared "$here/corner.c" -o real/libcorner.so.1 -Wl,-soname,libcorner.so.1 \
    -Wl,--version-script="$here/corner.map"
"$TOOL" stand-in real/libcorner.so.1 -o lazy >said
says said '^stand-in  .*real/libcorner.so.1$'
says said '^          -> lazy/libcorner.so.1  17 functions$'
$CXX $flags -O1 "$here/corner-calls.cc" -o calls lazy/libcorner.so.1 -pthread -ldl # it links, too

# FOLDER: every check with the library of that folder
each()
{
    ./calls_in "$1" | while read -r check; do
        ./calls_in "$1" "$check" 2>said || fail "$check in $1: $(cat said)"
        echo "$check"
    done
}
cat >calls_in <<'END'
#!/bin/sh
folder=$1
shift
LD_LIBRARY_PATH=$PWD/$folder LAZYNCCL_LIBPATH=$PWD/real exec ./calls "$@"
END
chmod +x calls_in
each real >usual
each lazy >lazily
equal "$(cat lazily)" "$(cat usual)"
[ "$(wc -l <lazily)" -ge 17 ] || fail "only these were made: $(cat lazily)"

# No library is mapped before a call.
cat >maps.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
static int mapped(void)
{
    char line[4096];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        found |= strstr(line, "/real/") != NULL;
    fclose(maps);
    return found;
}
int main(void)
{
    int (*self)(int) = (int (*)(int))dlsym(dlopen("libcorner.so.1", RTLD_NOW), "corner_self");
    int before = mapped();
    return self(1) != 2 || before || !mapped();
}
END
$CC -w maps.c -o calls -ldl
./calls_in lazy || fail "the library is mapped before the call, or not after it"
