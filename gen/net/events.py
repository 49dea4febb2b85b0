"""Renders the events of profilers: a struct for each version, its layout, and the function that
writes one from the canonical struct.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.net.description import Description, Member, parameters
from gen.net.types import member, size, struct
from gen.template import template

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
    made += [f"/* Newest, with all removed members. */\n{struct(named(p, ''), rows(d, p, None))}"
             for p in parts]
    for v in d.versions:
        made += [f"{whole(d, v)}\n{size(named('event', v), d.size(v, 'event'))}"]
    made += [whole(d, None), "\n".join([
        "/* An event of any version. */", "union lazynccl_profiler_any {",
        *(f"    struct {named('event', v)} v{v};" for v in d.versions), "};"])]
    groups = ", ".join(grouped(d))
    made += [f"""\
/* Writes an event of a version. A member that is a number there, but a name here, becomes 0. */
void lazynccl_profiler_write(int version, const struct {EVENT} *, union lazynccl_profiler_any *);

/* Offsets and sizes in a version's event that differ between versions. */
struct lazynccl_profiler_layout {{
    size_t size, type_size; /* of the event, and of its first member */
    size_t {groups}; /* the offset of the member `group` of these events, or 0 */
}};
const struct lazynccl_profiler_layout *lazynccl_profiler_layout(int version);"""]
    return "\n\n".join(made)


def grouped(d: Description) -> list[str]:
    """Returns the events that have a member `group` in some version."""
    return [event for event, members in d.events.items()
            if any(each.name == "group" for each in members)]


def layouts(d: Description) -> str:
    """Renders the function that returns the layout of a version's event."""
    made = []
    for v in d.versions:
        own = f"struct {named('event', v)}"
        offsets = [f"offsetof({own}, of.{event}.group)"
                   if any(each.name == "group" and each.at(v) for each in d.events[event]) else "0"
                   for event in grouped(d)]
        values = ", ".join([f"sizeof({own})", f"sizeof ((const {own} *)0)->type", *offsets])
        made.append(f"        [{v}] = {{{values}}},")
    return template("net/layouts.c.in").substitute(rows="\n".join(made))


def copy(each: Member, version: int) -> str:
    """Renders the conversion of a member: to 0 if only one version has a name (a pointer) there."""
    here, newest = each.at(version), each.canonical
    value = "0" if here[-1] != newest[-1] and newest[-1] == "*" else f"from->{each.name}"
    return f"    to->{each.name} = {value};"


def converters(d: Description) -> str:
    """Renders the functions that write the members of one type of event."""
    made = []
    for event in d.events:
        for v in variants(d, event) if event != "event" else ():
            made += [f"static void {event}_to_v{v}(const struct {named(event, '')} *from, "
                     f"struct {named(event, v)} *to)", "{",
                     *(copy(each, v) for each in d.events[event] if each.at(v)), "}", ""]
    return "\n".join(made)


def conversion(d: Description, version: int) -> str:
    """Renders the function that writes an event of a version. In versions without a member `group`,
    the parent of an event is its group."""
    lines = [f"static void write_v{version}(const struct {EVENT} *from, "
             f"struct {named('event', version)} *to)", "{"]
    for each in d.events["event"]:
        cast = f"({each.at(version)})" if each.at(version) != each.canonical else ""
        lines.append(f"    to->{each.name} = {cast}from->{each.name};")
    lines.append("    switch (from->type) {")
    for event, members in d.events.items():
        if event == "event":
            continue
        lines += [f"    case LAZYNCCL_PROFILER_{event.upper()}:",
                  f"        {event}_to_v{variant(d, event, version)}(&from->of.{event}, "
                  f"&to->of.{event});"]
        if any(each.name == "group" and not each.at(version) for each in members):
            lines.append(f"        to->parent = from->of.{event}.group;")
        lines.append("        return;")
    return "\n".join([*lines, "    default:",
                      f"        memcpy(to->of.bytes, from->of.bytes, {d.size(version, 'other')});",
                      "    }", "}", ""])


def code(d: Description) -> str:
    return template("net/events.c.in").substitute(
        converters=converters(d),
        versions="\n".join(conversion(d, v) for v in d.versions),
        writes="\n".join(f"    case {v}:\n        write_v{v}(from, &to->v{v});\n        return;"
                         for v in d.versions))
