# There is only one copy of NCCL, whether it is loaded before or after the stand-in, by path or
# name, globally or locally, and also if three modules in one Python use a linked lazynccl, the
# stand-in, and dlopen.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/standin.sh"
newer=nvidia-nccl-cu13-2.28.9
need_release $newer nvidia-nccl-cu12-2.27.3
real=$(lib $newer)/libnccl.so.2 lazy=nccl
"$TOOL" run --lazy nccl true
standin=$(in_cache libnccl.so.2)
version=$(number $newer)
$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl
$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o linked -Wl,--no-as-needed "$real" -ldl \
    -Wl,--allow-shlib-undefined
# Another release is later in the path; loaded copies take precedence.
export LD_LIBRARY_PATH="$(lib nvidia-nccl-cu12-2.27.3)"

said() # EXPECTED PROGRAM ARGUMENT...
{
    expected=$1
    shift
    LD_LIBRARY_PATH=$(dirname "$standin"):$LD_LIBRARY_PATH timeout 120 $ldso --inhibit-cache "$@" \
        >output 2>&1 || fail "$*: status $?"
    equal "$(cat output)" "$expected
$(printf 'mapped %s\n' "$real" "$standin" | sort)"
}
for open in open open-global; do
    said "nccl 0 $version
ncclGetVersion 0 $version.-1" ./linked $open="$real" nccl call=ncclGetVersion mapped=libnccl
    said "ncclGetVersion 0 $version.-1
ncclGetVersion 0 $version.-1" ./host $open="$real" call=ncclGetVersion open="$standin" \
        call=ncclGetVersion mapped=libnccl
    said "ncclGetVersion 0 $version.-1
ncclGetVersion 0 $version.-1" ./host $open="$standin" $open="$real" call=ncclGetVersion \
        $open="$standin" call=ncclGetVersion mapped=libnccl
done
LD_LIBRARY_PATH=$(lib $newer)
said "nccl 0 $version
ncclGetVersion 0 $version.-1
ncclGetVersion 0 $version.-1" ./linked nccl open="$real" call=ncclGetVersion open=libnccl.so.2 \
    call=ncclGetVersion mapped=libnccl

# Renamed, for a program whose DT_RPATH leads to the real library.
need patchelf
mkdir own
cp "$standin" own/libnccl-lazy.so.2
patchelf --set-soname libnccl-lazy.so.2 own/libnccl-lazy.so.2
cp linked renamed
patchelf --replace-needed libnccl.so.2 libnccl-lazy.so.2 renamed
patchelf --force-rpath --set-rpath "$stage/own:$(lib $newer)" renamed
unset LD_LIBRARY_PATH
equal "$(run ./renamed mapped=libnccl nccl mapped=libnccl)" "mapped $stage/own/libnccl-lazy.so.2
nccl 0 $version
$(printf 'mapped %s\n' "$stage/own/libnccl-lazy.so.2" "$real" | sort)"

# Three modules.
cat >linked.c <<'C'
int ncclGetVersion(int *version);
int use(int *version)
{
    return ncclGetVersion(version);
}
C
cat >by-hand.c <<'C'
#include <dlfcn.h>
int use(int *version)
{
    void *nccl = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    int (*ask)(int *) = nccl ? (int (*)(int *))dlsym(nccl, "ncclGetVersion") : 0;
    return ask ? ask(version) : -1;
}
C
mkdir -p site-packages/app
consumer linked.c site-packages/app/static.so -shared -fPIC
$CC -shared -fPIC linked.c -o site-packages/app/stand-in.so "$real" -Wl,--allow-shlib-undefined
$CC -shared -fPIC by-hand.c -o site-packages/app/by-hand.so -ldl
install_wheel $newer site-packages
cat >use.py <<'PY'
import ctypes
import sys

from maps import mapped

for name in sys.argv[1:]:
    version = ctypes.c_int()
    code = ctypes.CDLL(f"site-packages/app/{name}.so").use(ctypes.byref(version))
    print(code, version.value)
print(*(path for path in mapped() if "/cache/" not in path))
PY
# (if the real one is loaded under its SONAME first, the stand-in is not loaded)
for order in 'static stand-in by-hand' 'stand-in by-hand static' 'by-hand static stand-in'; do
    lazily "$(command -v python3)" use.py $order >output
    equal "$(cat output)" "0 $version
0 $version
0 $version
$stage/site-packages/nvidia/nccl/lib/libnccl.so.2"
done
