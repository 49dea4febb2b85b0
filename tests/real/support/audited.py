"""usage: audited.py <JSON: prints the part of `lazynccl audit --json` that is in expected/: files
that need NCCL, NVRTC or nvJitLink, and every finding with its files, without the tests' own Python.
"""

import json
import re
import sys
from typing import Any

OURS = re.compile(r"lib(nccl|nvrtc|nvJitLink)\.so")


def neutral(text: str) -> str:
    text = re.sub(r"^/?lib/python3\.\d+/site-packages/", "", text)
    text = re.sub(r"(?<![\d.])3\.\d\d\b(\.\d+)?", "3.X", text)
    return re.sub(r"cpython-3\d+", "cpython-3X", text)


def needs(said: dict[str, Any]) -> list[str]:
    lines = []
    for need in said["audited"][0]["needs"]:
        if not OURS.match(need["soname"]):
            continue
        where = f"{neutral(need['path'])} ({need['from']})" if need["path"] else \
            f"only if loaded before: {need['elsewhere']}" if need["elsewhere"] else "not found"
        lines.append(f"{need['file']} {'opens' if need['declared'] else 'needs'} {need['soname']}: "
                     f"{where}, {len(need['demands'])} symbols, "
                     f"{len(need['lacks'])} of them not there"
                     + (", nothing used" if need["needless"] else ""))
    return sorted(map(neutral, lines))


def findings(said: dict[str, Any]) -> list[str]:
    texts = []
    for finding in said["findings"]:
        lines = [f"{finding['severity']} {finding['id']} {finding['what']}", *finding["evidence"]]
        texts.append("\n      ".join(map(neutral, lines)))
    return sorted(texts)


if __name__ == "__main__":
    answer = json.load(sys.stdin)
    print(*needs(answer), *findings(answer), sep="\n")
