"""usage: hold.py PATH...: loads the libraries, prints which NCCL their SONAME now refers to ("0 0"
for none), and waits for the end of its input."""

import ctypes
import os
import sys

loaded = [ctypes.CDLL(path) for path in sys.argv[1:]]
version = ctypes.c_int()
try:
    code = ctypes.CDLL("libnccl.so.2", os.RTLD_NOW | os.RTLD_NOLOAD).ncclGetVersion(
        ctypes.byref(version))
except OSError:
    code = 0
print(code, version.value, flush=True)
sys.stdin.read()
