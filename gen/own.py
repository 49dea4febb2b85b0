"""Reads lazynccl's own files: the runtime's sources, the templates and the stubs. In lazynccl.pyz
they are members of a zip archive.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import contextlib
import errno
import os
import zipfile
from collections.abc import Iterator
from functools import cache

# The source tree, an installation's folder, or lazynccl.pyz.
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

recorders: list[set[str]] = []


@contextlib.contextmanager
def recorded() -> Iterator[set[str]]:
    """Yields a set that gets the names of lazynccl's own files that are read meanwhile."""
    found = set[str]()
    recorders.append(found)
    try:
        yield found
    finally:
        recorders.remove(found)


@cache
def archive() -> zipfile.ZipFile | None:
    """Returns lazynccl.pyz if this module was imported from it."""
    return zipfile.ZipFile(ROOT) if os.path.isfile(ROOT) else None


def content(path: str) -> bytes:
    """Reads any file; one below ROOT may be a member of lazynccl.pyz."""
    is_own = path.startswith(ROOT + os.sep)
    name = path[len(ROOT) + 1:].replace(os.sep, "/")
    for found in recorders if is_own else ():
        found.add(name)
    packed = archive()
    if packed and is_own:
        return packed.read(name)
    with open(path, "rb") as file:
        return file.read()


def read(name: str) -> str:
    """Reads a file by its path in the source tree, such as stubs/nccl.toml."""
    return content(os.path.join(ROOT, *name.split("/"))).decode().replace("\r\n", "\n")


def source(name: str) -> str:
    """Reads a file by its path in src/, as in #include lines."""
    return read(f"src/{name}")


def has(folder: str) -> bool:
    """Returns whether the source tree has a folder."""
    packed = archive()
    if packed:
        return any(name.startswith(f"{folder}/") for name in packed.namelist())
    return os.path.isdir(os.path.join(ROOT, folder))


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
