"""Every package in the table of NVIDIA's libraries exists in the release that its row names, so
that each "pip install" that the command prints can be resolved.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import subprocess
import sys
from pathlib import Path


def versions(package: str) -> list[int]:
    """The majors of the releases that pip finds."""
    done = subprocess.run([sys.executable, "-m", "pip", "index", "versions", package],
                          capture_output=True, text=True, check=False)
    listed = re.search(r"^Available versions: (.*)", done.stdout, re.MULTILINE)
    return [int(version.split(".")[0]) for version in listed[1].split(", ")] if listed else []


def resolves(requirement: str, majors: list[int]) -> bool:
    below, exact = re.search(r"<(\d+)", requirement), re.search(r"==(\d+)\.\*", requirement)
    return any((not below or major < int(below[1])) and (not exact or major == int(exact[1]))
               for major in majors)


def main() -> int:
    source = Path(os.environ["SOURCE"], "src/common/machine/nvidia.c").read_text(encoding="utf-8")
    requirements = sorted(set(re.findall(r'[" ][\d.]+=([a-z][\w.<>=*-]+)', source)))
    packages = {re.split("[<=]", requirement)[0] for requirement in requirements}
    assert len(packages) > 40, packages
    if not versions("nvidia-nccl-cu12"):
        print("skipped: no package index can be reached")
        return 77
    found = {package: versions(package) for package in packages}
    missing = [requirement for requirement in requirements
               if not resolves(requirement, found[re.split("[<=]", requirement)[0]])]
    assert not missing, missing
    print(f"{len(requirements)} requirements")
    return 0


if __name__ == "__main__":
    sys.exit(main())
