"""Renders what describes network plugins: python3 gen/net_render.py DESCRIPTION -o FOLDER

Writes lazynccl_net.h, net_operations.h, net_facts.c, and for each interface its callers and reals.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys

import net_adapters
import net_check
import net_types
from description import quote
from net_description import Description, load
from stub import Bad
from template import fold, template
from version import version


def header(description: Description) -> str:
    versions, newest = description.versions, description.newest
    interfaces = description.interfaces
    constants = [f"#define LAZYNCCL_NET_{name} {value}"
                 for name, value in description["constants"].items()]
    markers = [f"#define LAZYNCCL_NET_{name} {row['value']} /* since v{row['since']} */"
               for name, row in description["markers"].items()]
    properties = [text for v in versions for text in net_types.properties(description, v)]
    tables = [text for interface in interfaces for v in versions
              for text in net_types.table(description, interface, v)]
    return template("lazynccl_net.h.in").substitute(
        selections="\n".join(net_types.selection(description, each) for each in interfaces),
        overloads="\n".join(net_types.overloads(description, each) for each in interfaces),
        newest=newest, oldest=description["oldest"], max_recvs=description["max_recvs"],
        handle=description.size(newest, "handle"), constants="\n".join(constants),
        markers="\n".join(markers), types="\n\n".join(net_types.types(description)),
        properties="\n".join(properties), tables="\n".join(tables))


def operations(description: Description) -> str:
    since = {o.name: o.since for each in description.interfaces.values() for o in each
             if o.since > description["oldest"]}
    newest = description.newest
    structs = [net_types.canonical(description, each) for each in description.interfaces]
    markers = sum(row["value"] for row in description["markers"].values())
    return template("net_operations.h.in").substitute(
        oldest=description["oldest"], newest=newest, markers=markers,
        typedefs="\n".join(f"typedef struct {net_types.struct_of(description, name, newest)} "
                           f"lazynccl_net_{name};" for name, variants in description.types.items()
                           if len(variants) > 1),
        unset=" \\\n".join(f"        .{name} = {row['absent']},"
                          for name, row in description["properties"].items() if "absent" in row),
        fini=description["fini"],
        since="\n".join(f"#define LAZYNCCL_NET_{name}_SINCE {v}" for name, v in since.items()),
        structs="\n\n".join(structs))


def facts(description: Description) -> str:
    rows = []
    for number, releases in description["releases"].items():
        first, last = [version(r).number() for r in releases] + [0] * (2 - len(releases))
        rows.append(f"    {{{number}, {first}, {last}}},")
    aliases = [f"    (const char *const[]){{{', '.join(map(quote, row))}, NULL}},"
               for row in description["aliases"]]
    return template("net_facts.c.in").substitute(
        versions="\n".join(rows), aliases="\n".join(aliases),
        own_networks=", ".join(map(quote, description["own_networks"])))


def files(description: Description) -> dict[str, str]:
    """Name → content of everything that is made."""
    made = {"lazynccl_net.h": header(description), "net_operations.h": operations(description),
            "net_facts.c": facts(description)}
    for interface in description.interfaces:
        made[f"{interface}_callers.c"] = net_adapters.callers(description, interface)
        made[f"{interface}_reals.c"] = net_adapters.reals(description, interface)
    return {name: "\n".join(map(fold, text.split("\n"))) for name, text in made.items()}


def main(arguments) -> int:
    if len(arguments) != 3 or arguments[1] != "-o":
        print("usage: net_render.py DESCRIPTION -o FOLDER", file=sys.stderr)
        return 2
    try:
        description = load(arguments[0])
        wrong = net_check.findings(description)
        for name, content in files(description).items() if not wrong else ():
            with open(os.path.join(arguments[2], name), "w", encoding="utf-8") as file:
                file.write(content)
    except Bad as bad:
        wrong = [bad]
    except OSError as error:
        wrong = [f"{error.filename}: {error.strerror}"]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
