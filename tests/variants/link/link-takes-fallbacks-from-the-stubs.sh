# A library of lazynccl's stubs, such as the CUDA driver, has the stub's values in a lazily linked program,
# also for names with a suffix. A Python module whose library needs the driver is imported without it.

"$PYTHON" -B - "$SOURCE" <<'END' || fail "not every stub is found by the names of its libraries"
import re, sys, tomllib
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from gen.link.fallbacks import OWN, matches, own_stub
found = 0
for path in Path(sys.argv[1], "stubs").glob("*.toml"):
    for soname in tomllib.loads(path.read_text()).get("sonames", ()):
        found += 1
        assert own_stub(soname[3:].partition(".so")[0]) == str(path), path
        assert not Path(OWN, path.name).exists(), path
assert found > 30 and not own_stub("z")
for name, pattern in product(("get", "get_x", "x_get", "xgetx", "gget"), ("*get*", "get*", "*get", "*g*t", "x?get")):
    assert matches(name, pattern) == fnmatchcase(name, pattern), (name, pattern)
END

# absent NAME FUNCTION VALUE: what an absent call returns
absent()
{
    toy $1 "int $2(void) { return 0; }" -Wl,-soname,lib$1.so.77
    echo "int $2(void); int main(void) { return $2(); }" >main.c
    LAZY_STRICT=1 LAZY_LIBS=$1 lazily $CC main.c -Llib -l$1 -o program
    exits "$3" ./program
}
absent cuda cuInit 34
absent nccl ncclCommDestroy 2
absent nvrtc nvrtcCompileProgram 11
absent nvJitLink __nvJitLinkComplete_13_0 6
absent nvidia-ml nvmlInit_v2 12
mkdir own
printf '[absent.functions]\ncuInit = "35"\n' >own/cuda.toml
LAZY_FALLBACKS=own absent cuda cuInit 35

# NCCL EP is linked with the driver; a module needs NCCL EP.
toy cuda 'int cuMemRelease(long long handle) { return 0; }
int cuGetErrorString(int status, const char **text) { *text = "real"; return 0; }' \
    -Wl,-soname,libcuda.so.77
cat >ep.c <<'END'
#include <nccl.h>
int cuMemRelease(unsigned long long), cuGetErrorString(int, const char **);
ncclResult_t ncclEpDestroy(const char **text)
{
    int status = cuMemRelease(1);
    cuGetErrorString(status, text);
    return status ? ncclSystemError : ncclSuccess;
}
END
LAZY_LIBS=cuda lazily $CC -shared -fPIC $VENDOR ep.c -Llib -lcuda -o lib/libnccl_ep.so
echo 'int ncclEpDestroy(const char **);
const char *destroy(void) { const char *text = "none"; return ncclEpDestroy(&text) == 2 ? text : "real"; }' >module.c
$CC -shared -fPIC module.c -Llib -lnccl_ep -Wl,-rpath,"$stage/lib" -o module.so
cat >import.py <<'END'
import ctypes
destroy = ctypes.CDLL("./module.so").destroy
destroy.restype = ctypes.c_char_p
print(destroy().decode())
END
shows '^libcuda.so.77: cannot open shared object file' "$PYTHON" import.py
ln -s libcuda.so.1 lib/libcuda.so.77
equal "$(LD_LIBRARY_PATH=$stage/lib "$PYTHON" import.py)" real
