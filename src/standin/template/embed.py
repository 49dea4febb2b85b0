"""usage: embed.py FILE...: prints a header with these files as arrays, named like the files.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import sys
from pathlib import Path


def array(path: Path) -> str:
    name = path.name.replace("-", "_").replace(".", "_")
    data = path.read_bytes()
    rows = ["".join(f"{byte}," for byte in data[i:i + 24]) for i in range(0, len(data), 24)]
    return (f"#define STANDIN_{name.upper()}\n"
            f"__attribute__((unused)) static const unsigned char {name}[] = {{\n"
            + "\n".join(rows) + "\n};\n")


print("".join(array(Path(argument)) for argument in sys.argv[1:]), end="")
