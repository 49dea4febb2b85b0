"""Renders a plugin description as C: python3 gen net DESCRIPTION -o FOLDER

For networks, writes lazynccl_net.h, net_operations.h and net_facts.c; for other plugins,
NAME_operations.h and NAME_facts.c; for profilers, also profiler_events.c. Every interface gets
INTERFACE_callers.c, which NCCL calls, and INTERFACE_reals.c, which calls the real plugin.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net import adapters, check, events, types
from gen.net.description import Description, load
from gen.stub.version import version
from gen.template import fold, quote, template
from gen.write import InputError, write


def header(description: Description) -> str:
    versions, newest = description.versions, description.newest
    interfaces = description.interfaces
    constants = [f"#define LAZYNCCL_NET_{name} {value}"
                 for name, value in description.constants.items()]
    markers = [f"#define LAZYNCCL_NET_{name} {row.value} /* since v{row.since} */"
               for name, row in description.markers.items()]
    properties = [text for v in versions for text in types.properties(description, v)]
    tables = [text for interface in interfaces for v in versions
              for text in types.table(description, interface, v)]
    return template("net/lazynccl_net.h.in").substitute(
        selections="\n".join(types.selection(description, each) for each in interfaces),
        overloads="\n".join(types.overloads(description, each) for each in interfaces),
        newest=newest, oldest=description.oldest, max_recvs=description.max_recvs,
        handle=description.size(newest, "handle"), constants="\n".join(constants),
        markers="\n".join(markers), types="\n\n".join(types.types(description)),
        properties="\n".join(properties), tables="\n".join(tables))


def operations(description: Description) -> str:
    since = {o.name: o.since for each in description.interfaces.values() for o in each
             if o.since > description.oldest}
    newest = description.newest
    structs = [types.canonical(description, each) for each in description.interfaces]
    markers = sum(row.value for row in description.markers.values())
    return template("net/net_operations.h.in").substitute(
        oldest=description.oldest, newest=newest, markers=markers,
        each=" ".join(f"X({v})" for v in description.versions),
        passed=" \\\n    ".join(
            " ".join(f"X(nccl{kind.capitalize()}Plugin_v{v})" for v in description.others[kind])
            for kind in description.passed),
        typedefs="\n".join(f"typedef struct {types.struct_of(description, name, newest)} "
                           f"lazynccl_net_{name};" for name, variants in description.types.items()
                           if len(variants) > 1),
        unset=" \\\n".join(f"        .{name} = {row.absent},"
                          for name, row in description.properties.items() if row.absent),
        fini=description.fini,
        since="\n".join(f"#define LAZYNCCL_NET_{name}_SINCE {v}" for name, v in since.items()),
        structs="\n\n".join(structs))


def others(description: Description) -> str:
    """Renders the operations of an interface whose structs are not in a public header."""
    name = description.prefix
    constants = [f"#define LAZYNCCL_{name.upper()}_{row} {value}"
                 for row, value in description.constants.items()]
    constants += [f"#define LAZYNCCL_{name.upper()}_{row.upper()} (1 << {value})"
                  for row, value in description.bits.items()]
    tables = [text for v in description.versions for text in types.table(description, name, v)]
    structs = types.types(description)
    if description.events:
        structs.append(events.structs(description))
    return template("net/operations.h.in").substitute(
        interface=name, INTERFACE=name.upper(), oldest=description.oldest,
        newest=description.newest,
        constants="\n".join(constants), types="\n\n".join(structs), tables="\n".join(tables),
        operations=types.canonical(description, name))


def versions(description: Description, interface: str) -> str:
    """Renders the array of an interface's versions."""
    rows = []
    table = description.others.get(interface, description.releases)
    for number, releases in table.items():
        first, last = [version(r).number() for r in releases] + [0] * (2 - len(releases))
        size = description.sizes.get(number, {}).get(interface, 0)
        rows.append(f"    {{{number}, {first}, {last}, {size}}},")
    return "\n".join([f"const struct lazynccl_net_version lazynccl_{interface}_versions[] = {{",
                      *rows, "    {0, 0, 0, 0},", "};"])


def facts(description: Description) -> str:
    every = [*description.interfaces, *description.others]
    arrays = "\n".join(versions(description, each) for each in every)
    if "net" not in description.interfaces:
        layouts = events.layouts(description) if description.events else ""
        return template("net/versions.c.in").substitute(
            file=description.prefix, versions=arrays, layouts=layouts)
    aliases = [f"    (const char *const[]){{{', '.join(map(quote, row))}, NULL}},"
               for row in description.aliases]
    return template("net/facts.c.in").substitute(
        versions=arrays, aliases="\n".join(aliases),
        own_networks=", ".join(map(quote, description.own_networks)))


def files(path: str) -> dict[str, str]:
    """Returns name → content of each file."""
    description = load(path)
    if wrong := check.findings(description):
        raise InputError(*wrong)
    name = description.prefix
    made = {f"{name}_facts.c": facts(description), f"{name}_operations.h":
            operations(description) if name == "net" else others(description)}
    if name == "net":
        made["lazynccl_net.h"] = header(description)
    if description.events:
        made[f"{name}_events.c"] = events.code(description)
    for interface in description.interfaces:
        made[f"{interface}_callers.c"] = adapters.callers(description, interface)
        made[f"{interface}_reals.c"] = adapters.reals(description, interface)
    return {name: "\n".join(map(fold, text.split("\n"))) for name, text in made.items()}


def main(arguments: list[str]) -> int:
    return write("gen net DESCRIPTION", arguments, files)
