"""Each stub in bad/ and each net description in bad-net/ is refused with the line that its first
comment expects, and writes nothing.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))
from gen.c import render  # noqa: E402
from gen.net import render as net_render  # noqa: E402


def refusal(stub, main):
    """Returns how the outcome differs from the expected one, or None."""
    expected = re.match(r"# expect: (\d+: .+)\n", stub.read_text(encoding="latin-1"))
    if not expected:
        return "its first line must be `# expect: LINE: WHAT`"
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
        status = main([str(stub), "-o", folder])
        made = sorted(path.name for path in Path(folder).iterdir())
    if status != 1 or made:
        return f"accepted: status {status}, made {made}"
    if said.getvalue() != f"{stub}:{expected[1]}\n":
        return f"expected {expected[1]}\n  said {said.getvalue()}"
    return None


failed = False
for folder, main in (("bad", render.main), ("bad-net", net_render.main)):
    stubs = sorted((HERE / folder).glob("*.toml"))
    wrong = [f"{stub.name}: {what}" for stub in stubs if (what := refusal(stub, main))]
    print(*wrong, f"{folder}: {len(stubs)}, {len(wrong)} not refused as expected", sep="\n")
    failed |= bool(wrong or not stubs)
sys.exit(failed)
