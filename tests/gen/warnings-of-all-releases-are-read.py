"""gen warnings reads the formats of all releases: strings in pieces, values, macros, and the files
that print them; no text is stored.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
sys.path.insert(0, str(SOURCE))
from gen.facts.phrase import hash_of  # noqa: E402
from gen.facts.warnings import rows  # noqa: E402
from gen.update.warnings import table  # noqa: E402

FIRST = '''WARN("the teapot %s is %d degrees too cold to pour", name, degrees);
#define CHECK(call) do { if (call) { \\
  WARN("Tea call " #call " failed badly"); \\
} } while (0)
INFO(NCCL_ALL, "the teapot is full of tea");
'''
SECOND = '''WARN("the teapot %s is %d degrees too cold "
     "to pour in size=%lu", name, degrees, size);
WARN(format, name);
'''


def repository(name: str, releases: dict[str, dict[str, str]]) -> Path:
    folder = Path(name)
    git = ["git", "-C", str(folder), "-c", "user.name=test", "-c", "user.email=test@localhost"]
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for tag, files in releases.items():
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", tag], check=True)
        subprocess.run([*git, "tag", tag], check=True)
    return folder


def main() -> int:
    if not shutil.which("git"):
        print("skipped: there is no git")
        return 77
    scratch = tempfile.TemporaryDirectory()
    os.chdir(scratch.name)
    nccl = repository("nccl", {
        "v2.18.1-1": {"src/transport/tea.cc": FIRST}, "v2.19.3-1": {"src/unrelated.cc": ""},
        "v2.20.5-1": {"src/transport/tea.cc": SECOND}, "preview": {"src/tea.cc": SECOND}})
    ofi = repository("ofi", {
        "v1.9.1-aws": {"src/pot.c": 'NCCL_OFI_WARN("Pot is empty: %d", 1);\n'}})
    text = table({"nccl": nccl, "ofi": ofi})
    assert "teapot" not in text and "Pot" not in text, text
    Path("warnings.txt").write_text(text, encoding="utf-8")
    found = {(row.file, row.first, row.last, row.words, row.hash)
             for row in rows(Path("warnings.txt"))}
    assert found == {
        ("nccl transport/tea", 18, 19, 5, hash_of("degrees too cold to pour")),
        ("nccl transport/tea", 20, 20, 7, hash_of("degrees too cold to pour in size")),
        ("nccl *", 18, 19, 2, hash_of("Tea call")),
        ("ofi *", 9, 9, 3, hash_of("Pot is empty")),
    }, text
    return 0


if __name__ == "__main__":
    sys.exit(main())
