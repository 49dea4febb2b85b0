# `import torch` maps NCCL, NVRTC and nvJitLink, by DT_RPATH and by searching sys.path. With the
# stand-ins it maps none; each is loaded at its first use, from PyTorch's own wheels.
. "$SOURCE/tests/real/support/standin.sh"
need_environment torch-2.15.0
cat >ask.py <<'PY'
import ctypes
import os
import re
import sys
import warnings

from maps import mapped

warnings.simplefilter("ignore")
WANTED = ("VmRSS", "RssAnon", "RssFile")

def bytes_read():
    with open("/proc/self/io", encoding="utf-8") as io:
        return int(re.search(r"^read_bytes: (\d+)", io.read(), re.MULTILINE)[1])

def resident():
    with open("/proc/self/status", encoding="utf-8") as status:
        rows = re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.MULTILINE)
    return {name: int(size) for name, size in rows}

# Drop the three from the page cache, so that reading them is visible.
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
before = bytes_read()
import torch

print("import", *mapped())
print("figures", *(f"{name} {resident()[name] // 1024} MiB" for name in WANTED),
      f"read from disk {(bytes_read() - before) >> 20} MiB")

import torch.cuda.nccl

print("nccl", len(torch.cuda.nccl.unique_id()), *mapped())
major, minor = ctypes.c_int(), ctypes.c_int()
ctypes.CDLL("libnvrtc.so.13").nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
print("nvrtc", major.value, minor.value, *mapped())
ctypes.CDLL("libnvJitLink.so.13").nvJitLinkVersion(ctypes.byref(major), ctypes.byref(minor))
print("nvjitlink", major.value, minor.value, *mapped())
print("sum", float(torch.arange(10.0).sum()))
PY
nccl=$packages/nvidia/nccl/lib/libnccl.so.2
nvrtc=$packages/nvidia/cu13/lib/libnvrtc.so.13
nvjitlink=$packages/nvidia/cu13/lib/libnvJitLink.so.13
run "$python" -c 'import torch' 2>/dev/null # brings the other files into the page cache
run "$python" ask.py $nccl $nvrtc $nvjitlink >usual 2>&1 || fail "$(cat usual)"
says usual "^import $(in_order $nccl $nvrtc $nvjitlink)$"

lazily "$python" ask.py $nccl $nvrtc $nvjitlink >lazy 2>&1 || fail "$(cat lazy)"
standins="$(in_cache libnccl.so.2) $(in_cache libnvrtc.so.13) $(in_cache libnvJitLink.so.13)"
equal "$(grep -v '^figures' lazy)" "import $(in_order $standins)
nccl 128 $(in_order $standins $nccl)
nvrtc 13 2 $(in_order $standins $nccl $nvrtc)
nvjitlink 13 5 $(in_order $standins $nccl $nvrtc $nvjitlink)
sum 45.0"
echo "as usual:  $(sed -n 's/^figures //p' usual)"
echo "stand-ins: $(sed -n 's/^figures //p' lazy)"

# Some of them stay real.
fresh_cache
lazy=nccl
lazily "$python" ask.py >some 2>&1
says some "^import $(in_order $(in_cache libnccl.so.2) $nvrtc $nvjitlink)$"
