# Python packages bypass LD_LIBRARY_PATH with DT_RPATH, or with the path of a wheel's file that they
# search in sys.path or know. `lazynccl run` leads them to the stand-in of each library in this
# Python's wheels, and to no other. Other imports work as usual.
"$PYTHON" -m venv --without-pip venv >venv.log 2>&1 || skip "no venv: $(cat venv.log)"
site=$(echo "$stage"/venv/lib/python3*/site-packages)
fake_library nccl 2.28.1 "$site/nvidia/nccl/lib"
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib"
fake_library nvjitlink 13.0 "$site/nvidia/cu13/lib"
mkdir "$site/nvidia/nccl/include" "$site/bound"
echo 'int ncclGetVersion(int *version); int use(int *v) { return ncclGetVersion(v); }' >bound.c
$CC -shared -fPIC bound.c -o "$site/bound/bound.so" "$site/nvidia/nccl/lib/libnccl.so.2" \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN/../nvidia/nccl/lib'
cat >common.py <<'PY'
import ctypes
import glob
import os
import sys

def mapped():
    with open("/proc/self/maps") as maps:
        names = {line.split(None, 5)[5].strip() for line in maps if "/libn" in line}
    return sorted((name for name in names if "builtins" not in name),
                  key=lambda name: (os.path.basename(name), name))

def version(library, name):
    number = ctypes.c_int(-1)
    return getattr(library, name)(ctypes.byref(number), ctypes.byref(ctypes.c_int())), number.value

def first_in_path(pattern):
    """As PyTorch looks for what it loads before anything else."""
    return next(found for entry in sys.path for found in glob.glob(os.path.join(entry, pattern)))
PY
cat >asks.py <<'PY'
from common import *

print(*mapped())
print(*(os.path.basename(entry) for entry in sys.path if "/site/" in entry))
print(first_in_path("nvidia/nccl/lib/libnccl.so.*[0-9]"))
print(first_in_path("nvidia/cuda_nvrtc/lib/libnvrtc.so.*[0-9]"))
bound = ctypes.CDLL(glob.glob(sys.prefix + "/lib/python3*/site-packages/bound/bound.so")[0])
print(*mapped())
print(*version(bound, "use"))
print(*version(ctypes.CDLL(first_in_path("nvidia/nccl/lib/libnccl.so.2")), "ncclGetVersion"))
# Is it loaded? Looked up by SONAME only.
print(*version(ctypes.CDLL("libnvrtc.so.12", os.RTLD_NOW | os.RTLD_NOLOAD), "nvrtcVersion"))
print(*version(ctypes.CDLL("libnvJitLink.so.13", os.RTLD_NOW | os.RTLD_NOLOAD), "nvJitLinkVersion"))
print(*mapped())
PY
paths()
{
    printf '%s\n' "$@" | sed 's,.*/,& ,' | sort -k2,2 -k1,1 | tr -d ' ' | paste -sd' ' -
}
"$TOOL" run -- venv/bin/python asks.py >output 2>&1 || fail "$(cat output)"
nccl=$(in_cache libnccl.so.2) nvrtc=$(in_cache libnvrtc.so.12)
ours="$nccl $(in_cache libnvJitLink.so.13) $nvrtc"
equal "$(cat output)" "$ours
libnvJitLink.so.13 libnvrtc.so.12 libnccl.so.2
$nccl
$nvrtc
$ours
0 22801
0 22801
0 12
0 13
$(paths $ours "$site/nvidia/nccl/lib/libnccl.so.2" "$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" \
    "$site/nvidia/cu13/lib/libnvJitLink.so.13")"

# a package that knows where its files are gets the stand-in all the same, also by another name, or
# if its files are links, as uv makes them to its cache
mkdir uv
mv "$site/nvidia/cu13/lib/libnvJitLink.so.13" uv
ln -s "$stage/uv/libnvJitLink.so.13" "$site/nvidia/cu13/lib"
ln -s libnccl.so.2 "$site/nvidia/nccl/lib/libnccl.so"
cat >knows.py <<'PY'
import pathlib
from common import *

site = pathlib.Path(glob.glob(sys.prefix + "/lib/python3*/site-packages")[0])
for file in site / "nvidia/cu13/lib/libnvJitLink.so.13", str(site / "nvidia/nccl/lib/libnccl.so"):
    ctypes.CDLL(str(file))
