# CuPy's module for NCCL is compiled from its unchanged source distribution and linked with the
# archive in place of NCCL. Without NCCL it can be imported and its exception says why NCCL is
# missing; with NCCL in site-packages it calls NCCL.
need_environment cupy-13.2.0
need_release nvidia-nccl-cu12-2.27.3 nvidia-cuda-runtime-cu12-12.9.79
sdist cupy 13.2.0
builder 'Cython==3.0.12'

cp -r "$source" cupy
builder/bin/cython -w cupy -3 --cplus -E CUPY_CUDA_VERSION=12000,CUPY_HIP_VERSION=0 \
    -E CUPY_USE_CUDA_PYTHON=False cupy_backends/cuda/libs/nccl.pyx >cython.log 2>&1 ||
    fail "cython: $(tail -n 5 cython.log)"
$CXX -O1 -w -shared -fPIC cupy/cupy_backends/cuda/libs/nccl.cpp -o nccl.so \
    -I"$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')" \
    $(headers nvidia-nccl-cu12-2.27.3 nvidia-cuda-runtime-cu12-12.9.79) "$ARCHIVE"
is_lazy nccl.so

# The installed CuPy, with its module replaced by this one.
install_beside
cp -r "$packages"/* "$site"
cp nccl.so "$site"/cupy_backends/cuda/libs/nccl.cpython-*.so
cat >job.py <<'END_OF_JOB'
from cupy.cuda import nccl
assert nccl.available
try:
    print(nccl.get_version(), len(nccl.get_unique_id()))
except nccl.NcclError as error:
    print(error)
END_OF_JOB
"$python" job.py >said 2>&1 || fail "$(cat said)"
says said '^NCCL_ERROR_SYSTEM_ERROR: NCCL cannot be used: no libnccl\.so\.2 in any search location'
install_wheel nvidia-nccl-cu12-2.27.3 "$site"
"$python" job.py >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" '22703 128'
