"""The sources, headers and options in docs/adopting.md's rule for Bazel are enough to build a
vendored copy and a program that depends on it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(os.environ["SOURCE"])
CC = os.environ["CC"].split()
PROGRAM = """#include "third_party/lazynccl/lazynccl.h"
#include <lazynccl.h>
int main(void)
{
    return lazynccl_available(lazynccl_nccl());
}
"""


def rule() -> dict[str, Any]:
    """Returns the attributes of the only cc_library."""
    text = (SOURCE / "docs/adopting.md").read_text(encoding="utf-8")
    block = re.search(r"### Bazel\n+```python\n(.*?)```", text, re.DOTALL)
    assert block, "no rule for Bazel"
    rules: list[dict[str, Any]] = []
    exec(block[1], {"cc_library": lambda **attributes: rules.append(attributes)})
    assert len(rules) == 1, rules
    return rules[0]


def main() -> None:
    attributes = rule()
    assert attributes.keys() == {"name", "srcs", "hdrs", "copts", "includes", "linkopts",
                                 "linkstatic", "visibility"}, attributes
    with tempfile.TemporaryDirectory() as name:
        root, made = Path(name), Path(name, "made")
        package = root / "third_party/lazynccl"
        subprocess.run([SOURCE / "dev", "vendor", "nccl", "-o", made], check=True)
        package.mkdir(parents=True)
        for file in (*attributes["srcs"], *attributes["hdrs"]):
            shutil.copy(made / file, package)
        (root / "main.c").write_text(PROGRAM, encoding="utf-8")
        seen = ["-iquote", ".", *[word for folder in attributes["includes"]
                                  for word in ("-isystem", package / folder)]]
        compile_ = [*CC, "-Wall", "-Werror", "-fPIC", "-c"]
        for file in attributes["srcs"]:
            subprocess.run([*compile_, *seen, *attributes["copts"], package / file,
                            "-o", root / "lazynccl.o"], check=True, cwd=root)
        subprocess.run([*compile_, *seen, "main.c", "-o", "main.o"], check=True, cwd=root)
        subprocess.run([*CC, "-pie", "main.o", "lazynccl.o", "-o", "app", *attributes["linkopts"]],
                       check=True, cwd=root)
        assert attributes["linkstatic"] is True, "hidden names do not cross a .so"
        done = subprocess.run([root / "app"], check=False)
        assert done.returncode == 0, done


if __name__ == "__main__":
    main()
