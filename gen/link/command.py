"""Reads the command line of a linker, and finds the real linker and the compiler.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gen.write import InputError

LAZY = "-lazy-l"
STATIC = ("-static", "--static", "-Bstatic", "-dn", "-non_shared")
DEPENDENCIES = ("-dependency-file", "--dependency-file")
UNFINISHED = ".lazynccl"  # ends the name of a file that is not linked yet
LONGEST = 100_000  # characters of a command line that every kernel accepts


@dataclass(frozen=True)
class Command:
    words: tuple[str, ...]   # with -lNAME in place of -lazy-lNAME
    lazy: tuple[str, ...]    # the names in -lazy-lNAME

    @property
    def output(self) -> str:
        """The file that the linker writes."""
        found = "a.out"
        for word, following in zip(self.words, (*self.words[1:], ""), strict=True):
            if word in ("-o", "--output"):
                found = following
            elif word.startswith("--output="):
                found = word.partition("=")[2]
            elif word.startswith("-o") and not word.startswith("-omagic"):
                found = word[2:]
        return found

    @property
    def dependencies(self) -> str:
        """The file in which the linker lists what it has read, or an empty text."""
        found = [following if word in DEPENDENCIES else word.partition("=")[2]
                 for word, following in zip(self.words, (*self.words[1:], ""), strict=True)
                 if word.partition("=")[0] in DEPENDENCIES]
        return found[-1] if found else ""

    @property
    def static(self) -> bool:
        return any(word in STATIC for word in self.words)

    def unfinished(self) -> "Command":
        """Returns the command that writes another file, beside the output. Linkers take the last
        -o."""
        return replace(self, words=(*self.words, "-o", self.output + UNFINISHED))

    def finish(self) -> None:
        """Gives the output of an unfinished command its name, also in the list of dependencies."""
        if os.path.isfile(self.dependencies):
            with open(self.dependencies, "r+", encoding="utf-8", errors="surrogateescape") as file:
                text = file.read().replace(f"{UNFINISHED}:", ":", 1)
                file.seek(0)
                file.write(text)
                file.truncate()
        if os.path.isfile(self.output):  # no output: --version
            os.replace(self.output, self.output.removesuffix(UNFINISHED))


def expanded(words: Sequence[str], inside: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yields the words, with the contents of response files in place of @FILE."""
    for word in words:
        file = word[1:] if word.startswith("@") and word[1:] not in inside else ""
        if file and os.path.isfile(file):
            with open(file, encoding="utf-8", errors="surrogateescape") as text:
                yield from expanded([*split(text.read())], inside | {file})
        else:
            yield word


def split(text: str) -> Iterator[str]:
    """Yields the words of a response file. They are separated by blanks; quotes, and \\ before a
    character, also inside quotes, are removed."""
    word, quote, inside, escaped = "", "", False, False
    for char in text:
        if escaped:
            word, escaped = word + char, False
        elif char == "\\":
            inside = escaped = True
        elif quote:
            word, quote = (word, "") if char == quote else (word + char, quote)
        elif char in "'\"":
            inside, quote = True, char
        elif not char.isspace():
            word, inside = word + char, True
        elif inside:
            yield word
            word, inside = "", False
    if inside:
        yield word


def read(arguments: Sequence[str]) -> Command:
    words, lazy = [], []
    for word in expanded(arguments):
        if word.startswith(LAZY) and len(word) > len(LAZY):
            name = word.removeprefix(LAZY)
            lazy.append(name)
            words += ["--push-state", "--no-as-needed", f"-l{name}", "--pop-state"]
        else:
            words.append(word)
    return Command(tuple(words), tuple(lazy))


def argument_list(words: Sequence[str], folder: str) -> list[str]:
    """Returns the words to start a program with: a response file in this folder if they are too
    long."""
    if sum(map(len, words)) < LONGEST:
        return [*words]
    file = os.path.join(folder, "words")
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as to:
        to.writelines(re.sub(r"""[\s\\'"]""", r"\\\g<0>", word) + "\n" for word in words)
    return [f"@{file}"]


def linker(wrapper: str) -> str:
    """Returns the real linker that the wrapper calls: gcc's own, if gcc is named in the
    environment, or else the next one in PATH."""
    name, own = os.path.basename(wrapper), os.path.dirname(os.path.realpath(wrapper))
    driver = os.environ.get("COLLECT_GCC")
    if driver:
        # COMPILER_PATH begins with the folder of the wrapper.
        clean = {word: value for word, value in os.environ.items() if word != "COMPILER_PATH"}
        said = subprocess.run([driver, f"-print-prog-name={name}"], capture_output=True, text=True,
                              check=False, env=clean).stdout.strip()
        if os.path.isabs(said) and os.path.dirname(os.path.realpath(said)) != own:
            return said
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder or ".", name)
        if os.access(path, os.X_OK) and os.path.realpath(folder) != own:
            return path
    raise InputError(f"{name} is not in PATH: install this linker")


def compiler() -> list[str]:
    """Returns the C compiler, with the link's options for the machine."""
    driver = os.environ.get("COLLECT_GCC")
    found = [driver] if driver else [*filter(None, map(shutil.which, ("cc", "gcc", "clang")))][:1]
    if not found:
        raise InputError("no C compiler found: install gcc, or clang as cc")
    options = shlex.split(os.environ.get("COLLECT_GCC_OPTIONS", ""))
    return found + [word for word in options if word.startswith(("-m", "-fcf-protection"))]
