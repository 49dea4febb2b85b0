"""Every package in the table of NVIDIA's libraries exists in the release that its row names, so
that each "pip install" that the command prints can be resolved."""
import os
import re
import subprocess
import sys
from pathlib import Path

OF_APT = ("lib", "cuda-")  # packages of apt, of which no index is asked
OF_AARCH64 = ("nvidia-cudla", "nvpl-fft")  # has wheels for no other machine


def versions(package: str) -> list[str]:
    """The releases that pip finds."""
    done = subprocess.run([sys.executable, "-m", "pip", "index", "versions", package],
                          capture_output=True, text=True, check=False)
    listed = re.search(r"^Available versions: (.*)", done.stdout, re.MULTILINE)
    return listed[1].split(", ") if listed else []


def parts(release: str) -> list[int]:
    """[12, 9] of "12.9"."""
    return [int(part) for part in re.findall(r"\d+", release)]


def resolves(number: str, requirement: str, releases: list[str]) -> bool:
    below, exact = re.search(r"<([\d.]+)", requirement), re.search(r"==([\d.]+)\.\*", requirement)
    start = f"{number}." if requirement.endswith("==#") else f"{exact[1]}." if exact else ""
    limit = parts(below[1]) if below else [sys.maxsize]
    return any(release.startswith(start) and parts(release) < limit for release in releases)


def main() -> int:
    source = Path(os.environ["BUILD"], "src/common/names.c").read_text(encoding="utf-8")
    requirements = sorted(set(re.findall(r'[" ]([\d.]+)=([a-z][\w.<>=*#-]+)', source)))
    requirements = [each for each in requirements
                    if each[1] not in OF_AARCH64 and not each[1].startswith(OF_APT)]
    packages = {re.split("[<=]", requirement)[0] for _, requirement in requirements}
    assert len(packages) > 40, packages
    if not versions("nvidia-nccl-cu12"):
        print("skipped: no package index can be reached")
        return 77
    found = {package: versions(package) for package in packages}
    missing = [requirement for number, requirement in requirements
               if not resolves(number, requirement, found[re.split("[<=]", requirement)[0]])]
    assert not missing, missing
    print(f"{len(requirements)} requirements")
    return 0


sys.exit(main())
