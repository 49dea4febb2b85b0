"""Writes generated files, or says what is wrong with what they are made from.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys
from collections.abc import Callable


class InputError(Exception):
    """What is wrong with the inputs, a line each."""


def write(usage: str, arguments: list[str], files: Callable[..., dict[str, str]]) -> int:
    """The job `INPUT... -o FOLDER`; files: name → content, made from the inputs. Returns the exit
    status; writes nothing unless all inputs are right."""
    *inputs, option, folder = arguments if len(arguments) > 2 else ["", "", ""]
    fits = len(inputs) == 1 or "..." in usage
    if option != "-o" or not fits or any(word.startswith("-") for word in inputs):
        print(f"usage: {usage} -o FOLDER", file=sys.stderr)
        return 2
    try:
        made = files(*inputs)
        os.makedirs(folder, exist_ok=True)
        for name, content in made.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
    except InputError as error:
        print(*error.args, sep="\n", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    else:
        return 0
    return 1
