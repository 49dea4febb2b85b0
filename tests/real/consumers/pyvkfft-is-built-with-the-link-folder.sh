# pyvkfft has a setup.py that links CUDA's driver and NVRTC with nvcc. With the link folder in
# NVCC_PREPEND_FLAGS, as described in docs/adopting.md, and no other change, its module loads
# without these libraries, prints why NVRTC cannot be used, and compiles its kernels if NVRTC is
# present.
need_release nvidia-cuda-nvrtc-13.0.88
need_toolkit
sdist pyvkfft 2025.1.1
builder 'setuptools==69.5.1'
link_folder cuda nvrtc

cp -r "$source" pyvkfft
cd pyvkfft
VKFFT_BACKEND=cuda CUDA_PATH=$toolkit NVCC_PREPEND_FLAGS=-L$stage/link \
    ../builder/bin/python setup.py build_ext --inplace >../build.log 2>&1 ||
    fail "setup.py: $(tail -n 5 ../build.log)"
cd ..
module=$(echo pyvkfft/pyvkfft/_vkfft_cuda.*.so)
is_lazy "$module"

# A driver with one GPU, which accepts any kernel and runs none.
driver cuda <<'END_OF_C'
#include <stdio.h>
#include <string.h>
int cuCtxGetDevice(int *device) { return *device = 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    *value = attribute == 75                      ? 9 /* compute capability 9.0 */
             : attribute == 76                    ? 0
             : attribute == 10                    ? 32    /* threads of a warp */
             : attribute == 8 || attribute == 97  ? 49152 /* bytes of shared memory */
             : attribute >= 5 && attribute <= 7   ? 65535 /* blocks of a grid */
                                                  : 1024;
    return device;
}
int cuModuleLoadDataEx(void **module, const void *code)
{
    *module = NULL;
    return puts(memcmp(code, "\177ELF", 4) ? "not machine code" : "machine code") < 0;
}
int cuModuleGetFunction(void **function) { return *function = NULL, 0; }
int cuFuncSetAttribute(void) { return 0; }
int cuModuleUnload(void) { return 0; }
END_OF_C

cat >job.py <<'END_OF_JOB'
import ctypes
import sys

module = ctypes.CDLL(sys.argv[1])
module.make_config.restype = module.init_app.restype = ctypes.c_void_p
numbers = ctypes.c_long * 8
result, used = ctypes.c_int(), ctypes.c_size_t()
config = module.make_config(numbers(16, *[1] * 7), ctypes.c_size_t(1), ctypes.c_void_p(4096), None,
                            None, 1, ctypes.c_size_t(4), 0, 0, 0, -1, -1, 0, -1, ctypes.c_size_t(1),
                            numbers(), -1, -1, -1, -1, -1, -1, -1, numbers(*[-1] * 8), -1)
if config:
    module.init_app(ctypes.c_void_p(config), ctypes.byref(result), ctypes.byref(used), numbers(),
                    numbers())
print(bool(config), result.value, flush=True)
END_OF_JOB
job()
{
    builder/bin/python job.py "$module" >said 2>&1 || fail "$(cat said)"
}
job
says said '^Could not get the current device'
export LAZYNCCL_LIBPATH="$stage/driver"
job
says said '^nvrtcCreateProgram error: NVRTC cannot be used: no libnvrtc\.so\.13 or older'
says said '^True 4030$'
LAZYNCCL_LIBPATH=$LAZYNCCL_LIBPATH:$(lib nvidia-cuda-nvrtc-13.0.88) job
says said '^machine code$'
says said '^True 0$'
