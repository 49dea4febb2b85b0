# cuda.bindings calls dlsym for all of a library's functions at the first call, and cuda.pathfinder
# finds NVIDIA's wheels unless the SONAME is loaded. With stand-ins this loads nothing, and compiling
# and linking give the same results.
. "$SOURCE/tests/real/support/standin.sh"
need_environment cuda-python-13.5
cat >ask.py <<'PY'
import ctypes
import hashlib

from cuda.bindings import nvjitlink, nvrtc
from cuda.bindings._internal import nvjitlink as inner
from maps import mapped

print("import", *mapped())
# all of nvJitLink's functions, by dlsym
found = {name for name, pointer in inner._inspect_function_pointers().items() if pointer}
print("symbols", "__nvJitLinkComplete" in found, len(found) > 10, *mapped())
print("version", nvjitlink.version(), *mapped())

source = b'extern "C" __global__ void f(float *x) { *x *= 2; }'

def compile_with(name, option, size, get):
    error, program = nvrtc.nvrtcCreateProgram(source, b"f.cu", 0, None, None)
    (error,) = nvrtc.nvrtcCompileProgram(program, 2, [b"-arch=compute_80", option])
    error, count = size(program)
    code = bytearray(count)
    code = bytes(count)
    (error,) = get(program, code)
    print(name, error, hashlib.sha256(code).hexdigest())
    return code

ptx = compile_with("ptx", b"-lineinfo", nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)
ltoir = compile_with("ltoir", b"-dlto", nvrtc.nvrtcGetLTOIRSize, nvrtc.nvrtcGetLTOIR)
linker = nvjitlink.create(2, ["-arch=sm_80", "-lto"])
nvjitlink.add_data(linker, nvjitlink.InputType.LTOIR, ltoir, len(ltoir), "f")
nvjitlink.complete(linker)
cubin = bytearray(nvjitlink.get_linked_cubin_size(linker))
nvjitlink.get_linked_cubin(linker, cubin)
print("cubin", hashlib.sha256(cubin).hexdigest())

from cuda.core import Linker, LinkerOptions, Program, ProgramOptions

options = ProgramOptions(arch="sm_80", link_time_optimization=True)
part = Program(source.decode(), "c++", options).compile("ltoir")
code = Linker(part, options=LinkerOptions(arch="sm_80", link_time_optimization=True)).link("cubin")
print("core", hashlib.sha256(code.code).hexdigest())

# cuBLASLt and cuDNN look up this undeclared function: like nvrtcCreateProgram with no further
# arguments
library = ctypes.CDLL("libnvrtc.so.13")
handle = ctypes.c_void_p()
create = library["__nvrtcCPEx"]
create.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int,
                   ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
print("inner", create(ctypes.byref(handle), source, b"f.cu", 0, None, None, 0, None, None),
      library.nvrtcCompileProgram(handle, 0, None))
PY
run "$python" ask.py >usual 2>&1 || fail "$(cat usual)"
lazily "$python" ask.py >lazy 2>&1 || fail "$(cat lazy)"
standins="$(in_cache libnvJitLink.so.13) $(in_cache libnvrtc.so.13)"
real=$packages/nvidia/cu13/lib/libnvJitLink.so.13
says usual "^symbols True True $real$"
equal "$(head -n 3 lazy)" "import $standins
symbols True True $standins
version (13, 5) $(in_order $standins $real)"
# a cubin does not depend on how the library was found
equal "$(sed 1,3d lazy)" "$(sed 1,3d usual)"
says lazy '^inner 0 0$'
