"""Measures what the libraries of a Python environment cost: usage: PYTHON stack.py NAME

Imports PyTorch and prints one JSON object: resident and anonymous memory of the process, resident
memory of each NVIDIA library (KiB); what is installed, and by which NVIDIA distribution (KiB).
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import os
import re
import sysconfig
import warnings
from importlib import metadata

SITE = sysconfig.get_paths()["purelib"]


def used(path: str) -> int:
    """KiB on the disk."""
    return os.lstat(path).st_blocks // 2


def resident() -> dict[str, int]:
    """Library → KiB, of those below the folder nvidia."""
    found, name = {}, None
    with open("/proc/self/smaps", encoding="utf-8") as maps:
        for line in maps:
            if mapping := re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$", line):
                file = re.search(r"/nvidia/.*/lib(.+?)\.so", mapping[1])
                name = file and file[1]
            elif name and line.startswith("Rss:"):
                found[name] = found.get(name, 0) + int(line.split()[1])
    return found


def installed() -> dict[str, int]:
    """Distribution → KiB, of NVIDIA's."""
    return {
        each.name: sum(used(path) for file in each.files or []
                       if os.path.exists(path := str(file.locate())))
        for each in metadata.distributions() if each.name.startswith("nvidia")
    }


warnings.simplefilter("ignore")
import torch  # noqa: E402

with open("/proc/self/status", encoding="utf-8") as status:
    rows = dict(re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.MULTILINE))
print(json.dumps({
    "what": f"PyTorch {torch.__version__.split('+')[0]}",
    "resident": int(rows["VmRSS"]), "anonymous": int(rows["RssAnon"]), "mapped": resident(),
    "installed": sum(used(os.path.join(folder, name)) for folder, _, names in os.walk(SITE)
                     for name in names),
    "distributions": installed(),
}))
