# PyCUDA has a module that links CUDA's driver and cuRAND. With the link folder in LDFLAGS, as
# described in docs/adopting.md, and no other change, its wheel can be imported without these
# libraries, its exception says why they are missing, and it calls a driver that is present.
need_toolkit
sdist pycuda 2026.1
builder 'setuptools==69.5.1' 'wheel==0.43.0' 'numpy==2.0.2' 'pytools==2024.1.21' 'mako==1.3.10'
link_folder cuda curand

cp -r "$source" pycuda
PATH=$toolkit/bin:$PATH LDFLAGS=-L$stage/link builder/bin/pip install -q --no-build-isolation \
    --no-deps ./pycuda >build.log 2>&1 || fail "$(tail -n 5 build.log)"
is_lazy builder/lib/python3*/site-packages/pycuda/_driver.*.so

cat >job.py <<'END_OF_JOB'
import pycuda.driver
try:
    pycuda.driver.init()
    print(pycuda.driver.get_driver_version(), pycuda.driver.Device.count())
except pycuda.driver.Error as error:
    print(error)
END_OF_JOB
builder/bin/python job.py >said 2>&1 || fail "$(cat said)"
says said '^cuInit failed: CUDA driver cannot be used: no libcuda\.so\.1 in any search location; '

# A driver that sees no GPU.
driver cuda <<'END_OF_C'
int cuInit(unsigned flags) { return (int)flags; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGetCount(int *count) { return *count = 0; }
END_OF_C
LAZYNCCL_LIBPATH=$stage/driver builder/bin/python job.py >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" '13000 0'
