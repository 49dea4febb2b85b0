"""usage: cover.py STUB LIBRARY CHECK-OPTION...: vendors a described stub and compiles it without
warnings. Checks that every function is found in the real library, that without the library each is
absent with a reason, and that the prototypes agree with the headers.

The environment has CC, PYTHON, TOOL and, if the library needs others, LD_LIBRARY_PATH."""
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
CC = shlex.split(os.environ.get("CC") or "cc")
sys.path.insert(0, str(SOURCE))
from gen.stub.load import load  # noqa: E402

PROGRAM = """\
#include "lazynccl.h"
#include <stdio.h>
int main(void)
{{
    static const char *const names[] = {{ {names} }};
    int count = sizeof names / sizeof *names, missing = 0;
    for (int i = 0; i < count; i++)
        if (!lazynccl_has(lazynccl_{name}(), names[i]) && ++missing <= 3)
            printf("%s\\n", lazynccl_error(lazynccl_{name}(), names[i]));
    printf("%d of %d\\n", count - missing, count);
    return 0;
}}
"""


class Failed(Exception):
    """A step failed; the message says what is wrong."""


def run(*command: str, cwd: str | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                          cwd=cwd, env=env)
    if done.returncode:
        said = (done.stderr or done.stdout)[:800]
        raise Failed(f"{command[0]}: status {done.returncode}: {said}")
    return done.stdout


def soname(stub: str) -> str:
    """Returns the name of the file that a program with this stub opens."""
    return load(stub).sonames[0]


def full(stub: str) -> None:
    """Gives a described stub the full search, and the prefix that PROGRAM has."""
    path = Path(stub)
    kept = [line for line in path.read_text(encoding="utf-8").split("\n")
            if not line.startswith("prefix = ")]
    path.write_text("\n".join(kept), encoding="utf-8")


def cover(stub: str, library: str, options: list[str]) -> str:
    """Returns how many functions were found. Raises Failed."""
    described = load(stub)
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, str(SOURCE / "gen"), "vendor", stub, "-o", folder)
        names = ", ".join(f'"{f.name}"' for f in described.functions)
        program = PROGRAM.format(names=names, name=described.name)
        Path(folder, "main.c").write_text(program, encoding="utf-8")
        run(*CC, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I.", "main.c", "lazynccl.c",
            "-o", "main", cwd=folder)
        everywhere = {k: v for k, v in os.environ.items() if not k.startswith("LAZYNCCL_")}
        named = os.path.join(folder, described.sonames[0])
        os.symlink(os.path.abspath(library), named)
        found = run("./main", cwd=folder, env=everywhere | {"LAZYNCCL_LIBPATH": named})
        count = len(described.functions)
        if found != f"{count} of {count}\n":
            raise Failed(f"with {library}: {found}")
        absent = run("./main", cwd=folder, env=everywhere | {"LAZYNCCL_SEARCH": "env"})
        if f"\n0 of {count}\n" not in absent or " cannot be used: no " not in absent:
            raise Failed(f"without {library}: {absent}")
        run(sys.executable, str(SOURCE / "gen"), "render", stub, "-o", folder)
        for each in described.passes or [""]:
            defines = [f"-D{define}" for define in each.split()]
            run(*CC, "-std=gnu11", "-fsyntax-only", *options, *defines,
                f"{described.name}-check.c", cwd=folder)
    return found.strip()


def count_failed(names: Iterable[str], one: Callable[[str], str],
                 faults: tuple[type[Exception], ...] = (Failed,)) -> int:
    """Prints what `one` returns for each name, or why it failed. Returns how many failed."""
    failed = 0
    for name in names:
        try:
            print(f"{name}: {one(name)}", flush=True)
        except faults as why:
            failed += 1
            print(f"{name}: failed: {why}", flush=True)
    return failed


if __name__ == "__main__":
    try:
        print(cover(sys.argv[1], sys.argv[2], sys.argv[3:]))
    except Failed as failed:
        sys.exit(str(failed))
