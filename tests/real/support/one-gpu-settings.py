"""usage: one-gpu-settings.py LAZYNCCL LIBNCCL...: for each file and many settings, compares
doctor's findings with the result of a communicator of one rank, and prints the number of false and
missing errors. Run manually, on a machine with a GPU."""

import ctypes
import json
import os
import re
import subprocess
import sys

SETTINGS = (
    "", "NCCL_NET=", "NCCL_NET=nosuch", "NCCL_NET=IB", "NCCL_NET=ib", "NCCL_NET=Socket",
    "NCCL_NET=socket", "NCCL_NET=IB NCCL_IB_DISABLE=1", "NCCL_NET=IB NCCL_NET_PLUGIN=none",
    "NCCL_NET_PLUGIN=", "NCCL_NET_PLUGIN=none", "NCCL_NET_PLUGIN=nosuch", "NCCL_NET_PLUGIN=st",
)


class UniqueId(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char * 128)]


def communicate(path: str) -> int:
    """Returns the first code other than 0 on the way to a communicator."""
    nccl = ctypes.CDLL(path)
    nccl.ncclCommInitRank.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, UniqueId,
                                      ctypes.c_int]
    unique, communicator = UniqueId(), ctypes.c_void_p()
    code: int = nccl.ncclGetUniqueId(ctypes.byref(unique))
    return code or int(nccl.ncclCommInitRank(ctypes.byref(communicator), 1, unique, 0))


def output(*command: str, **variables: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "NCCL_NVLS_ENABLE": "0"}
    try:
        return subprocess.run(command, env=environment | variables, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, text=True, errors="replace",
                              timeout=30).stdout
    except subprocess.TimeoutExpired:
        return "hangs"


def main() -> int:
    if len(sys.argv) == 2:
        print("code", communicate(sys.argv[1]), flush=True)
        os._exit(0)
    wrong = 0
    for path in sys.argv[2:]:
        print(path)
        for setting in SETTINGS:
            variables = dict(part.split("=", 1) for part in setting.split())
            said = json.loads(output(sys.argv[1], "doctor", "--no-python", "--json",
                                     LAZYNCCL_LIBPATH=path, **variables))
            errors = [found["id"] for found in said["findings"] if found["severity"] == "error"]
            others = [found["id"] for found in said["findings"] if found["severity"] != "error"]
            answer = re.search(r"^code (\d+)$", output(sys.executable, __file__, path, **variables),
                               re.MULTILINE)
            code = int(answer[1]) if answer else -1
            wrong += bool(errors) != bool(code)
            print(f"{code:4} {' '.join(errors) or '-':12} {' '.join(others) or '-':12} {setting}",
                  flush=True)
    print(f"wrong: {wrong}")
    return wrong > 0


sys.exit(main())
