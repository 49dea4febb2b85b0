# CuPy 13.1 loads its NCCL at `import cupy`, later ones at `import cupy.cuda.nccl`. With the drop-in
# no import maps NCCL; the first call maps the one that CuPy would have loaded.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/dropin.sh"
need_release nvidia-nccl-cu12-2.16.2 nvidia-nccl-cu12-2.18.1 nvidia-nccl-cu12-2.27.3
cat >ask.py <<'PY'
from maps import mapped

import cupy

print("cupy", *mapped())
from cupy.cuda import nccl

print("nccl", *mapped())
print("version", nccl.get_version(), len(nccl.get_unique_id()), *mapped())
PY

# CuPy 13.1 opens NCCL in its own folder, by its path.
need_environment cupy-13.1.0
own=$stage/cuda_lib/12.x/nccl/2.16.2/lib
mkdir -p "$own"
ln -s "$(lib nvidia-nccl-cu12-2.16.2)/libnccl.so.2" "$own/libnccl.so.2.16.2"
CUPY_CUDA_LIB_PATH=$stage/cuda_lib run "$python" ask.py >said 2>&1
says said "^cupy .*/libnccl.so.2"

# A drop-in cannot intercept paths, so CuPy's copy is hidden from it and given to lazynccl.
CUPY_CUDA_LIB_PATH=/nowhere LAZYNCCL_LIBPATH=$own lazily "$python" ask.py >said 2>&1
equal "$(sed 's/ *$//' said)" "cupy
nccl $installed/libnccl.so.2
version 21602 128 $(printf '%s\n' "$own/libnccl.so.2.16.2" "$installed/libnccl.so.2" |
    sed "s,^$own/.*,$(readlink "$own/libnccl.so.2.16.2")," | sort | paste -sd' ' -)"

# from a wheel next to it, as installed by pip
for name in cupy-13.1.0 cupy-13.6.0 cupy-14.2.0; do
    need_environment $name
    for release in nvidia-nccl-cu12-2.18.1 nvidia-nccl-cu12-2.27.3; do
        install_beside $release
        real=$site/nvidia/nccl/lib/libnccl.so.2
        lazily "$python" ask.py >said 2>&1
        equal "$(cat said)" "cupy $installed/libnccl.so.2
nccl $installed/libnccl.so.2
version $(number $release) 128 $(printf '%s\n' "$real" "$installed/libnccl.so.2" | sort |
            paste -sd' ' -)"
    done
done

# CuPy 14 takes the folder above NVRTC's as CUDA's root, so a drop-in for NVRTC misleads it.
echo 'from cupy import _environment; print(_environment.get_cuda_path())' >root.py
as_usual=$("$python" root.py)
[ "$("$lazynccl" run --libs nccl,nvjitlink -- "$python" root.py)" = "$as_usual" ] ||
    fail 'the drop-ins for NCCL and nvJitLink mislead CuPy'
says_root=$("$lazynccl" run -- "$python" root.py)
equal "$says_root" "${installed%/dropin}"
