"""Each stub in bad/ is refused with the one line that its first comment expects, and makes nothing.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "gen"))
import render  # noqa: E402


def refusal(stub):
    """What is wrong with this test file's outcome; None if it is as expected."""
    expected = re.match(r"# expect: (\d+: .+)\n", stub.read_text(encoding="latin-1"))
    if not expected:
        return "its first line must be `# expect: LINE: WHAT`"
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
        status = render.main([str(stub), "-o", folder])
        made = sorted(path.name for path in Path(folder).iterdir())
    if status != 1 or made:
        return f"accepted: status {status}, made {made}"
    if said.getvalue() != f"{stub}:{expected[1]}\n":
        return f"expected {expected[1]}\n  said {said.getvalue()}"
    return None


stubs = sorted((HERE / "bad").glob("*.toml"))
wrong = [f"{stub.name}: {what}" for stub in stubs if (what := refusal(stub))]
print(*wrong, f"{len(stubs)} bad stubs, {len(wrong)} not refused as expected", sep="\n")
sys.exit(1 if wrong or not stubs else 0)
