"""Renders the constructor that opens libraries before main(), for stubs with open = "start".

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence

from gen.stub.stub import START
from gen.stub.symbols import Library
from gen.template import template


def render(libraries: Sequence[Library]) -> str:
    """Renders one constructor, because constructors of one priority have no order under link-time
    optimization. It opens the libraries in this order. Returns "" if none opens at the start."""
    calls = [f"    lazynccl_open_at_start(&lazynccl_library_{each.object});"
             for each in libraries if each.stub.open == START]
    return template("library/start.c.in").substitute(calls="\n".join(calls)) if calls else ""
