"""Decides how a file is linked lazily, and makes the objects for it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Mapping, Sequence

from gen.elf import Elf
from gen.link import gate
from gen.link.cache import Cache, Decision, content, identities
from gen.link.command import Command
from gen.link.copy import tables_of, write
from gen.link.library import Library
from gen.link.loaded import Loaded
from gen.stub.answers import assumed_line


def decide(linked: Elf, asked: Command, known: Mapping[str, Library], lazy: Sequence[Library],
           names: Mapping[str, str], cache: Cache) -> tuple[Decision, bool]:
    """Returns the decision for name → mode, and whether it depends only on files that were found.
    Raises InputError if a library cannot be lazy."""
    loaded = Loaded(known, asked)
    link = gate.Link(linked, asked.name, known, lazy, loaded)
    plans = gate.plans(link, names, cache)
    tables = tables_of(plans)
    objects = write(tables, linked, asked, cache)
    priorities = {table.wanted.soname: table.priority for table in tables}
    functions = {plan.library.soname: sorted(plan.functions) for plan in plans}
    files = identities(loaded.paths()) | {path: content(path) for path in objects}
    warnings = [assumed_line(plan.given.path, [*plan.answering]) for plan in plans
                if plan.given.answers is None]
    return Decision(objects, link.exports(), functions, priorities, [*map(str, plans)],
                    [*filter(None, warnings)], files), loaded.is_complete()
