"""Reads include/lazynccl.h: the functions of every build, and the accessors, one for each library.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re

from gen.stub.stub import Stub

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include/lazynccl.h")
FUNCTION = re.compile(r"^\w.*\W(lazynccl_\w+)\((.*)\);$", re.MULTILINE)
ACCESSORS = re.compile(r"(^lazynccl_library \*lazynccl_\w+\(void\);\n)+", re.MULTILINE)


def text() -> str:
    with open(HEADER, encoding="utf-8") as file:
        return file.read()


def accessor(stub: Stub) -> str:
    return f"lazynccl_{stub['name']}"


def functions() -> set[str]:
    """What is asked of a library; the accessors are those without a parameter."""
    return {name for name, parameters in FUNCTION.findall(text()) if parameters != "void"}


def header(stubs: list[Stub]) -> str:
    """The header of a build that has these libraries and no others."""
    rows = "".join(f"lazynccl_library *{accessor(stub)}(void);\n" for stub in stubs)
    return ACCESSORS.sub(lambda _: rows, text(), count=1)
