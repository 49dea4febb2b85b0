"""Writes generated files, or prints the errors in their inputs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from gen.failure import InputError as InputError, MisuseError as MisuseError

MISUSE = 3  # the exit status of usage errors, as the command's
# Control characters, also those that only some terminals obey, and bytes that are not UTF-8.
UNSAFE = re.compile(r"[\0-\x1f\x7f-\x9f\ud800-\udfff]")
# No permission, or a file system that is mounted read-only.
DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)


def safe(text: object) -> str:
    """Returns a text that cannot control the terminal: names come from files that anyone may have
    made. Writes unsafe bytes as \\xNN, as src/common/text/safe.c does."""
    def escaped(found: re.Match[str]) -> str:
        code = ord(found[0])
        if 0xdc80 <= code <= 0xdcff:  # a byte that Python could not decode
            return f"\\x{code - 0xdc00:02x}"
        return "".join(f"\\x{byte:02x}" for byte in found[0].encode("utf-8", "surrogatepass"))

    return UNSAFE.sub(escaped, str(text))


def say(*lines: object, to: TextIO | None = None) -> None:
    """Prints lines that may contain names from outside."""
    for line in lines:
        print(safe(line), file=to, flush=True)


def report(*lines: object) -> None:
    """Prints errors, each in one line."""
    say(*lines, to=sys.stderr)


def unwritable(error: OSError, path: str) -> OSError:
    """Returns an error that names what cannot be written and, without permission, what to do."""
    remedy = ": give a folder that you may write to" if error.errno in DENIED else ""
    return OSError(error.errno, f"{error.strerror}{remedy}", path)


@contextlib.contextmanager
def new_folder(path: str) -> Iterator[None]:
    """Makes a folder. Removes it if the block fails."""
    absent = [each for each in (Path(path), *Path(path).parents) if not os.path.lexists(each)]
    try:
        try:
            os.makedirs(path or ".", exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path) from None
        except OSError as error:
            raise unwritable(error, path) from None
        yield
    except BaseException:
        for each in absent:
            with contextlib.suppress(OSError):
                each.rmdir()
        raise


def write_files(folder: str, made: dict[str, str],
                check: Callable[[str], None] = lambda path: None) -> None:
    """Writes all files, then renames them, so that old files stay if the disk is full. `check`
    gets each new file's path; if it raises an exception, no file is replaced."""
    new: dict[str, str] = {}
    with contextlib.ExitStack() as made_folders:
        made_folders.enter_context(new_folder(folder))
        try:
            for name, content in made.items():
                path = os.path.join(folder, name)
                if os.path.dirname(name):
                    made_folders.enter_context(new_folder(os.path.dirname(path)))
                file = os.path.realpath(path)  # follows links
                if os.path.lexists(file) and not os.path.isfile(file):
                    raise OSError(0, "not a regular file")
                new[f"{file}.new"] = file
                with open(f"{file}.new", "w", encoding="utf-8", newline="\n") as to:
                    to.write(content)
                check(f"{file}.new")
            for source, file in new.items():
                os.replace(source, file)
        except OSError as error:
            raise unwritable(error, path) from error
        finally:
            for source in new:
                with contextlib.suppress(OSError):
                    os.unlink(source)


def write(usage: str, arguments: list[str], files: Callable[..., dict[str, str]]) -> int:
    """Runs the job `INPUT... -o FOLDER` and returns its exit status. `files` returns name →
    content for the inputs. If any input has an error, no file is written."""
    *inputs, option, folder = arguments if len(arguments) > 2 else ["", "", ""]
    fits = len(inputs) == 1 or "..." in usage
    if option != "-o" or not fits or any(word.startswith("-") for word in inputs):
        print(f"usage: {usage} -o FOLDER", file=sys.stderr)
        return MISUSE
    try:
        write_files(folder, files(*inputs))
    except MisuseError as error:
        report(f"lazynccl {usage.split()[0]}: {error}")
        return MISUSE
    except InputError as error:
        report(*error.args)
    except OSError as error:
        report(f"{error.filename}: {error.strerror}")
    else:
        return 0
    return 1
