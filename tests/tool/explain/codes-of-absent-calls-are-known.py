"""If a program prints only the error code of an absent call, explain checks whether lazynccl can
find the library. It knows the codes in each stub's [absent.returns]."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

CODE = re.compile(r"\[absent\.returns\]\n[^\n]*?\b"
                  r"([A-Z]{2}[A-Z_]{4,}|nccl\w+Error|cudaError[A-Z]\w+)")


def main() -> int:
    stubs = [stub.read_text(encoding="utf-8")
             for stub in Path(os.environ["SOURCE"], "stubs").glob("*.toml")]
    codes = [found[1] for stub in stubs if (found := CODE.search(stub))]
    assert codes and len(codes) == sum("[absent.returns]" in stub for stub in stubs), codes
    for code in sorted(set(codes)):
        done = subprocess.run([os.environ["TOOL"], "explain", "--no-python", "--json"],
                              input=f"failed with {code}\n", capture_output=True, text=True,
                              check=False)
        assert "LN120" in json.loads(done.stdout)["looked_for"], (code, done.stdout)
    return 0


sys.exit(main())
