"""Writes stubs/facts/functions.txt, the releases of the functions of CUDA's runtime, which has no
stub: ./dev functions HIPIFY

The wheels show which release added or removed a function since 11.7. For earlier releases, the
tables in a clone of HIPIFY say so; a function there without a release was in all of them.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import subprocess
import sys
from pathlib import Path

from gen.stub.version import Version
from gen.update.wheel import NotFetched, fetch, pip
from gen.write import report

HEAD = """# The functions of CUDA's runtime: the releases that added and removed them (0.0: before
# all that are known; -: not removed), and their names. Written by ./dev functions;
# gen/facts/functions.py makes C of it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""
PACKAGES = ["nvidia-cuda-runtime-cu11", "nvidia-cuda-runtime-cu12", "nvidia-cuda-runtime"]
TABLES = "src/CUDA2HIP_Runtime_API_functions.cpp"
VARIANT = r"_pt(sz|ds)$"  # the same function for the default stream of each thread


def minor(version: str) -> Version:
    return Version(*map(int, version.split(".")[:2]))


def exported(package: str, version: str) -> set[str]:
    [library] = fetch(package, version, print).rglob("libcudart.so.*")
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True,
                            check=True).stdout
    return set(re.findall(r" T (cuda\w+)", listed))


def wheels() -> dict[Version, set[str]]:
    """Returns the functions of the last wheel of each minor release."""
    found = {}
    for package in PACKAGES:
        listed = re.search(r"^Available versions: (.*)", pip("index", "versions", package),
                           re.MULTILINE)
        for version in reversed(listed[1].split(", ") if listed else []):
            found[minor(version)] = version, package
    return {release: exported(package, version)
            for release, (version, package) in sorted(found.items())}


def table(hipify: Path) -> dict[str, tuple[Version, Version | None]]:
    """Returns when each function of HIPIFY's tables was added and removed."""
    text = (hipify / TABLES).read_text(encoding="utf-8")
    found: dict[str, tuple[Version, Version | None]] = {
        name: (Version(0, 0), None)
        for name in re.findall(r'^  \{"(cuda\w+)", +\{"', text, re.MULTILINE)}
    for name, added, removed in re.findall(
            r'^  \{"(cuda\w+)", +\{CUDA_(\d+), +CUDA_\d+, +CUDA_(\d+) *\}\}', text, re.MULTILINE):
        first, last = (Version(int(number[:-1] or 0), int(number[-1]))
                       for number in (added, removed))
        found[name] = first, last if last.major else None
    return found


def lines(older: dict[str, tuple[Version, Version | None]],
          newer: dict[Version, set[str]]) -> list[str]:
    oldest = min(newer)
    rows: dict[tuple[Version, Version | None], list[str]] = {}
    for name in set(older).union(*newer.values()):
        has = [release for release in newer if name in newer[release]]
        known = older.get(name) or older.get(re.sub(VARIANT, "", name))
        if not known and (not has or has[0] == oldest):
            continue  # when it was added is not known
        first = known[0] if known and (not has or has[0] == oldest) else has[0]
        after = [release for release in newer if has and release > has[-1]]
        last = after[0] if after else None if has else known[1] if known else None
        if has or last:
            rows.setdefault((first, last), []).append(name)
    return [f"{first.major}.{first.minor} {f'{last.major}.{last.minor}' if last else '-'} "
            + " ".join(sorted(names))
            for (first, last), names in sorted(rows.items(), key=lambda row: (row[0][0], str(row)))]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: gen functions HIPIFY", file=sys.stderr)
        return 2
    try:
        found = lines(table(Path(arguments[0])), wheels())
    except (NotFetched, OSError) as error:
        report(f"gen functions: {error}")
        return 1
    Path("stubs/facts/functions.txt").write_text(HEAD + "\n".join(found) + "\n", encoding="utf-8")
    return 0
