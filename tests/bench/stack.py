"""Measures the cost of the libraries of a Python environment: usage: PYTHON stack.py NAME

Imports a package as on a machine without a GPU, and prints one JSON object: resident and anonymous
memory of the process, the amount read from the disk, the resident memory of each NVIDIA library,
the number of real libraries among them, and the installed size of each NVIDIA distribution. All
sizes are in KiB."""
import json
import os
import re
import sys
import sysconfig
import warnings
from importlib import metadata

SITE = sysconfig.get_paths()["purelib"]
ROWS = {  # distribution, its name in the table, the first statement of a program that uses it
    "torch": ("torch", "PyTorch", "import torch"),
    "jax": ("jax", "JAX", "import jax; jax.devices()"),
    "cupy": ("cupy-cuda13x", "CuPy", "import cupy"),
    "tensorflow": ("tensorflow", "TensorFlow", "import tensorflow"),
    "openmm": ("OpenMM", "OpenMM", "import openmm"),
    "nvmath": ("nvmath-python", "nvmath-python", "import nvmath"),
}


def used(path: str) -> int:
    """Returns the KiB on the disk."""
    return os.lstat(path).st_blocks // 2


def resident() -> tuple[dict[str, int], int]:
    """Returns library → KiB for libraries below the folder nvidia, and how many of them are
    real."""
    found: dict[str, int] = {}
    name, paths = None, set()
    with open("/proc/self/smaps", encoding="utf-8") as maps:
        for line in maps:
            if mapping := re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$", line):
                file = re.search(r"/nvidia/.*/lib(.+?)\.so", mapping[1])
                name = file and file[1]
                paths |= {mapping[1]} if name else set()
            elif name and line.startswith("Rss:"):
                found[name] = found.get(name, 0) + int(line.split()[1])
    return found, sum(b"lazynccl\0" not in open(path, "rb").read(4096) for path in paths)


def installed() -> dict[str, int]:
    """Returns distribution → KiB for NVIDIA's distributions."""
    return {
        each.name: sum(used(path) for file in each.files or []
                       if os.path.exists(path := str(file.locate())))
        for each in metadata.distributions() if each.name.startswith("nvidia")
    }


def read() -> int:
    """Returns the KiB that this process has read from the disk."""
    with open("/proc/self/io", encoding="utf-8") as counts:
        return int(re.findall(r"^read_bytes: (\d+)", counts.read(), re.MULTILINE)[0]) >> 10


warnings.simplefilter("ignore")
os.environ |= {"JAX_PLATFORMS": "cpu", "TF_CPP_MIN_LOG_LEVEL": "3"}
distribution, title, begin = ROWS[sys.argv[1]]
before = read()
exec(begin)
after = read()
with open("/proc/self/status", encoding="utf-8") as status:
    rows = dict(re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.MULTILINE))
mapped, real = resident()
print(json.dumps({
    "what": f"{title} {metadata.version(distribution)}", "begin": begin,
    "resident": int(rows["VmRSS"]), "anonymous": int(rows["RssAnon"]), "mapped": mapped,
    "real": real, "read": after - before,
    "installed": sum(used(os.path.join(folder, name)) for folder, _, names in os.walk(SITE)
                     for name in names),
    "distributions": installed(),
}))
