# A function of CUDA's runtime, which has no stub, is explained with the release that added or
# removed it, and so is the architecture of a GPU, which a line, a compiler's option or the GPU's name
# tells. If every release has the function, the library is not loaded.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

mkdir root
# explain MESSAGE PATTERN...
explain()
{
    "$TOOL" explain "$1" --root "$stage/root" --no-python >out || fail "$?: $(cat out)"
    shift
    for pattern; do
        says out "$pattern"
    done
}

explain 'ImportError: lib/librmm.so: undefined symbol: cudaMemPoolCreate' \
    '^librmm\.so needs cudaMemPoolCreate, which this CUDA runtime lacks \[LN103\]$' \
    '^  cudaMemPoolCreate came with CUDA runtime 11\.2$'
explain './a: symbol lookup error: ./a: undefined symbol: cudaGetDriverEntryPointByVersion_ptsz' \
    'came with CUDA runtime 12\.5$'
explain 'a.so: undefined symbol: cudaMallocAsync, version libcudart.so.11.0' \
    'this CUDA runtime lacks \[LN103\]' 'came with CUDA runtime 11\.2$'
explain 'ImportError: a.so: undefined symbol: cudaBindTexture' \
    '^  cudaBindTexture went away with CUDA runtime 12\.0$'
explain 'ImportError: a.so: undefined symbol: cudaDriverGetVersion' \
    '^a\.so needs cudaDriverGetVersion, and nothing has loaded CUDA runtime \[LN704\]$' \
    '^  Do: link a\.so with -lcudart'
explain 'ImportError: a.so: undefined symbol: __cudaPopCallConfiguration' 'came with CUDA runtime 9\.2$'
explain 'ImportError: a.so: undefined symbol: __cudaRegisterFunction' 'nothing has loaded CUDA runtime'
explain 'ImportError: a.so: undefined symbol: __cudaRegisterFatBinaryEnd' 'came with CUDA runtime 10\.1$'
explain 'ImportError: a.so: undefined symbol: cudaSomethingNew' 'this CUDA runtime lacks \[LN103\]'
says_not out 'came with'

# The driver's functions since CUDA 9 are known by release, and nothing is claimed of NVML's.
explain 'ImportError: a.so: undefined symbol: cuMemCreate' \
    'this driver lacks: it is older than CUDA 10\.2' 'came with the driver of CUDA 10\.2$'
explain 'ImportError: a.so: undefined symbol: cuMemMapArrayAsync' 'came with the driver of CUDA 11\.1$'
explain 'a: symbol lookup error: a: undefined symbol: nvmlDeviceGetPcieThroughput' \
    ' needs nvmlDeviceGetPcieThroughput, of a newer driver, or loads'
explain 'ImportError: a.so: undefined symbol: cuMemAlloc_v2' 'nothing has loaded NVIDIA.s driver'

# Each release of the table is one of CUDA's, and the library of the newest toolkit has nothing
# that the table does not know but internal functions and definitions with a number.
"$PYTHON" - "$SOURCE" <<'EOF'
import subprocess, sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from gen.facts.functions import rows
from gen.stub.version import Version
from gen.update.wheel import cache

table = rows(Path(sys.argv[1]) / "stubs/facts/functions.txt")
assert len(table) > 450, len(table)
assert len({name for name, _, _ in table}) == len(table)
assert all(added < (removed or Version(99, 0)) for _, added, removed in table)
known = {name for name, _, removed in table if not removed}
for library in cache().glob("nvidia-cuda-runtime-13.*/**/libcudart.so.13"):
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True,
                            check=True).stdout
    exported = {line.split()[-1].partition("@")[0] for line in listed.splitlines()
                if " T cuda" in line}
    assert len(exported - known) < 20, exported - known
EOF

# What is too new or too old for a release of CUDA.
explain "nvcc fatal : Unsupported gpu architecture 'compute_89'" \
    'is older than the GPU \[LN813\]$' '^  sm_89 .Ada. came with CUDA 11\.8$'
explain "ptxas fatal : Value 'sm_30' is not defined for option 'gpu-name'" \
    'does not have the GPU architecture that the build asks for' \
    '^  sm_30 .Kepler. went away with CUDA 11\.0$'
explain 'nvrtc: error: invalid value for --gpu-architecture (-arch)
Options: -ftz=true -arch=compute_21' \
    'has no code for this GPU, an old one' '^  sm_21 .Fermi. went away with CUDA 9\.0$'
explain 'GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.
The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70' \
    'does not know this GPU' '^  sm_120 .Blackwell. came with CUDA 12\.8$'
explain 'Found GPU0 a which is of cuda capability 3.5. PyTorch no longer supports this GPU' \
    '^  sm_35 .Kepler. went away with CUDA 12\.0$'
explain 'Device 0: Tesla P100-PCIE-16GB
CUDA error: no kernel image is available for execution on the device' \
    '^  sm_60 .Pascal. went away with CUDA 13\.0$'
explain 'CUDA error: no kernel image is available for execution on the device' 'does not know this GPU'
says_not out ' came with CUDA| went away with '

# Of several versions of the C library the highest decides, also over libstdc++'s.
explain "$ ./a
./a: /lib/libm.so.6: version \`GLIBC_2.29' not found (required by ./a)
./a: /lib/libc.so.6: version \`GLIBC_2.28' not found (required by ./a)
./a: /lib/libstdc++.so.6: version \`GLIBCXX_3.4.29' not found (required by ./b)" \
    '^the C library is older than a requires .GLIBC_2\.29.' '^  line 2: '
