"""stubs/README.md explains every key of stubs and plugin descriptions, and the golden files use it.
"""
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE))
from gen.net import form as net_form  # noqa: E402
from gen.stub.keys import KEYS  # noqa: E402


def keys(tree: dict[str, object]) -> set[str]:
    """Returns the keys of KEYS that a TOML text has."""
    return {f"{table}.{row}" for table, rows in tree.items() if isinstance(rows, dict)
            for row in rows}.union(tree)


readme = (SOURCE / "stubs" / "README.md").read_text()
examples = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
explained = {key for text in examples for key in keys(tomllib.loads(text))}
golden: list[tuple[Mapping[str, object], list[Path]]] = [
    (KEYS, [HERE / "golden" / "tiny.toml", SOURCE / "stubs" / "cudart.toml"]),
    (net_form.KEYS, [HERE / "golden-net" / "tiny_net.toml",
                     HERE / "golden-profiler" / "tiny_profiler.toml",
                     SOURCE / "stubs" / "nccl_tuner.toml"])]
wrong = []
for every, stubs in golden:
    used = {key for stub in stubs for key in keys(tomllib.loads(stub.read_text()))}
    wrong += [f"{key}: no example in stubs/README.md" for key in every if key not in explained]
    wrong += [f"{key}: not in {stubs[0].name}" for key in every if key not in used]
    print(f"{len(every)} keys")
print(*wrong, sep="\n")
sys.exit(1 if wrong else 0)
