"""Renders the events of profilers: a struct for each version, and conversions between these and the
canonical struct.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.description import Description, Member, parameters
from gen.net.types import member, size, struct
from gen.template import quote, template

EVENT = "lazynccl_profiler_event"


def variants(d: Description, event: str) -> list[int]:
    """Returns the versions that changed the struct of an event."""
    changed = {v for each in d.events[event] for v in each.history}
    return sorted(changed)


def variant(d: Description, event: str, version: int) -> int:
    return max(v for v in variants(d, event) if v <= version)


def rows(d: Description, event: str, version: int | None) -> list[str]:
    """Returns the members of an event's struct in this version, or the canonical ones for None."""
    types = [(each.name, each.canonical if version is None else each.at(version))
             for each in d.events[event]]
    return [member(d, parameters(f"{text} {name}".replace("* ", "*"))[0], 0)
            for name, text in types if text]


def named(event: str, version: int | str) -> str:
    return f"lazynccl_profiler_{event}" + (f"_v{version}" if version else "")


def whole(d: Description, version: int | None) -> str:
    """Renders the struct of all events: the common members and a union of the others."""
    parts = [event for event in d.events if event != "event"]
    most = max(d.size(v, "other") for v in d.versions)
    union = [f"        struct {named(p, variant(d, p, version) if version else '')} {p};"
             for p in parts]
    union.append(f"        unsigned char bytes[{d.size(version, 'other') if version else most}];")
    return struct(named("event", version or ""), [
        *rows(d, "event", version), "    union {", *union, "    } of;"])


def structs(d: Description) -> str:
    parts = [event for event in d.events if event != "event"]
    made = [struct(named(p, v), rows(d, p, v)) for p in parts for v in variants(d, p)]
    made += [f"/* Newest, and what is removed since. */\n{struct(named(p, ''), rows(d, p, None))}"
             for p in parts]
    for v in d.versions:
        made += [f"{whole(d, v)}\n{size(named('event', v), d.size(v, 'event'))}"]
    made += [whole(d, None), "\n".join([
        "/* An event of any version. */", "union lazynccl_profiler_any {",
        *(f"    struct {named('event', v)} v{v};" for v in d.versions), "};"])]
    made += [f"""\
/* Reads an event of a version, and writes one. */
void lazynccl_profiler_read(int version, const void *, struct {EVENT} *);
void lazynccl_profiler_write(int version, const struct {EVENT} *, union lazynccl_profiler_any *);

/* The types of events that a version has, and its last state. */
uint64_t lazynccl_profiler_types(int version);
int lazynccl_profiler_last_state(int version);"""]
    return "\n\n".join(made)


def copy(each: Member, version: int, reads: bool) -> str:
    """Renders the conversion of a member. A number in one version can be a name in another."""
    here, newest = each.at(version), each.canonical
    value = f"from->{each.name}"
    if here != newest and newest.endswith("*"):
        value = f"{'NAME' if reads else 'NUMBER'}({each.name}_names, {value})"
    return f"    to->{each.name} = {value};"


def converters(d: Description) -> str:
    made = []
    for event in d.events:
        for v in variants(d, event) if event != "event" else ():
            for reads in (True, False):
                one, other = named(event, v), named(event, "")
                source, target = (one, other) if reads else (other, one)
                made += [f"static void {event}_{'from' if reads else 'to'}_v{v}"
                         f"(const struct {source} *from, struct {target} *to)", "{",
                         *(copy(each, v, reads) for each in d.events[event] if each.at(v)), "}", ""]
    return "\n".join(made)


def parent(d: Description, event: str, version: int, reads: bool) -> list[str]:
    """Renders the conversion of an event's parent. In versions without a member `group`, the parent
    of an event is its group."""
    group = next((each for each in d.events[event] if each.name == "group"), None)
    if not group or group.at(version):
        return []
    if not reads:
        return [f"        to->parent = from->of.{event}.group;"]
    return [f"        to->of.{event}.group = from->parent;", "        to->parent = NULL;"]


def conversion(d: Description, version: int, reads: bool) -> str:
    """Renders the function that converts events from a version (`reads`) or to it."""
    own, canonical = named("event", version), EVENT
    source, target = (own, canonical) if reads else (canonical, own)
    lines = [f"static void {'read' if reads else 'write'}_v{version}(const struct {source} *from, "
             f"struct {target} *to)", "{"]
    if reads:
        lines.append("    memset(to, 0, sizeof *to);")
    for each in d.events["event"]:
        cast = f"({each.at(version)})" if not reads and each.at(version) != each.canonical else ""
        lines.append(f"    to->{each.name} = {cast}from->{each.name};")
    lines.append("    switch (from->type) {")
    for event in d.events:
        if event == "event":
            continue
        way = "from" if reads else "to"
        lines += [f"    case LAZYNCCL_PROFILER_{event.upper()}:",
                  f"        {event}_{way}_v{variant(d, event, version)}(&from->of.{event}, "
                  f"&to->of.{event});", *parent(d, event, version, reads), "        return;"]
    bytes_ = d.size(version, "other")
    return "\n".join([*lines, "    default:",
                      f"        memcpy(to->of.bytes, from->of.bytes, {bytes_});", "    }", "}", ""])


def by_version(d: Description, values: dict[str, int]) -> str:
    return ", ".join(["0", *(hex(d.by_version(values, v)) for v in d.versions)])


def code(d: Description) -> str:
    return template("net/events.c.in").substitute(
        names="\n".join(f"static const char *const {name}_names[] = "
                        f"{{{', '.join(map(quote, row))}}};" for name, row in d.names.items()),
        converters=converters(d),
        versions="\n".join(conversion(d, v, reads) for v in d.versions for reads in (True, False)),
        reads="\n".join(f"    case {v}:\n        read_v{v}(from, to);\n        return;"
                        for v in d.versions),
        writes="\n".join(f"    case {v}:\n        write_v{v}(from, &to->v{v});\n        return;"
                         for v in d.versions),
        masks=by_version(d, d.masks), states=by_version(d, d.states))
