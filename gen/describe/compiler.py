"""Runs the installed compiler for what libclang lacks: the folders of standard headers, and macros.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gen.write import InputError

# Matches the expansion of a macro that is an integer.
INTEGER = re.compile(r" +\(?(-?(?:0x[0-9a-f]+|0|[1-9]\d*))\)? *", re.IGNORECASE)
# The include guards of gcc's intrinsics. libclang cannot read these headers and must skip them.
INTRINSICS = ("_IMMINTRIN_H_INCLUDED", "_X86INTRIN_H_INCLUDED", "_EMMINTRIN_H_INCLUDED",
              "_XMMINTRIN_H_INCLUDED", "_MMINTRIN_H_INCLUDED", "_PMMINTRIN_H_INCLUDED",
              "_X86GPRINTRIN_H_INCLUDED", "_AARCH64_NEON_H_", "_GCC_ARM_ACLE_H")
# The types in these headers that functions of libraries may have.
VECTORS = """\
#ifdef __x86_64__
typedef float __m128 __attribute__((vector_size(16)));
typedef double __m128d __attribute__((vector_size(16)));
typedef long long __m128i __attribute__((vector_size(16)));
typedef float __m256 __attribute__((vector_size(32)));
typedef double __m256d __attribute__((vector_size(32)));
typedef long long __m256i __attribute__((vector_size(32)));
typedef float __m512 __attribute__((vector_size(64)));
typedef double __m512d __attribute__((vector_size(64)));
typedef long long __m512i __attribute__((vector_size(64)));
#endif
"""
# The machine in a triple → its name in `lazynccl symbols`, if they differ.
MACHINES = {"i486": "i386", "i586": "i386", "i686": "i386", "riscv64": "riscv",
            "powerpc64le": "ppc64", "powerpc64": "ppc64", "armv7": "arm"}


def file_of(name: str, command: Sequence[str]) -> str:
    """Returns the path of the library that this compiler command would link, or an empty text."""
    said = subprocess.run([*command, f"-print-file-name={name}"], capture_output=True, text=True,
                          errors="replace", check=False).stdout.strip()
    return os.path.abspath(said) if said not in ("", name) else ""


def library_path(name: str, command: Sequence[str]) -> str:
    """Returns the path of a library. If a bare file name is not in the current folder, looks for it
    as this compiler command does for -l:NAME."""
    if os.path.dirname(name) or os.path.exists(name):
        return name
    try:
        found = file_of(name, command)
    except OSError:
        found = ""
    if not found:
        raise InputError(f"{name}: neither in this folder nor among the libraries of "
                         f"{command[0]}: give its path")
    return found


@dataclass(frozen=True)
class Compiler:
    language: str = "c"                 # or "c++"
    target: str = ""                    # a triple, or "" for this machine
    folders: tuple[str, ...] = ()       # -I
    defines: tuple[str, ...] = ()       # -D
    stand_ins: tuple[str, ...] = ()     # folders with replacements of headers, searched after -I

    @property
    def command(self) -> list[str]:
        """The words of the compiler command, from CC or CXX if it is for this machine."""
        variable, name = ("CC", "cc") if self.language == "c" else ("CXX", "c++")
        if self.target:
            return [f"{self.target}-{'gcc' if self.language == 'c' else 'g++'}"]
        return shlex.split(os.environ.get(variable) or name)

    def run(self, *arguments: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
        command = [*self.command, *arguments]
        try:
            return subprocess.run(command, capture_output=True, text=True, errors="replace",
                                  env=os.environ | {"LC_ALL": "C"}, check=False, input=input)
        except OSError as error:
            raise InputError(f"{command[0]}: {error.strerror}: libclang needs the headers of this "
                             "compiler: install it") from None

    @cached_property
    def system(self) -> tuple[str, ...]:
        """The folders of the standard headers."""
        said = self.run("-E", "-v", "-x", self.language, os.devnull).stderr
        listed = said.partition("#include <...> search starts here:\n")[2]
        return tuple(listed.partition("End of search list.")[0].split())

    @cached_property
    def triple(self) -> str:
        return self.target or self.run("-dumpmachine").stdout.strip()

    @property
    def machine(self) -> str:
        """The machine's name in `lazynccl symbols`."""
        word = self.triple.partition("-")[0]
        return MACHINES.get(word, word)

    def options(self, more: str = "") -> list[str]:
        """Returns the options -I and -D. `more` contains further definitions."""
        defines = [*self.defines, *more.split()]
        return [*(f"-I{f}" for f in (*self.folders, *self.stand_ins)), *(f"-D{d}" for d in defines)]

    def clang(self, more: str = "") -> list[str]:
        """Returns the arguments with which libclang reads the same code as this compiler."""
        standard = "gnu11" if self.language == "c" else "c++17"
        return ["-x", self.language, f"-std={standard}", "-nostdinc", "-nostdinc++",
                f"--target={self.triple}", *self.options(more), *(f"-D{d}" for d in INTRINSICS),
                *(f"-isystem{folder}" for folder in self.system)]

    def preprocessed(self, source: str, more: str = "") -> str:
        return self.run("-E", "-P", "-x", self.language, *self.options(more), "-",
                        input=source).stdout

    def numbers(self, source: str) -> dict[str, int]:
        """Returns the macros that are integers."""
        found = {name: INTEGER.fullmatch(meaning) for _, name, meaning in self.macros(source)}
        return {name: int(number[1], 0) for name, number in found.items() if number}

    def macros(self, source: str, more: str = "") -> Iterator[tuple[str, str, str]]:
        """Yields `file:line`, name and expansion of each macro that this source defines."""
        said = self.run("-E", "-dD", "-x", self.language, *self.options(more), "-", input=source)
        file, line = "", 0
        for text in said.stdout.split("\n"):
            if marker := re.match(r'# (\d+) "(.*?)"', text):
                line, file = int(marker[1]) - 1, marker[2]
                continue
            line += 1
            if macro := re.match(r"#define (\w+)(.*)", text):
                yield f"{Path(file)}:{line}", macro[1], macro[2]
