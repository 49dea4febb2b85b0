"""Reads the command line of a linker, and finds the compiler.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import stat
from _collections_abc import Iterator, Mapping, Sequence
from itertools import pairwise

from gen.failure import InputError

LAZY = "-lazy-l"
STATIC = ("-static", "--static", "-Bstatic", "-dn", "-non_shared")
WRAP = ("--wrap", "-wrap")
REPORTS = ("-dependency-file", "--dependency-file", "-Map", "--Map")  # files that name the output
# Options of the link command and of CFLAGS with which the copy, too, is compiled.
KEPT = ("-m", "-fcf-protection", "-fstack-protector", "-fno-stack-protector", "-fstack-clash",
        "-fno-stack-clash", "-fzero-call-used", "-fstrict-flex", "-ftrivial-auto-var-init",
        "-D_FORTIFY_SOURCE", "-U_FORTIFY_SOURCE", "-Wp,-D_FORTIFY_SOURCE",
        "-Wp,-U_FORTIFY_SOURCE")
PLACES = ("-isystem", "-isysroot", "--sysroot", "-specs")  # further such options, with a path
SYNTAX = "-masm="  # of the program's assembly, not of the copy's
LONGEST = 100_000  # characters of a command line that every kernel accepts


def values(options: Sequence[str], words: Sequence[str]) -> list[str]:
    """Returns the values of options, as in -Map FILE or -Map=FILE."""
    return [following if word in options else word.partition("=")[2]
            for word, following in pairwise([*words, ""]) if word.partition("=")[0] in options]


def replaced(text: str, renamed: Mapping[str, str]) -> str:
    for name, own in renamed.items():
        text = text.replace(name, own)
    return text


def is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


class Command:
    """A linker's command line. The linker writes a file that finish() renames to the output."""

    OBJECTS = ".core.o", ".o"  # suffixes of objects that are removed after the link

    def __init__(self, words: Sequence[str], lazy: Sequence[str]) -> None:
        self.lazy = lazy  # the names in -lazy-lNAME
        self.output = "a.out"
        for word, following in pairwise([*words, ""]):
            if word in ("-o", "--output"):
                self.output = following
            elif word.startswith("--output="):
                self.output = word.partition("=")[2]
            elif word.startswith("-o") and not word.startswith("-omagic"):
                self.output = word[2:]
        self.name = os.path.basename(self.output)
        self.unfinished = f"{self.output}.{os.getpid()}.lazynccl"
        self.plain = words  # with -lNAME in place of -lazy-lNAME
        self.words = (*words, "-o", self.unfinished)  # linkers take the last -o

    @property
    def folders(self) -> list[str]:
        """The folders in which the linker searches for libraries."""
        return [word[2:] or following for word, following in pairwise([*self.plain, ""])
                if word.startswith("-L")]

    @property
    def wrapped(self) -> list[str]:
        """The functions that --wrap replaces. The copy calls the real functions, as ld.so does."""
        return sorted({name for name in values(WRAP, self.plain) if name.isidentifier()})

    @property
    def static(self) -> bool:
        return any(word in STATIC for word in self.plain)

    @property
    def pipe(self) -> str:
        """A file in the words that can be read only once; an empty text if there is none."""
        paths = (path for word in self.plain for path in (word.partition("=")[2], word.lstrip("@")))
        return next(filter(is_pipe, paths), "")

    def argument_list(self, words: Sequence[str]) -> list[str]:
        """Returns the words with which to start the linker. If they are too long, writes them to a
        response file beside the output."""
        if sum(map(len, words)) < LONGEST:
            return [*words]
        file = f"{self.unfinished}.words"
        with open(file, "w", encoding="utf-8", errors="surrogateescape") as to:
            to.writelines("".join(f"\\{char}" if char in "\\'\"" or char.isspace() else char
                                  for char in word) + "\n" for word in words)
        return [f"@{file}"]

    def finish(self, renamed: Mapping[str, str]) -> None:
        """Gives the unfinished output its name, and replaces the names in `renamed` in the linker's
        list of dependencies and in its map."""
        for file in values(REPORTS, self.plain):
            if os.path.isfile(file):
                with open(file, "r+", encoding="utf-8", errors="surrogateescape") as text:
                    content = replaced(text.read(), renamed)
                    text.seek(0)
                    text.write(content)
                    text.truncate()
        if os.path.isfile(self.unfinished):  # with --version, there is no output
            os.replace(self.unfinished, self.output)

    def clean(self, failed: bool) -> None:
        """Removes unfinished files. After a failure also removes the output, as linkers do."""
        for path in (*(self.unfinished + end for end in ("", *self.OBJECTS, ".words")),
                     *[self.output] * failed):
            if os.path.isfile(path):
                os.remove(path)


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
    """Reads a linker's arguments. Replaces -lazy-lNAME by -lNAME that is always linked."""
    words, lazy = [], []
    for word in expanded(arguments):
        if word.startswith(LAZY) and len(word) > len(LAZY):
            name = word.removeprefix(LAZY)
            lazy.append(name)
            words += ["--push-state", "--no-as-needed", f"-l{name}", "--pop-state"]
        else:
            words.append(word)
    return Command(words, lazy)


def which(name: str) -> str:
    """Returns the path of a program, or an empty text."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    paths = [name] if "/" in name else [os.path.join(folder or ".", name) for folder in folders]
    return next((path for path in paths if os.access(path, os.X_OK)), "")


def compiler() -> list[str]:
    """Returns the C compiler, with the options of the link that affect the code."""
    driver = os.environ.get("COLLECT_GCC")
    found = which(driver) if driver else next(filter(None, map(which, ("cc", "gcc", "clang"))), "")
    if not found:
        raise InputError("no C compiler found: install gcc, or clang as cc")
    return [found, *flags()]


def flags() -> list[str]:
    """Returns the options for the machine and for hardening from the compiler command that links,
    from CFLAGS and from CPPFLAGS, and all of LAZY_CFLAGS."""
    options = [word[1:-1] if word[0] == "'" == word[-1] else word
               for word in os.environ.get("COLLECT_GCC_OPTIONS", "").split()]
    for variable in ("CFLAGS", "CPPFLAGS"):
        options += os.environ.get(variable, "").split()
    return [*(word for word in options if word.startswith(KEPT) and not word.startswith(SYNTAX)),
            *places(options), *os.environ.get("LAZY_CFLAGS", "").split()]


def places(options: Sequence[str]) -> Iterator[str]:
    """Yields the options with a path, as an absolute path: the compiler runs in another folder."""
    for word, following in pairwise([*options, ""]):
        for option in filter(word.startswith, PLACES):
            path = word.removeprefix(option).removeprefix("=") or following
            yield from (option, os.path.abspath(path) if os.path.exists(path) else path)
