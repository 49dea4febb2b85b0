"""Reads lazynccl's own files: the runtime's sources, the templates and the stubs. In lazynccl.pyz
they are members of a zip archive, in which stubs are JSON.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import errno
import os
import zipfile
from functools import cache

# The source tree, an installation's folder, or lazynccl.pyz.
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@cache
def archive() -> zipfile.ZipFile | None:
    """Returns lazynccl.pyz if this module was imported from it."""
    return zipfile.ZipFile(ROOT) if os.path.isfile(ROOT) else None


def read(name: str) -> str:
    """Reads a file by its path in the source tree, such as stubs/nccl.toml."""
    packed = archive()
    if packed:
        return packed.read(name).decode("utf-8")
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def source(name: str) -> str:
    """Reads a file by its path in src/, as in #include lines."""
    return read(f"src/{name}")


def names(folder: str) -> list[str]:
    """Returns the names in a folder of the source tree, sorted."""
    packed = archive()
    if packed:
        split = (name.rpartition("/") for name in packed.namelist())
        found = sorted(name for parent, _, name in split if parent == folder)
        if not found:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"{ROOT}/{folder}")
        return found
    return sorted(os.listdir(os.path.join(ROOT, folder)))
