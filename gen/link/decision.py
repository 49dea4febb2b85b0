"""Decides how a file is linked lazily, and makes the objects for it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.link import gate
from gen.link.cache import Cache, Decision, content, identities
from gen.link.copy import tables_of, write_objects
from gen.link.fallbacks import find_fallbacks
from gen.link.inputs import Inputs
from gen.link.loaded import Loaded
from gen.link.staying import reasons_to_stay
from gen.stub.answers import assumed_line


def decide(inputs: Inputs, cache: Cache) -> tuple[Decision, bool]:
    """Returns the decision, and whether all files that it depends on were found, so that it can be
    cached. Raises InputError if a library cannot be lazy."""
    loaded = Loaded(inputs.known, inputs.asked)
    fallbacks = {one.soname: find_fallbacks(one.name, cache, gate.read_stub) for one in inputs.lazy}
    direct = reasons_to_stay(inputs, fallbacks)
    link = gate.Link(inputs, loaded, [each for each in inputs.lazy if each.soname not in direct])
    plans = gate.plans(link, fallbacks)
    tables = tables_of(plans)
    objects = write_objects(tables, inputs.linked, inputs.asked, cache)
    priorities = {table.wanted.soname: table.priority for table in tables}
    functions = {plan.library.soname: sorted(plan.functions) for plan in plans}
    paths = [*loaded.paths(), *(each.path for each in fallbacks.values() if each.path)]
    files = identities(paths) | {path: content(path) for path in objects}
    warnings = [assumed_line(plan.given.path, [*plan.answering]) for plan in plans
                if plan.given.answers is None]
    if plans and inputs.linked.resolves_at_start:
        warnings.insert(0, f"{inputs.what} has IFUNC resolvers, which run before a library can be "
                           "opened: they must not call a lazy library")
    made = Decision(objects, link.exports(), functions, priorities, [*map(str, plans)],
                    [*direct.values(), *filter(None, warnings)], files)
    return made, loaded.is_complete()
