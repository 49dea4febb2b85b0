"""Keeps what the wrapper has made: objects, decisions about links, and fallback values.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import marshal
import os
from _blake2 import blake2b
from _collections_abc import Iterable

from gen.link.process import run

TYPE_CHECKING = False  # the module typing takes longer to import than a link
if TYPE_CHECKING:
    from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HASH = blake2b().digest_size
Identity = tuple[int, int] | bytes  # size and time of a file, or a hash of its content


class Decision:
    """How a file is linked lazily."""

    def __init__(self, objects: list[str], exports: list[str], functions: dict[str, list[str]],
                 priorities: dict[str, str], lines: list[str], warnings: list[str],
                 files: dict[str, Identity | None]) -> None:
        self.objects = objects        # paths of object files; none if no function is used
        self.exports = exports        # symbols that the program must export
        self.functions = functions    # SONAME of a lazy library → functions that the file uses
        self.priorities = priorities  # SONAME → priority, if functions are used
        self.lines = lines            # for LAZY_VERBOSE
        self.warnings = warnings
        self.files = files            # if one of them changes, the decision is no longer valid


def identity(path: str) -> Identity | None:
    """Returns the size and time of a file; None if it does not exist."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def identities(paths: Iterable[str]) -> dict[str, Identity | None]:
    return {path: identity(path) for path in paths}


def content(path: str) -> Identity | None:
    """Returns the hash of a file in the cache, which may be damaged; None if it does not exist."""
    try:
        with open(path, "rb") as file:
            return blake2b(file.read()).digest()
    except OSError:
        return None


def is_same(path: str, known: Identity | None) -> bool:
    return known == (content(path) if isinstance(known, bytes) else identity(path))


def compiler_version(driver: str) -> object:
    """Returns what identifies the compiler: gcc's file cc1, or the version that others print."""
    own = os.path.join(os.path.dirname(os.environ.get("COLLECT_LTO_WRAPPER", "")), "cc1")
    return identity(own) or run([driver, "--version"], captured=True)


def own() -> dict[str, Identity | None]:
    """Returns the identities of all files from which a copy is made."""
    paths = [os.path.join(ROOT, "meson.build")]  # the version
    for top in ("gen", "src/runtime", "include"):
        for parent, _, names in os.walk(os.path.join(ROOT, top)):
            if not parent.endswith("__pycache__"):
                paths += [os.path.join(parent, name) for name in names]
    return identities(sorted(paths))


class Cache:
    """A folder of files named by a hash of their inputs. With an empty path, nothing is kept."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._own = own() if folder else {}

    def name(self, *parts: object) -> str:
        """Returns the name for the result of these inputs and this release of lazynccl."""
        text = repr((*parts, self._own)).encode("utf-8", "surrogateescape")
        return str(blake2b(text, digest_size=32).hexdigest())

    def recall(self, name: str) -> dict[str, Any] | None:
        """Returns the stored attributes, unless one of their files has changed."""
        if not self.folder:
            return None
        try:
            with open(os.path.join(self.folder, name), "rb") as file:
                digest, text = file.read(HASH), file.read()
            found: dict[str, Any] = marshal.loads(text)
        except (OSError, ValueError, EOFError, TypeError):
            return None
        is_whole = blake2b(text).digest() == digest
        return found if is_whole and all(
            is_same(path, known) for path, known in found["files"].items()) else None

    def store(self, name: str, made: object) -> None:
        """Stores the attributes of an object, among them `files`."""
        if not self.folder:
            return
        path = os.path.join(self.folder, name)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            text = marshal.dumps(vars(made))
            file.write(blake2b(text).digest() + text)
        os.replace(file.name, path)
