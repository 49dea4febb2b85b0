"""What users combine: each dimension and its values, the usual one first, and the pairs of values
that cannot be.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from typing import NamedTuple

Case = dict[str, str]

DIMENSIONS: dict[str, list[str]] = {
    # the build that is between the program and the library
    "variant": ["archive", "shared", "default", "soname", "full", "exported", "start", "standin"],
    # where the library is, and who says so
    "search": ["folder", "file", "assigned", "relative", "empty", "ld", "ld-empty-first",
               "ld-empty-last", "runpath", "rpath"],
    # what the library is like
    "state": ["there", "missing", "truncated", "cut", "machine", "lacks", "needs", "permission",
              "files", "callback", "loaded", "preloaded"],
    # who calls
    "process": ["plain", "folder", "threads", "fork", "constructor", "atexit"],
    # what the program has done before
    "move": ["none", "chdir", "chdir-caps", "setrlimit"],
    "absent": ["error", "stop", "answer"],
    "api": ["none", "freeze", "load", "set_path"],
}

# Pairs that cannot be: dimension, values, dimension, values, and the reason.
IMPOSSIBLE: list[tuple[str, str, str, str, str]] = [
    ("variant", "archive shared standin", "absent", "stop answer",
     "they have the values of NCCL's own stub, which are errors"),
    ("variant", "exported standin", "api", "freeze load set_path",
     "they export the library's names alone"),
]


class Search(NamedTuple):
    """How a value of "search" is said to a program with lazynccl, and to one without."""

    libpath: str = ""  # LAZYNCCL_LIBPATH; {lib} is the folder
    loader: str = ""  # LD_LIBRARY_PATH
    link: str = ""  # options of the link


SEARCHES = {
    "folder": Search(libpath="{lib}"),
    "file": Search(libpath="{lib}/libnccl.so.2"),
    "assigned": Search(libpath="nccl={lib}/libnccl.so.2"),
    "relative": Search(libpath="lib"),
    "empty": Search(libpath=":{lib}"),
    "ld": Search(loader="{lib}"),
    "ld-empty-first": Search(loader=":{lib}"),
    "ld-empty-last": Search(loader="{lib}:"),
    "runpath": Search(link="-Wl,--enable-new-dtags,-rpath,$ORIGIN/lib"),
    "rpath": Search(link="-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib"),
}

# What each variant searches, as far as the cases ask: the option of vendor, and its locations.
FULL = frozenset({"api", "env", "loaded"})
VARIANTS: dict[str, tuple[list[str], frozenset[str]]] = {
    "archive": ([], FULL),
    "shared": ([], FULL),
    "default": (["--search", "api,env,loaded,soname"], FULL),
    "soname": (["--search", "soname"], frozenset()),
    "full": (["--search", "full"], FULL),
    "exported": (["--search", "api,env,loaded,soname"], FULL),
    "start": (["--search", "api,env,loaded,soname", "--open", "start"], FULL),
    "standin": ([], FULL),
}

USUAL: Case = {name: values[0] for name, values in DIMENSIONS.items()}


def why_impossible(case: Case) -> str:
    for one, its, other, others, reason in IMPOSSIBLE:
        if case[one] in its.split() and case[other] in others.split():
            return reason
    return ""
