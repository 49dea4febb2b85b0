"""Reads the dynamic section and symbols of a linked file, and removes libraries that it needs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

DYNAMIC, DYNSYM, VERDEF, VERNEED, VERSYM = 6, 11, 0x6ffffffd, 0x6ffffffe, 0x6fffffff
RELOCATIONS = {4: 3, 9: 2}  # SHT_RELA, SHT_REL → the words of an entry
DT_NULL, DT_NEEDED, DT_SONAME = 0, 1, 14
NOTYPE, OBJECT, FUNCTION, COMMON, TLS, IFUNC = 0, 1, 2, 5, 6, 10
DATA = (OBJECT, COMMON, TLS)
CODE = (NOTYPE, FUNCTION, IFUNC)
LOCAL, ABSOLUTE = 0, 0xfff1
# Machine → the relocation that copies a library's variable into the program.
COPY = {3: 5, 8: 126, 20: 19, 21: 19, 22: 9, 40: 20, 62: 5, 183: 1024, 243: 4, 258: 4}
MACHINES = {3: "i386", 21: "ppc64", 22: "s390x", 40: "arm", 62: "x86_64", 183: "aarch64",
            243: "riscv"}
# The machines on which st_other marks functions that use other registers than usual.
VARIANT = (183, 243)
DAMAGED = (ValueError, struct.error, IndexError, OverflowError)


@dataclass(frozen=True)
class Symbol:
    """A dynamic symbol. For an undefined one, `file` is the SONAME of the library that gave it its
    version."""
    name: str
    version: str
    file: str
    type: int
    defined: bool
    hidden: bool   # an old version, which a program must ask for
    variant: bool
    copied: bool = False


class Elf:
    """A shared library or a program. Its symbols are read when they are first asked for."""

    def __init__(self, path: str) -> None:
        self._reader = Reader(path)
        self.machine = self._reader.machine
        rows = [*self._reader.dynamic()]
        self.soname = "".join(text for tag, _, text in rows if tag == DT_SONAME)
        self.needed = tuple(text for tag, _, text in rows if tag == DT_NEEDED)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The dynamic symbols; none if the file is damaged."""
        try:
            return tuple(self._reader.symbols())
        except DAMAGED:
            return ()

    def exported(self) -> list[Symbol]:
        """What a program gets that is linked with this library and names no version."""
        return [symbol for symbol in self.symbols if symbol.defined and not symbol.hidden]


