"""No function of the product has a cyclomatic complexity above 20, and at most ten are above 15.

Counted by lizard, in the C and Python of src, include, gen, packaging and docs. Templates (.c.in)
are not counted, and neither are tests.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import os
import sys
from pathlib import Path

try:
    import lizard
except ImportError:
    print("skipped: lizard is not installed: run ./dev setup")
    sys.exit(77)

MOST, HIGH, MOST_HIGH = 20, 15, 10
FOLDERS = ("src", "include", "gen", "packaging", "docs")

source = Path(os.environ["SOURCE"])
folders = [str(source / folder) for folder in FOLDERS]
count = 0
above: list[tuple[int, str]] = []
for path in lizard.get_all_source_files(folders, [], ["cpp", "python"]):
    functions = lizard.analyze_file(path).function_list
    count += len(functions)
    for function in functions:
        if function.cyclomatic_complexity > HIGH:
            where = f"{os.path.relpath(path, source)}:{function.start_line}: {function.name}"
            above.append((function.cyclomatic_complexity, where))
for complexity, where in sorted(above, reverse=True):
    print(complexity, where)
most = max(above, default=(0, ""))[0]
print(f"{count} functions, the highest {most}, at most {MOST}")
print(f"{len(above)} functions above {HIGH}, at most {MOST_HIGH}")
sys.exit(most > MOST or len(above) > MOST_HIGH or count < 1500)
