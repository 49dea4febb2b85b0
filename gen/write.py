"""Writes generated files, or reports the errors in their inputs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys
from collections.abc import Callable


class InputError(Exception):
    """The errors in the inputs, one line each."""


def write(usage: str, arguments: list[str], files: Callable[..., dict[str, str]]) -> int:
    """Runs the job `INPUT... -o FOLDER` and returns its exit status. `files` makes name → content
    from the inputs; with an error in any input nothing is written."""
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
