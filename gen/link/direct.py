"""With LAZY_DIRECT=FOLDER, keeps copies of the first link's file, for tools that read dependencies
from programs: FOLDER/PRIORITY/PATH, where PATH is the path of the output. Each copy needs the lazy
libraries of its priority and of higher ones.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import shutil
from collections.abc import Collection, Mapping

from gen import elf
from gen.stub.stub import PRIORITIES


def keep(folder: str, linked: str, output: str, lazy: Collection[str],
         priorities: Mapping[str, str]) -> None:
    """Keeps a copy for each priority. `priorities` is SONAME → priority, without the lazy libraries
    that the program does not use."""
    for rank, priority in enumerate(PRIORITIES):
        path = os.path.join(folder, priority, os.path.abspath(output).lstrip("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        unfinished = f"{path}.{os.getpid()}"
        shutil.copy(linked, unfinished)
        kept = {soname for soname, word in priorities.items() if PRIORITIES.index(word) <= rank}
        elf.remove_needed(unfinished, {*lazy} - kept)
        os.replace(unfinished, path)