print(*mapped())
assert ctypes.CDLL(None).getpid() == ctypes.CDLL("libc.so.6").getpid() == os.getpid()
PY
rm -r cache
"$TOOL" run -- venv/bin/python knows.py >output 2>&1 || fail "$(cat output)"
ours="$(in_cache libnccl.so.2) $(in_cache libnvJitLink.so.13) $(in_cache libnvrtc.so.12)"
equal "$(cat output)" "$ours"
rm "$site/nvidia/nccl/lib/libnccl.so"

# only the chosen ones
rm -r cache
"$TOOL" run --lazy nvrtc -- venv/bin/python -c 'from common import *; print(*mapped())' >output
equal "$(cat output)" "$(in_cache libnvrtc.so.12)"
# a Python without wheels is intercepted only through LD_LIBRARY_PATH
"$PYTHON" -m venv --without-pip bare
rm -r cache
"$TOOL" run -- bare/bin/python -c 'from common import *
print(*mapped())
print([entry for entry in sys.path if "/cache/" in entry])
ctypes.CDLL("libnccl.so.2")
print(*mapped())' >output
equal "$(cat output)" "
[]
$(in_cache libnccl.so.2)"
# conda's libraries are in its prefix, and its modules find them through DT_RPATH
fake_library nccl 2.27.3 bare/lib
mv bare/lib/libnccl.so.2 bare/lib/libnccl.so.2.27.3
ln -s libnccl.so.2.27.3 bare/lib/libnccl.so.2
rm -r cache
$CC -shared -fPIC bound.c -o bare/bound.so bare/lib/libnccl.so.2 \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN/lib'
CONDA_PREFIX=$stage/bare "$TOOL" run -- bare/bin/python -c 'from common import *
bound = ctypes.CDLL("bare/bound.so")
print(*mapped())
print(*version(bound, "use"))
print(*mapped())' >output
equal "$(cat output)" "$(in_cache libnccl.so.2)
0 22703
$(paths "$(in_cache libnccl.so.2)" "$stage/bare/lib/libnccl.so.2.27.3")"

# the package nvidia is imported as usual, whether it is a namespace or has a file
cat >imports.py <<'PY'
import importlib
import pkgutil

import nvidia
import nvidia.nccl

importlib.invalidate_caches()
import nvidia.cu13

print(list(nvidia.__path__), nvidia.__file__)
print(list(nvidia.nccl.__path__))
print(importlib.util.find_spec("nvidia.cu13").submodule_search_locations)
print(sorted(m.name for m in pkgutil.iter_modules(nvidia.__path__)))
PY
for regular in no yes; do
    [ $regular = no ] || touch "$site/nvidia/__init__.py" "$site/nvidia/nccl/__init__.py"
    venv/bin/python imports.py >expected
    "$TOOL" run -- venv/bin/python imports.py >output 2>&1
    equal "$(cat output)" "$(cat expected)"
    says output "$site/nvidia"
done

# the sitecustomize hidden by ours runs, and its errors are shown
echo 'import sys; print("hidden", __name__ in sys.modules)' >"$site/sitecustomize.py"
whose='import sitecustomize; print(sitecustomize.__file__)' # Debian's Python has its own
equal "$("$TOOL" run -- venv/bin/python -c "$whose")" "$(venv/bin/python -c "$whose")"
echo 'import nothing_like_it' >"$site/sitecustomize.py"
venv/bin/python -c 0 >expected 2>&1 || true
"$TOOL" run -- venv/bin/python -c 0 >output 2>&1 || true
equal "$(grep -v '^  ' output)" "$(grep -v '^  ' expected)"
rm "$site/sitecustomize.py"

# Child processes are also intercepted, by stand-ins of their own Python's libraries.
rm -r cache
"$TOOL" run --lazy nccl -- venv/bin/python -c 0
own=$(in_cache libnccl.so.2)
equal "$("$TOOL" run --lazy nccl -- sh -c 'cd / && "$0" -c "
import subprocess, sys
sys.path.append(sys.argv[1])
from common import *
print(*mapped())
subprocess.run([sys.executable, \"-c\", \"from common import *; print(*mapped())\"],
               cwd=sys.argv[1])
" "$1"' "$stage/venv/bin/python" "$stage")" "$own
$own"

# without NCCL
rm bare/lib/libnccl.so.2
"$TOOL" run -- bare/bin/python -c 'from common import *
library = ctypes.CDLL("libnccl.so.2")
library.ncclGetErrorString.restype = ctypes.c_char_p
print(version(library, "ncclGetVersion")[0], library.ncclGetErrorString(2).decode())' >output
says output '^2 NCCL cannot be used: no libnccl\.so\.2 in any search location; '
