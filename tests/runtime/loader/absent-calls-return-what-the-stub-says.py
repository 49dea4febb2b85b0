"""Without the library, each function of the archive returns [absent.returns] or [absent.functions]
and writes [absent.out]; NULL out-pointers are not written."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
sys.path.insert(0, str(SOURCE))

from gen.stub.load import load  # noqa: E402
from gen.stub.stub import Stub  # noqa: E402
from gen.stub.symbols import Symbol, libraries  # noqa: E402
from gen.stub.types import types as types_of  # noqa: E402

HEAD = r"""
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static int failures, checks;
static void check(int good, const char *name, const char *what)
{
    checks++;
    if (!good)
        failures++, printf("%s: %s\n", name, what);
}
"""


def is_value(type_: str, name: str, value: str) -> str:
    """Returns the C condition under which a variable of this type holds the stub's value."""
    if value.startswith("{"):
        return f"!memcmp(&{name}, &({type_}){value}, sizeof {name})"
    if value == '""':
        return f"{name} && !*{name}"
    return f"{name} == ({value})"


def calls(stub: Stub, symbol: Symbol) -> list[str]:
    """Returns statements that call a function twice, with out-pointers and with NULLs."""
    function = symbol.function
    assert function.returns, f"{function.name} is only a name"
    returns = function.returns.declare()
    out = stub.absent.written(function.name)
    types = [parameter.declare() for parameter in function.parameters]
    arguments, lines, after = [f"({type_}){{0}}" for type_ in types], [], []
    if out.count:
        arguments[out.count - 1] = "3"
    for position, value in out.values.items():
        if value == "in":
            continue
        i = position - 1
        type_ = function.parameters[i].pointee().declare()
        length = 3 if out.count else 1
        lines += [f"{type_} out{i}[4];", f"memset(out{i}, 0x5a, sizeof out{i});"]
        arguments[i] = f"out{i}"
        for element in range(length):
            holds = is_value(type_, f"out{i}[{element}]", value)
            after.append(f'check({holds}, "{symbol.name}", "out-value {position} is not {value}");')
        after.append(f'check(((unsigned char *)&out{i}[{length}])[0] == 0x5a, "{symbol.name}",'
                     f' "wrote past out-value {position}");')
    value = stub.absent.functions.get(function.name, stub.absent.returns.get(returns, ""))
    call = f"{symbol.name}({', '.join(arguments)});"
    nulls = f"{symbol.name}({', '.join(f'({t}){{0}}' for t in types)});"
    lines.append("errno = 77;")
    if returns == "void":
        lines += [call, nulls]
    else:
        good = (f'!strncmp(result, "{stub.title} cannot be used: ", {len(stub.title)} + 17)'
                if value == "reason" else is_value(returns, "result", value))
        for each in call, nulls:
            lines += [f"{{ {returns} result = {each}",
                      f'check({good}, "{symbol.name}", "does not return {value}"); }}']
    return [f"static void call_{symbol.name}(void)", "{", *lines, *after,
            f'check(errno == 77, "{symbol.name}", "changed errno");', "}"]


def program(stub: Stub) -> str:
    every = [symbol for each in libraries(stub) for symbol in each.symbols]
    lines = [HEAD, *types_of(stub).values()]
    lines += [symbol.function.declare(symbol.name) + ";" for symbol in every]
    for symbol in every:
        lines += calls(stub, symbol)
    lines += ["int main(void)", "{", *(f"call_{symbol.name}();" for symbol in every),
              f'printf("%d functions, %d checks, %d failures\\n", {len(every)}, checks, failures);',
              "return failures || !checks;", "}"]
    return "\n".join(lines) + "\n"


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory(prefix="lazynccl-test.") as stage:
        # The archive's libraries; answers-as-the-archive-does tests the rest of the stack.
        build = (SOURCE / "stubs/meson.build").read_text(encoding="utf-8")
        own = re.findall(r"^libraries = \[(.*?)\]", build, re.MULTILINE)[0]
        for name in re.findall(r"'(\w+)'", own):
            path = SOURCE / "stubs" / f"{name}.toml"
            source, run = Path(stage, path.stem + ".c"), Path(stage, path.stem)
            source.write_text(program(load(path)), encoding="utf-8")
            subprocess.run([*shlex.split(os.environ["CC"]), "-w", "-O1", str(source), "-o",
                            str(run), os.environ["ARCHIVE"], "-ldl"], check=True)
            # No search location has a library.
            environment = os.environ | {"LAZYNCCL_SEARCH": "env"}
            done = subprocess.run([str(run)], env=environment, check=False,
                                  capture_output=True, text=True)
            print(path.stem, done.stdout, done.stderr, sep=": ", end="\n")
            failed |= done.returncode != 0
    return failed


sys.exit(main())
