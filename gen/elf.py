"""Reads the dynamic section and symbols of a linked file, and removes libraries that it needs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import mmap
import struct
from _collections_abc import Iterator  # larger modules take longer to import than a link

DYNAMIC, DYNSYM, VERDEF, VERNEED, VERSYM = 6, 11, 0x6ffffffd, 0x6ffffffe, 0x6fffffff
RELOCATIONS = {4: 3, 9: 2}  # SHT_RELA, SHT_REL → the words of an entry
DT_NULL, DT_NEEDED, DT_SONAME, DT_RPATH, DT_DEBUG, DT_RUNPATH, DT_FLAGS = 0, 1, 14, 15, 21, 29, 30
DT_FLAGS_1 = 0x6ffffffb
TEXTS = (DT_NEEDED, DT_SONAME, DT_RPATH, DT_RUNPATH)
PT_RELRO, NOTE, PROPERTIES = 0x6474e552, 7, 5
FEATURES = {3: 0xc0000002, 62: 0xc0000002, 183: 0xc0000000}  # machine → kind of property
NOTYPE, OBJECT, FUNCTION, COMMON, TLS, IFUNC = 0, 1, 2, 5, 6, 10
DATA = (OBJECT, COMMON, TLS)
CODE = (NOTYPE, FUNCTION, IFUNC)
LOCAL, WEAK, UNIQUE, PROTECTED, ABSOLUTE = 0, 2, 10, 3, 0xfff1
# Machine → the relocation that copies a library's variable into the program.
COPY = {3: 5, 8: 126, 20: 19, 21: 19, 22: 9, 40: 20, 62: 5, 183: 1024, 243: 4, 258: 4}
# Machine → the relocation whose value is what a function of the file returns.
RESOLVED = {3: 42, 21: 248, 22: 61, 40: 160, 62: 37, 183: 1032, 243: 58, 258: 12}
SYMBOLIC = 2  # a bit of DT_FLAGS
PAGES = dict.fromkeys((3, 22, 40, 62, 243), 4096)  # machine → its only page size
RELRO = ".data.rel.ro"
MACHINES = {3: "i386", 21: "ppc64", 22: "s390x", 40: "arm", 62: "x86_64", 183: "aarch64",
            243: "riscv"}
# The machines on which st_other marks functions that use other registers than usual.
VARIANT = (183, 243)
NO_VERSION = ("", "")
DERIVED = ("path", "symbols", "undefined", "defined")  # of these, facts() has only symbols
DAMAGED = (ValueError, struct.error, IndexError, OverflowError)


class Symbol:
    """A dynamic symbol. For an undefined symbol with a version, `file` is the SONAME of the library
    that defines the version."""

    def __init__(self, name: str, version: str, file: str, type: int, defined: bool, hidden: bool,
                 variant: bool, copied: bool, weak: bool, unique: bool, referenced: bool) -> None:
        self.name = name
        self.version = version
        self.file = file
        self.type = type
        self.defined = defined
        self.hidden = hidden    # an old version, which a program must ask for
        self.variant = variant  # a function that uses other registers than usual
        self.copied = copied    # a library's variable, which ld.so copies into the program
        self.weak = weak
        self.unique = unique          # ld.so takes one definition for the whole process
        self.referenced = referenced  # by a relocation, so that ld.so looks it up


class Elf:
    """A shared library or a program. Its symbols are read when they are first asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._symbols: tuple[Symbol, ...] | None = None
        self._undefined: tuple[Symbol, ...] | None = None
        self._defined: frozenset[str] | None = None
        self._reader = Reader(path)
        self.machine = self._reader.machine
        rows = [*self._reader.dynamic()]
        self.soname = "".join(text for tag, _, text in rows if tag == DT_SONAME)
        self.needed = tuple(text for tag, _, text in rows if tag == DT_NEEDED)
        # Where ld.so searches for the libraries that this file needs.
        self.folders = tuple(folder for tag, _, text in rows if tag in (DT_RPATH, DT_RUNPATH)
                             and text for folder in text.split(":"))
        # Linkers add DT_DEBUG only to programs. An interpreter is no proof: libraries may have one.
        self.is_program = any(tag == DT_DEBUG for tag, *_ in rows)
        self.flags = sum(value for tag, value, _ in rows if tag == DT_FLAGS)
        self.flags_1 = sum(value for tag, value, _ in rows if tag == DT_FLAGS_1)

    @property
    def relro(self) -> bool:
        """Whether ld.so makes whole pages read-only that contain all of .data.rel.ro."""
        try:
            return self._reader.relro()
        except DAMAGED:
            return False

    @property
    def resolves_at_start(self) -> bool:
        """Whether ld.so calls IFUNC resolvers of this file before main()."""
        return any(type_ == RESOLVED.get(self.machine) for _, type_ in self._reader.relocations())

    @property
    def has_debugging(self) -> bool:
        return ".debug_info" in self._reader.names()

    @property
    def features(self) -> int:
        """The property note's bits (IBT, SHSTK; BTI, PAC): features that all objects have."""
        try:
            return self._reader.features()
        except DAMAGED:
            return 0

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The dynamic symbols; none if the file is damaged."""
        if self._symbols is None:
            self._symbols = self._read(False)
        return self._symbols

    @property
    def undefined(self) -> tuple[Symbol, ...]:
        """The symbols that this file imports. Reads only these: a library may have thousands of
        others."""
        if self._undefined is None:
            self._undefined = self._read(True)
        return self._undefined

    def _read(self, undefined: bool) -> tuple[Symbol, ...]:
        try:
            return tuple(self._reader.symbols(undefined))
        except DAMAGED:
            return ()

    @property
    def defined(self) -> frozenset[str]:
        """The names that other files can get from this one."""
        if self._defined is None:
            self._defined = frozenset(each.name for each in self.symbols if each.defined)
        return self._defined

    @property
    def version_files(self) -> frozenset[str]:
        """The libraries of which ld.so requires versions when this file is loaded."""
        try:
            return frozenset(file for _, file in self._reader.versions().values()) - {""}
        except DAMAGED:
            return frozenset()

    @property
    def versions_sum(self) -> int:
        """The sum of the hashes of the versions that this file defines; 0 if there are none."""
        try:
            return self._reader.versions_sum()
        except DAMAGED:
            return 0

    def facts(self) -> list[tuple[str, object]]:
        """Returns all attributes and properties of the file except those in DERIVED."""
        names = [name for name in (*vars(self), *(name for name, value in vars(Elf).items()
                                                  if isinstance(value, property)))
                 if not name.startswith("_") and name not in DERIVED]
        symbols = sorted(tuple(vars(symbol).values()) for symbol in self.symbols)
        return [("symbols", symbols), *((name, getattr(self, name)) for name in names)]

    def exported(self) -> list[Symbol]:
        """Returns the symbols that a program can use without naming a version."""
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
        # the place, size and number of section headers, at fixed offsets of the ELF header
        at, = self.unpack(self.word, 40 if self.wide else 32)
        each, count = self.unpack("HH", 58 if self.wide else 46)
        form = "IIQQQQIIQQ" if self.wide else "10I"
        self.sections = [self.unpack(form, at + i * each) for i in range(count)] if at else []

    def unpack(self, form: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.order + form, self.data, at)

    def text(self, strings: int, offset: int) -> str:
        """Returns a text from the string table in the section with the index `strings`."""
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
                yield tag, value, self.text(link, value) if tag in TEXTS else ""

    def segments(self) -> Iterator[tuple[int, ...]]:
        """Yields the program headers, which begin with the type."""
        at, = self.unpack(self.word, 32 if self.wide else 28)
        each, count = self.unpack("HH", 54 if self.wide else 42)
        for index in range(count):
            yield self.unpack("IIQQQQQ" if self.wide else "IIIIII", at + index * each)

    def names(self) -> list[str]:
        """Returns the names of the sections."""
        strings, = self.unpack("H", 62 if self.wide else 50)  # the index of the string table
        return [self.text(strings, section[0]) for section in self.sections]

    def relro(self) -> bool:
        """Does what Elf.relro says. PT_RELRO is the part that ld.so makes read-only."""
        for type_, *others in self.segments():
            start = others[2 if self.wide else 1]  # the address
            end = start + others[-1]  # and the size in memory
            if type_ == PT_RELRO and self.machine in PAGES and end % PAGES[self.machine] == 0:
                return all(start <= section[3] and section[3] + section[5] <= end
                           for name, section in zip(self.names(), self.sections, strict=True)
                           if name.startswith(RELRO))
        return False

    def features(self) -> int:
        """Returns the bits of GNU_PROPERTY_X86_FEATURE_1_AND or its like on aarch64; 0 if there is
        no such property."""
        for _, at, *_ in self.of_type(NOTE):
            owner, length, kind = self.unpack("III", at)
            if kind != PROPERTIES or self.data[at + 12:at + 16] != b"GNU\0":
                continue
            entry, end = at + 12 + owner, at + 12 + owner + length
            while entry + 12 <= end:
                kind, bytes_, bits = self.unpack("III", entry)
                if kind == FEATURES.get(self.machine):
                    return bits
                entry += 8 + (bytes_ + self.size - 1) // self.size * self.size
        return 0

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

    def versions_sum(self) -> int:
        """Returns the sum of the hashes of the versions that this file defines; 0 if there are
        none."""
        found = 0
        for _, at, _, _, count in self.of_type(VERDEF):
            for _ in range(count):
                *_, hash_, _, following = self.unpack("HHHHIII", at)
                found += hash_
                at += following
                if not following:
                    break
        return found & 0xffffffff

    def relocations(self) -> set[tuple[int, int]]:
        """Returns the symbol's number (0: none) and the type of each relocation of ld.so."""
        found = set[int]()
        for kind, start, size, link, _ in self.of_type(*RELOCATIONS):
            form = self.order + RELOCATIONS[kind] * self.word
            if link and self.sections[link][1] != DYNSYM:  # for the linker, kept by --emit-relocs
                continue
            step = struct.calcsize(form)
            rows = self.data[start:start + size // step * step]
            found |= {row[1] for row in struct.iter_unpack(form, rows)}
        shift = 32 if self.wide else 8
        return {(info >> shift, info & (1 << shift) - 1) for info in found}

    def relocated_symbols(self) -> tuple[set[int], set[int]]:
        """Returns the numbers of symbols that ld.so looks up, and of those that are variables of
        libraries, copied into this file."""
        relocations = self.relocations()
        return ({number for number, _ in relocations},
                {number for number, type_ in relocations if type_ == COPY.get(self.machine)})

    def symbols(self, undefined: bool = False) -> Iterator[Symbol]:
        """Yields the dynamic symbols, or only the undefined ones."""
        versions, (referenced, copied) = self.versions(), self.relocated_symbols()
        numbers = next(((at, size) for _, at, size, *_ in self.of_type(VERSYM)), None)
        form, step = ("IBBHQQ", 24) if self.wide else ("IIIBBH", 16)
        name, info, other, section = (0, 1, 2, 3) if self.wide else (0, 3, 4, 5)
        has_variants = self.machine in VARIANT
        for _, start, size, link, _ in self.of_type(DYNSYM):
            rows = self.data[start + step:start + size // step * step]
            of_row = self.unpack(f"{numbers[1] // 2}H", numbers[0]) if numbers else ()
            for index, row in enumerate(struct.iter_unpack(self.order + form, rows), 1):
                defined = row[section]  # the section's index; 0 if the symbol is undefined
                if defined == ABSOLUTE or (undefined and defined):  # absolute: a version's name
                    continue
                number = of_row[index] if of_row else 1  # with a bit for hidden versions
                bind, plain = row[info] >> 4, number & 0x7fff
                if not defined or (bind != LOCAL and plain):
                    version, file = versions.get(plain, NO_VERSION)
                    yield Symbol(
                        self.text(link, row[name]), version if plain > 1 else "", file,
                        row[info] & 15, bool(defined), number > plain,
                        has_variants and bool(row[other] & 0x80), index in copied, bind == WEAK,
                        bind == UNIQUE,
                        index in referenced and not (defined and row[other] & 3 == PROTECTED))


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
