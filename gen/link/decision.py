"""Decides how a file is linked lazily, and makes the object for it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Mapping, Sequence

from gen.elf import Elf
from gen.link import cache, gate
from gen.link.command import Command
from gen.link.copy import stubs_of, write
from gen.link.library import Library
from gen.link.loaded import Loaded


def decide(linked: Elf, asked: Command, known: Mapping[str, Library], lazy: Sequence[Library],
           names: Mapping[str, str], folder: str) -> tuple[cache.Decision, bool]:
    """Returns the decision for name → mode, and whether it depends only on files that were found.
    Raises InputError if a library cannot be lazy."""
    loaded = Loaded(known, asked)
    link = gate.Link(linked, asked.name, known, lazy, loaded)
    plans = gate.plans(link, names)
    stubs = stubs_of(plans)
    made = write(stubs, linked, folder, asked)
    priorities = {stub.sonames[0]: stub.priority for stub in stubs}
    functions = {plan.library.soname: sorted(plan.functions) for plan in plans}
    files = cache.identities([*[made] * bool(made), *loaded.paths()])
    return cache.Decision(made, link.exports, functions, priorities,
                          [*map(str, plans)], files), \
        loaded.is_complete()
