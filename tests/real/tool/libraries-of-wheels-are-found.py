"""usage: PYTHON FOLDER: each of NVIDIA's libraries below the site-packages folder of this Python is
found by its name, and its stand-in has the same functions and versions."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = os.environ["TOOL"]
# Stay real: they are to be loaded first, or other libraries import their data.
REAL = ("cudart", "nvblas", "cudnn_graph", "cudnn_ops", "nvshmem_host")


def ask(*arguments: str) -> dict[str, object]:
    done = subprocess.run([TOOL, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode < 2, (arguments, done.stdout, done.stderr)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def libraries(site: Path) -> list[Path]:
    """Returns NVIDIA's libraries, without what a library opens for itself from its folder."""
    folders = ("nvidia", "cutensor", "cuquantum", "cusparselt", "nvpl")
    found = [path for folder in folders for path in sorted((site / folder).rglob("lib*.so*"))]
    return [path for path in found if "builtins" not in path.name and not path.is_symlink()]


def functions(path: Path) -> set[tuple[str, str | None]]:
    symbols = ask("symbols", str(path))["symbols"]
    assert isinstance(symbols, list)
    return {(each["name"], each["version"]) for each in symbols
            if each["type"] in ("func", "ifunc") and not each["name"].startswith("_")}


def check(path: Path, python: str, out: str) -> str:
    """Returns what is wrong with a library, or ""."""
    soname = ask("symbols", str(path))["soname"]
    assert isinstance(soname, str)
    name = soname.removeprefix("lib").partition(".so")[0]
    found = ask("find", name, "--python", python)["libraries"]
    assert isinstance(found, list)
    taken = found[0]["lazynccl"] or {}
    if not taken.get("path") or not os.path.samefile(taken["path"], path):
        return f"find {name}: {taken}"
    made = ask("stand-in", "-o", out, str(path))["files"]
    assert isinstance(made, list)
    if made[0]["state"] != "stand-in":
        return "" if name in REAL else f"stand-in: {made}"
    if lacking := functions(path) - functions(Path(made[0]["into"])):
        return f"its stand-in lacks {sorted(lacking)[:3]}"
    return ""


def main() -> int:
    python, site = sys.argv[1], Path(sys.argv[2])
    wrong = []
    every = libraries(site)
    assert every, site
    with tempfile.TemporaryDirectory() as out:
        for path in every:
            if fault := check(path, python, out):
                wrong.append(f"{path.relative_to(site)}: {fault}")
    print(f"{len(every)} libraries", *wrong, sep="\n")
    return 1 if wrong else 0


sys.exit(main())
