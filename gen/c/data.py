"""Renders the accessors of variables, for a vendored copy.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence

from gen.stub.stub import Stub
from gen.template import template


def definitions(stubs: Sequence[Stub]) -> str:
    return template("c/data.c.in").substitute(accessors="\n".join(
        f"LAZYNCCL_DATA({stub.name}, {name})" for stub in stubs for name in stub.data))


def header(stubs: Sequence[Stub], banner: str) -> str:
    """Renders lazynccl_data.h. Its macros turn `extern int x;` into `extern int
    (*lazynccl_data_x());`, which is valid for a variable of any type."""
    having = [stub for stub in stubs if stub.data]
    return template("c/data.h.in").substitute(
        banner=banner, titles=", ".join(stub.title for stub in having), variables="\n".join(
            f"#define {name} (*lazynccl_data_{name}())" for stub in having for name in stub.data))
