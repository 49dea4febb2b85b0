"""Every key that a stub may have stands in stubs/README.md and is used by the golden stub.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE / "gen"))
from keys import KEYS  # noqa: E402


def keys(tree):
    """The keys of KEYS that a TOML text has."""
    return {f"{table}.{row}" for table, rows in tree.items() if isinstance(rows, dict)
            for row in rows} | tree.keys()


readme = (SOURCE / "stubs" / "README.md").read_text()
examples = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
explained = set().union(*(keys(tomllib.loads(text)) for text in examples))
used = keys(tomllib.loads((HERE / "golden" / "tiny.toml").read_text()))
wrong = [f"{key}: no example in stubs/README.md" for key in KEYS if key not in explained]
wrong += [f"{key}: not in golden/tiny.toml" for key in KEYS if key not in used]
print(*wrong, f"{len(KEYS)} keys", sep="\n")
sys.exit(1 if wrong else 0)
