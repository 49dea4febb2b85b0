"""Links a program, with Python's bytecode from the cache: gen ld LINKER ARGUMENT...

Python compiles this module, and no other module, at each link.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import stat
import sys

from gen.failure import InputError

VARIABLE = "LAZY_CACHE"
PRIVATE = "private"  # a subfolder for all files of the cache, with mode 0700 whatever the umask


def replaceable(folder: str) -> str:
    """Returns the folder or a parent that others can replace, or "". A sticky parent is safe."""
    for path in {os.path.abspath(folder), os.path.realpath(folder)}:
        leaf = True
        while leaf or path != "/":
            found = os.lstat(path)
            others = found.st_mode & 0o022 and not stat.S_ISLNK(found.st_mode)
            if found.st_uid not in (0, os.geteuid()) or (
                    others and (leaf or not found.st_mode & stat.S_ISVTX)):
                return path
            path, leaf = os.path.dirname(path), False
    return ""


def accessible(path: str) -> str:
    """Returns a path that other users can replace, or the private folder if they can open it; "" if
    nobody else can change what is in it."""
    return replaceable(path) or (path if os.lstat(path).st_mode & 0o077 else "")


def folder() -> str:
    """Returns the folder for the cache's files, in LAZY_CACHE or below XDG_CACHE_HOME or HOME; an
    empty text if there is none. It contains code, so nobody else may change it."""
    named = os.environ.get(VARIABLE, "")
    home = os.path.join(os.environ.get("HOME", ""), ".cache")
    path = named or os.path.join(os.environ.get("XDG_CACHE_HOME") or home, "lazynccl", "link")
    if not os.path.isabs(path):
        if named:
            raise InputError(f"{VARIABLE}: {path} is relative: name another folder")
        return ""
    try:
        os.makedirs(path, 0o700, exist_ok=True)
        wrong = replaceable(path)
        if not wrong:
            path = os.path.join(path, PRIVATE)
            os.makedirs(path, 0o700, exist_ok=True)
            wrong = accessible(path)
    except OSError as error:
        if named:
            raise InputError(f"{VARIABLE}: {path}: {error.strerror}") from None
        return ""
    if wrong and named:
        raise InputError(f"{VARIABLE}: other users can change {wrong}: name another folder")
    return "" if wrong else path


def main(arguments: list[str]) -> int:
    try:
        cache = folder()
        if cache:
            sys.pycache_prefix = os.path.join(cache, "python")
            sys.dont_write_bytecode = False
        from gen.link import ld

        return ld.main(arguments, cache)
    except InputError as error:
        lines = error.args
    except OSError as error:
        lines = (f"{error.filename}: {error.strerror}",)
    from gen.write import report

    report(*(f"lazynccl link: {line}" for line in lines))
    return 1
