# CuPy 13.1 loads its NCCL at `import cupy`, later ones at `import cupy.cuda.nccl`. With the stand-in
# no import maps NCCL; the first call maps the one that CuPy would have loaded.
. "$SOURCE/tests/real/support/standin.sh"
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

# A stand-in cannot intercept paths, so CuPy's copy is hidden from CuPy and given to lazynccl.
CUPY_CUDA_LIB_PATH=/nowhere LAZYNCCL_LIBPATH=$own lazily "$python" ask.py >said 2>&1
equal "$(sed 's/ *$//' said)" "cupy
nccl $(in_cache libnccl.so.2)
version 21602 128 $(in_order "$(readlink "$own/libnccl.so.2.16.2")" "$(in_cache libnccl.so.2)")"

# From a wheel next to it, as installed by pip.
for name in cupy-13.1.0 cupy-13.6.0 cupy-14.2.0; do
    need_environment $name
    for release in nvidia-nccl-cu12-2.18.1 nvidia-nccl-cu12-2.27.3; do
        install_beside $release
        real=$site/nvidia/nccl/lib/libnccl.so.2
        fresh_cache
        lazily "$python" ask.py >said 2>&1
        equal "$(cat said)" "cupy $(in_cache libnccl.so.2)
nccl $(in_cache libnccl.so.2)
version $(number $release) 128 $(in_order "$real" "$(in_cache libnccl.so.2)")"
    done
done

# CuPy 14 takes the folder above NVRTC's as CUDA's root: the stand-in has the same files around it
echo 'from cupy import _environment; print(_environment.get_cuda_path())' >root.py
as_usual=$("$python" root.py)
lazily=$("$TOOL" run -- "$python" root.py)
equal "$(cd "$lazily" && ls -L | grep -vx lib)" "$(cd "$as_usual" && ls | grep -vx lib)"
