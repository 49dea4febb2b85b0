"""Decides how a file is linked lazily, and makes the objects for it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.link import gate
from gen.link.cache import Cache, Decision, content, identities
from gen.link.copy import tables_of, write
from gen.link.fallbacks import find
from gen.link.inputs import Inputs
from gen.link.loaded import Loaded
from gen.link.staying import staying
from gen.stub.answers import assumed_line


def decide(inputs: Inputs, cache: Cache) -> tuple[Decision, bool]:
    """Returns the decision, and whether it depends only on files that were found. Raises InputError
    if a library cannot be lazy."""
    loaded = Loaded(inputs.known, inputs.asked)
    fallbacks = {each.soname: find(each.name, cache, gate.read_stub) for each in inputs.lazy}
    direct = staying(inputs, fallbacks)
    link = gate.Link(inputs, loaded, [each for each in inputs.lazy if each.soname not in direct])
    plans = gate.plans(link, fallbacks)
    tables = tables_of(plans)
    objects = write(tables, inputs.linked, inputs.asked, cache)
    priorities = {table.wanted.soname: table.priority for table in tables}
    functions = {plan.library.soname: sorted(plan.functions) for plan in plans}
    paths = [*loaded.paths(), *(each.path for each in fallbacks.values() if each.path)]
    files = identities(paths) | {path: content(path) for path in objects}
    resolvers = [f"{inputs.what} has IFUNC resolvers, which run before a library can be opened: "
                 "they must not call a lazy library"] * (
                     bool(plans) and inputs.linked.resolves_at_start)
    warnings = [assumed_line(plan.given.path, [*plan.answering]) for plan in plans
                if plan.given.answers is None]
    made = Decision(objects, link.exports(), functions, priorities, [*map(str, plans)],
                    [*direct.values(), *resolvers, *filter(None, warnings)], files)
    return made, loaded.is_complete()
