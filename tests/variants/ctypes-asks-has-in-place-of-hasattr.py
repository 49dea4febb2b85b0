"""The lines for ctypes in docs/adopting.md: through the shared library, hasattr() is true for each
function of the stub, and lazynccl_has() is true only for those that the library has."""
import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

LACKED = b"ncclCommWindowRegister"  # by the fake NCCL


def ask(lines: str) -> tuple[bytes | None, bool, int, int]:
    """Returns the reason, what hasattr() says, what lazynccl_has() says, and the result of a
    call."""
    names: dict[str, object] = {"ctypes": ctypes}
    exec(lines.replace("liblazynccl.so.0", os.environ["SHARED"]), names)
    lib, nccl = names["lib"], names["nccl"]
    assert isinstance(lib, ctypes.CDLL)
    return (lib.lazynccl_why(nccl), hasattr(lib, LACKED.decode()),
            lib.lazynccl_has(nccl, LACKED) * 2 + lib.lazynccl_has(nccl, b"ncclGetVersion"),
            lib.ncclCommWindowRegister(None, None, 0, None, 0))


def main() -> int:
    text = Path(os.environ["SOURCE"], "docs/adopting.md").read_text(encoding="utf-8")
    lines, = re.findall(r"^```python\n(lib = ctypes.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if len(sys.argv) > 1:
        print(ask(lines))
        return 0
    wrong = 0
    for setting, expected in ((os.environ["FAKE"], r"\(None, True, 1, 2\)"),
                              ("/nowhere/libnccl.so.2",
                               r"\(b'NCCL cannot be used: .*', True, 0, 2\)")):
        environment = os.environ | {"LAZYNCCL_LIBPATH": setting, "LAZYNCCL_SEARCH": "env"}
        done = subprocess.run([sys.executable, __file__, "ask"], env=environment, text=True,
                              capture_output=True, check=False)
        if not re.fullmatch(expected, done.stdout.strip()):
            print(f"with {setting}: {done.stdout}{done.stderr}")
            wrong += 1
    return wrong


sys.exit(main())
