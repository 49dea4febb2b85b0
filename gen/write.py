"""Writes generated files, or prints the errors in their inputs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import contextlib
import os
import sys
from collections.abc import Callable


class InputError(Exception):
    """Errors in the inputs. Each argument is one line."""


def write_files(folder: str, made: dict[str, str]) -> None:
    """Writes all files or none, so that a full disk leaves those of before."""
    os.makedirs(folder, exist_ok=True)
    paths = {os.path.join(folder, name): content for name, content in made.items()}
    try:
        for path, content in paths.items():
            try:
                with open(f"{path}.new", "w", encoding="utf-8") as file:
                    file.write(content)
            except OSError as error:  # a failed write has no name
                raise OSError(error.errno, error.strerror, path) from error
        for path in paths:
            os.replace(f"{path}.new", path)
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                os.unlink(f"{path}.new")


def write(usage: str, arguments: list[str], files: Callable[..., dict[str, str]]) -> int:
    """Runs the job `INPUT... -o FOLDER` and returns its exit status. `files` returns name →
    content for the inputs. If any input has an error, no file is written."""
    *inputs, option, folder = arguments if len(arguments) > 2 else ["", "", ""]
    fits = len(inputs) == 1 or "..." in usage
    if option != "-o" or not fits or any(word.startswith("-") for word in inputs):
        print(f"usage: {usage} -o FOLDER", file=sys.stderr)
        return 2
    try:
        write_files(folder, files(*inputs))
    except InputError as error:
        print(*error.args, sep="\n", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    else:
        return 0
    return 1