class Reader:
    """The sections of a file. Raises ValueError if it is not ELF, struct.error if it is
    truncated."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF":
                raise ValueError("not an ELF file")
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.wide = self.data[4] == 2
        self.order = "<" if self.data[5] == 1 else ">"
        self.word = "Q" if self.wide else "I"
        self.size = 8 if self.wide else 4
        self.type, self.machine = self.unpack("HH", 16)
        at, = self.unpack(self.word, 40 if self.wide else 32)
        each, count = self.unpack("HH", 58 if self.wide else 46)
        form = "IIQQQQIIQQ" if self.wide else "10I"
        self.sections = [self.unpack(form, at + i * each) for i in range(count)] if at else []

    def unpack(self, form: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.order + form, self.data, at)

    def text(self, strings: int, offset: int) -> str:
        """Returns a text from the string table in this section."""
        start = self.sections[strings][4] + offset
        end = self.data.find(b"\0", start)
        if end < 0:
            raise ValueError("the text does not end")
        return self.data[start:end].decode("utf-8", "surrogateescape")

    def of_type(self, *types: int) -> Iterator[tuple[int, int, int, int, int]]:
        """Yields type, offset, size, link and info of each section that has one of these types."""
        for section in self.sections:
            if section[1] in types:
                yield section[1], section[4], section[5], section[6], section[7]

    def dynamic(self) -> Iterator[tuple[int, int, str]]:
        """Yields tag, value and text of each entry; the text is empty if the entry has none."""
        for _, at, size, link, _ in self.of_type(DYNAMIC):
            for entry in range(at, at + size, 2 * self.size):
                tag, value = self.unpack(2 * self.word, entry)
                if tag == DT_NULL:
                    return
                yield tag, value, self.text(link, value) if tag in (DT_NEEDED, DT_SONAME) else ""

    def versions(self) -> dict[int, tuple[str, str]]:
        """Returns number → version, and the library that defines it, or "" for this file."""
        found: dict[int, tuple[str, str]] = {}
        for kind, start, _, link, count in self.of_type(VERDEF, VERNEED):
            at = start
            for _ in range(count):
                if kind == VERDEF:
                    _, _, number, _, _, aux, following = self.unpack("HHHHIII", at)
                    name, = self.unpack("I", at + aux)
                    found[number] = self.text(link, name), ""
                else:
                    _, names, file, aux, following = self.unpack("HHIII", at)
                    each = at + aux
                    for _ in range(names):
                        _, _, number, name, further = self.unpack("IHHII", each)
                        found[number] = self.text(link, name), self.text(link, file)
                        each += further
                        if not further:
                            break
                at += following
                if not following:
                    break
        return found

    def copied(self) -> set[int]:
        """Returns the numbers of symbols that are variables of libraries, copied into this file."""
        found = set()
        for kind, start, size, _, _ in self.of_type(*RELOCATIONS):
            step = RELOCATIONS[kind] * self.size
            for at in range(start, start + size, step):
                _, info = self.unpack(2 * self.word, at)
                number, type_ = (info >> 32, info & 0xffffffff) if self.wide else (
                    info >> 8, info & 0xff)
                if type_ == COPY.get(self.machine):
                    found.add(number)
        return found

    def symbols(self) -> Iterator[Symbol]:
        versions, copied = self.versions(), self.copied()
        numbers = next((at for _, at, *_ in self.of_type(VERSYM)), None)
        form, step = ("IBBHQQ", 24) if self.wide else ("IIIBBH", 16)
        for _, start, size, link, _ in self.of_type(DYNSYM):
            for index in range(1, size // step):
                row = self.unpack(form, start + index * step)
                name, info, other, section = (row[0], *row[1:4]) if self.wide else (
                    row[0], *row[3:6])
                number = self.unpack("H", numbers + 2 * index)[0] if numbers else 1
                version, file = versions.get(number & 0x7fff, ("", ""))
                if section == ABSOLUTE:  # the name of a version
                    continue
                if (info >> 4 != LOCAL and number & 0x7fff) or not section:
                    yield Symbol(self.text(link, name), version if number & 0x7fff > 1 else "",
                                 file, info & 15, bool(section), bool(number & 0x8000),
                                 self.machine in VARIANT and bool(other & 0x80), index in copied)


def read(path: str) -> Elf | None:
    """Reads a shared library or a program. Returns None if the file is neither."""
    try:
        return Elf(path)
    except (OSError, *DAMAGED):
        return None


def is_library(path: str) -> bool:
    """Returns whether the file begins like an ELF file of type ET_DYN."""
    try:
        with open(path, "rb") as file:
            start = file.read(18)
    except OSError:
        return False
    return start[:4] == b"\x7fELF" and start[16:18] in (b"\3\0", b"\0\3")


def remove_needed(path: str, sonames: set[str]) -> None:
    """Removes these libraries from the DT_NEEDED entries of the file."""
    reader = Reader(path)
    for _, start, size, link, _ in reader.of_type(DYNAMIC):
        entries = [reader.unpack(2 * reader.word, at)
                   for at in range(start, start + size, 2 * reader.size)]
        kept = [entry for entry in entries
                if entry[0] != DT_NEEDED or reader.text(link, entry[1]) not in sonames]
        kept += [(DT_NULL, 0)] * (len(entries) - len(kept))
        with open(path, "r+b") as file:
            file.seek(start)
            file.write(b"".join(struct.pack(reader.order + 2 * reader.word, *entry)
                                for entry in kept))
