"""Finds the files that ld.so loads with a program or a library.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Collection, Iterable, Mapping

from gen import elf
from gen.elf import Elf
from gen.link.command import Command
from gen.link.library import Library, is_system


def relative_path(name: str, file: Elf, sonames: Collection[str]) -> str:
    """Returns which path of a file changes its meaning with the current folder, or an empty text.
    Considers only the libraries in `sonames`."""
    for soname in sonames:
        if soname in file.needed and "/" in soname and not soname.startswith("/"):
            return f"{name} needs {soname}, which depends on the current folder"
    for folder in file.folders:
        if not folder.startswith(("/", "$")):
            return (f"{name} searches {folder or '.'} for libraries, which depends on the current "
                    "folder")
    return ""


class Loaded:
    """Finds files by their names in DT_NEEDED: among those that the linker read, or in the folders
    of the file that needs them and of the linker."""

    def __init__(self, known: Mapping[str, Library], asked: Command) -> None:
        self._files: dict[str, Elf | None] = {soname: library.file
                                              for soname, library in known.items()}
        self._tried: list[str] = []  # paths without a library
        self.words = asked.words
        self._folders = [*asked.folders, *(os.path.dirname(each.file.path)
                                           for each in known.values())]

    def paths(self) -> list[str]:
        """Returns the files that were found, and paths that were tried without success."""
        return [*self._tried, *(file.path for file in self._files.values() if file)]

    def is_complete(self) -> bool:
        """Returns whether all files were found."""
        return all(self._files.values())

    def file(self, soname: str, by: Elf) -> Elf | None:
        """Returns the library that the file `by` needs; None if it is not found."""
        if soname not in self._files:
            origin = os.path.dirname(os.path.realpath(by.path))
            own = [folder.replace("${ORIGIN}", "$ORIGIN").replace("$ORIGIN", origin)
                   for folder in by.folders]
            paths = (os.path.join(folder, soname)
                     for folder in dict.fromkeys([*own, os.path.dirname(by.path), *self._folders]))
            found = None
            for path in paths:
                found = elf.read(path) if os.path.isfile(path) else None
                if found and found.machine == by.machine:
                    break
                found = None
                self._tried.append(path)
            self._files[soname] = found
        return self._files[soname]

    def closure(self, file: Elf, without: Iterable[str] = ()) -> dict[str, Elf | None]:
        """Returns SONAME → file of the libraries that are loaded with a file, in ld.so's order.
        Leaves out the C library, the compiler's libraries, and the libraries in `without`."""
        found: dict[str, Elf | None] = {}
        left = [file]
        for each in left:
            for soname in each.needed:
                if soname not in found and soname not in without and not is_system(soname):
                    found[soname] = self.file(soname, each)
                    left += filter(None, [found[soname]])
        return found

    def searched(self, file: Elf, without: Collection[str] = ()) -> dict[str, Elf]:
        """Returns SONAME → file of the libraries in which ld.so looks up a file's symbols, in its
        order. Leaves out the libraries in `without` that the file itself needs."""
        found: dict[str, Elf] = {}
        left = [(file, [soname for soname in file.needed if soname not in without])]
        for each, needed in left:
            for soname in needed:
                library = None if soname in found else self.file(soname, each)
                if library:
                    found[soname] = library
                    left.append((library, [*library.needed]))
        return found
