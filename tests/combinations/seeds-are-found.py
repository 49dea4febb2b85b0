"""The array finds each fault of seeds.toml, which is put back in a copy of the tree.

usage: seeds-are-found.py [arrays] [WORD...]: runs one case for each seed, or with "arrays" all
pairs, of which it prints how many fail, and if none does, triples until one fails; with words, only
the seeds whose names have one of them"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
NAME = "combinations-behave-as-a-direct-link.py"


def copy_tree(to: Path) -> None:
    listed = subprocess.run(["git", "-C", SOURCE, "ls-files", "-co", "--exclude-standard", "-z"],
                            capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and (SOURCE / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, to / name)


def find(tree: Path, seed: dict[str, Any], by_arrays: bool) -> str:
    """Returns the first fault that the seed shows, or "" if it shows none."""
    whole: dict[Path, str] = {}
    for *other, old, new in seed["edits"]:
        file = tree / (other[0] if other else seed["file"])
        text = file.read_text(encoding="utf-8")
        whole.setdefault(file, text)
        if text.count(old) != 1:
            sys.exit(f"{seed['name']}: {file} has {text.count(old)} times: {old}")
        file.write_text(text.replace(old, new), encoding="utf-8")
    environment = os.environ | {"BUILD": os.environ.get("BUILD", str(SOURCE / "build/main"))}
    runs = [["pairs", "each"], ["triples", "first"]] if by_arrays else [seed["case"].split()]
    try:
        for words in runs:
            done = subprocess.run([sys.executable, tree / "tests/combinations" / NAME, *words],
                                  env=environment, capture_output=True, text=True, check=False)
            if done.stderr or done.returncode > 1:
                sys.exit(f"{seed['name']}: {done.stdout}{done.stderr}")
            if done.returncode:
                return f"{' '.join(words)}: {' '.join(done.stdout.splitlines()[-2:])[-150:]}"
    finally:
        for file, text in whole.items():
            file.write_text(text, encoding="utf-8")
    return ""


def main() -> int:
    seeds = tomllib.loads((HERE / "seeds.toml").read_text(encoding="utf-8"))["seed"]
    by_arrays = sys.argv[1:2] == ["arrays"]
    words = sys.argv[1 + by_arrays:]
    lost = 0
    with tempfile.TemporaryDirectory(prefix="lazynccl-seeds.") as folder:
        copy_tree(Path(folder))
        for seed in seeds:
            if words and not any(word in seed["name"] for word in words):
                continue
            found = find(Path(folder), seed, by_arrays)
            lost += not found
            print(f"{seed['name']}: {found or 'not found'}", flush=True)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
