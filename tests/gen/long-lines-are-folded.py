"""Long lines are broken at their commas, in copies first after a "=". One without these stays."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from gen.c.layout import cut
from gen.template import COLUMNS, fold

many = "int f(" + ", ".join(f"const struct argument *a{i}" for i in range(1, 20)) + ");"
late = f"int a_function_{'x' * 80}(int (*callback)(const void *, const void *, size_t), void *a2);"
alone = f"int {'x' * 120}(void);"
given = "    struct outcome *outcome = ", "        a_search(library, locations, 0);"
found = cut(given[0] + given[1].lstrip(), 60, 4)
wrong = [f"not after =: {found}"] * (found != given)
for text in (many, late, alone):
    folded = fold(text)
    if " ".join(folded.split()) != text:
        wrong.append(f"changed:\n{folded}")
if any(len(line) > COLUMNS for line in fold(many).split("\n")):
    wrong.append(f"too long:\n{fold(many)}")
wrong += [f"folded:\n{fold(alone)}"] * (fold(alone) != alone)
sys.exit("\n".join(wrong) or 0)
