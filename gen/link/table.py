"""Renders the C that differs between programs: the names, versions and fallback values of the
functions that a program uses, and their trampolines.

It is rendered at each link with a new copy. So this module does without the modules for stubs,
which take longer to import than this C takes to compile, and renders what gen/library/ renders for
functions that are known only by name.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Container, Mapping, Sequence

from gen.link.fallbacks import STOP, Fallbacks
from gen.link.modes import CALL, START
from gen.stub.input_names import check_file, name_of, short

PREFIX = "lazylink"
REASON = "reason"
ABSENT_REASON = "lazynccl_absent_reason"
PROGRAM = "call "  # a function of the program
WHEN = {CALL: "its first call", START: "startup"}
SLOTS, RELRO = ".lazynccl.slots", ".data.rel.ro.lazynccl"


class Wanted:
    """The functions that a program uses from a library."""

    def __init__(self, soname: str, name: str, functions: Mapping[str, str], open: str = CALL,
                 object: str = "", versions_sum: int = 0) -> None:
        self.soname = soname
        self.name = name            # by which to look up fallback values, such as z
        self.functions = functions  # name → version, or ""
        self.open = open
        self.object = object or name_of(os.path.basename(soname))  # ends the library's C names
        self.unversioned = not all(functions.values())
        self.versions_sum = versions_sum * self.unversioned  # of the library's versions
        check_file(short(soname), soname, {*functions.values()} - {""})


class Answers:
    """What absent calls of a library do."""

    def __init__(self, texts: Sequence[str], addresses: Sequence[str], rows: Sequence[int],
                 count: int, certain: int = 0, secure_stop: int = 0,
                 types: Mapping[str, str] | None = None) -> None:
        self.texts = texts          # the C of fallback functions
        self.addresses = addresses  # of fallbacks: reasons, then answers, then others; NULL stops
        self.rows = rows            # for each function, the index of its address
        self.count = count          # number of reasons among the addresses
        self.certain = certain      # number of answers among the addresses
        self.secure_stop = secure_stop  # whether, with raised privileges, a stop replaces answers
        self.types = types or {}    # types in the fallback functions: name → definition

    def stopping(self, functions: Sequence[str]) -> list[str]:
        """Returns which functions stop the program."""
        return [name for name, row in zip(functions, self.rows, strict=True)
                if self.addresses[row] == "NULL"]


class Table:
    """A library of which the program uses functions."""

    def __init__(self, wanted: Wanted, answers: Answers, priority: str) -> None:
        self.wanted = wanted
        self.answers = answers
        self.functions = sorted(wanted.functions)
        stopping = answers.stopping(self.functions)
        # A program that would stop needs the library.
        self.priority = priority or ("required" if stopping else "recommended")


class Kind:
    """The properties of a program that decide which code of the runtime it needs."""

    def __init__(self, tables: Sequence[Table], relro: bool) -> None:
        self.relro = relro  # whether the slots are where ld.so makes data read-only
        self.several = len(tables) > 1
        self.start = any(each.wanted.open == START for each in tables)
        self.call = any(each.wanted.open == CALL for each in tables)
        self.versions = any(version for each in tables
                            for version in each.wanted.functions.values())
        self.unversioned = any(each.wanted.unversioned for each in tables)
        self.answers = any(each.answers.certain for each in tables)
        self.reasons = any(f"{ABSENT_REASON}(" in text for each in tables
                           for text in each.answers.texts)


def answers_of(wanted: Wanted, fallbacks: Fallbacks) -> Answers:
    """Returns the fallbacks of functions that are known only by name. Equal ones are shared."""
    functions = sorted(wanted.functions)
    # (rank, value): reasons are first, then answers
    values = {name: (1 if fallbacks.is_answer(name) else 2 * (value != REASON), value)
              for name in functions if (value := fallbacks.value(name))}
    in_order = sorted({*values.values()})
    names = {value: f"absent_{wanted.object}_{index}"
             for index, value in enumerate(dict.fromkeys(value for _, value in in_order))}
    texts = [fallback(name, value, wanted.object) for value, name in names.items()]
    addresses = [address(names[value], value) for _, value in in_order]
    ranks = [rank for rank, _ in in_order]
    return Answers(texts, addresses, [in_order.index(values[name]) for name in functions],
                   ranks.count(0), ranks.count(1), int(fallbacks.absent_secure == STOP))


def address(name: str, value: str) -> str:
    if value == STOP:
        return "NULL"
    called = value.removeprefix(PROGRAM) if value.startswith(PROGRAM) else name
    return f"(lazynccl_function){called}"


def fallback(name: str, value: str, library: str) -> str:
    """Renders the function that returns a value; an empty text if there is none."""
    if value == STOP:
        return ""
    if value.startswith(PROGRAM):
        return f"extern void {value.removeprefix(PROGRAM)}(void); /* of the program */"
    result, _, errno = value.partition(", ")
    kind = {"NULL": "void *", REASON: "const char *"}.get(result, "intptr_t ")
    if result == REASON:
        result = f"{ABSENT_REASON}(&lazynccl_library_{library})"
    line = f"errno = {errno};\n    " if errno else ""
    return f"static {kind}{name}(void)\n{{\n    {line}return {result};\n}}"


def escaped(numbers: Sequence[int]) -> str:
    return f'"{"".join(f"{chr(92)}{number:o}" for number in numbers)}"'


def symbols(names: Sequence[str], versions: Sequence[str]) -> tuple[str, int]:
    """Renders the names, followed by their versions. Also returns the offset of the versions, or 0
    if there are none. library/description.h describes the format."""
    lines = "\n".join(f'    "{name}\\0"' for name in names)
    lists = [*dict.fromkeys(filter(None, versions))]
    if not lists:
        return lines, 0
    numbers = [lists.index(version) + 1 if version else 0 for version in versions]
    # Counted from the first distance: to the end of the first list, then to each list.
    first = 2 * len(lists) + 2
    distances = [first + len(lists[0]) + 1,
                 *(first + sum(len(each) + 2 for each in lists[:i]) for i in range(len(lists)))]
    texts = "\n".join(f'    "{version}\\0" "\\0"' for version in lists)
    return (f"{lines}\n    {escaped(numbers)}\n"
            f"    {escaped([byte for each in distances for byte in divmod(each, 256)])}\n{texts}",
            sum(len(name) + 1 for name in names))


def note(table: Table) -> str:
    """Renders the text of the .note.dlopen."""
    wanted = table.wanted
    title = os.path.basename(wanted.soname).partition(".so")[0]
    text = (f'[{{"soname":["{wanted.soname}"],"feature":"{wanted.object}","description":'
            f'"{title}, opened at {WHEN[wanted.open]}","priority":"{table.priority}"}}]')
    quoted = text.replace('"', '\\"')
    return f'{len(text.encode()) + 1}, "{quoted}"'


def library(table: Table, known: Container[str] = (), names: str = "") -> str:
    """Renders the C of a library. Types in `known` are already defined in the same file, and so is
    the table `names` of the functions' names."""
    wanted, answers = table.wanted, table.answers
    it, soname = wanted.object, wanted.soname
    texts, versions_at = symbols([""] if names else table.functions,
                                 [wanted.functions[each] for each in table.functions])
    versions = f"\n    .versions = {versions_at}," if versions_at else ""
    if wanted.versions_sum:
        versions += f"\n    .versions_sum = {wanted.versions_sum:#x},"
    certain = f"\n    .answers = {answers.certain}," if answers.certain else ""
    if answers.certain and answers.secure_stop:
        certain += "\n    .secure_stop = 1,"
    apart = f"\n    .table = {names}," if names else ""
    types = "\n".join(text for name, text in answers.types.items() if name not in known)
    fallbacks = "\n".join(filter(None, answers.texts))
    return f"""
extern lazynccl_library lazynccl_library_{it};

LAZYNCCL_NOTE(dlopen_note_{it}, ".note.dlopen", 0x407c0c0a, 4, "FDO", {note(table)});
LAZYNCCL_NOTE(marker_{it}, ".note.lazynccl", 2 | LAZYNCCL_VERSION << 8, 9, "lazynccl",
              sizeof "{it}\\0loaded,soname", "{it}\\0loaded,soname");
{types}
{fallbacks}

static const lazynccl_function absent_{it}[] = {{
    {", ".join(answers.addresses)}
}};
static const unsigned short answers_{it}[] = {{
    {", ".join(map(str, answers.rows))}
}};

extern lazynccl_function lazynccl_slots_{it}[];

static const char symbols_{it}[] = __extension__
{texts};

static union {{
    struct lazynccl_outcome outcome;
    char bytes[OUTCOME_BYTES({len(table.functions)})];
}} first_{it};

static const struct lazynccl_description description_{it} = {{
    .name = "{it}",
    .title = "{os.path.basename(soname).partition(".so")[0]}",
    .sonames = (const char *const[]){{"{soname}", NULL}},
    .symbols = symbols_{it},{apart}{versions}
    .count = {len(table.functions)},
}};

LAZYNCCL_FOR_ASSEMBLY const struct lazynccl_trampolines lazynccl_trampolines_{it} = {{
    .library = &lazynccl_library_{it},
    .resolve = lazynccl_resolve,
    .slots = lazynccl_slots_{it},
    .row_of_slot = answers_{it},
    .fallbacks = absent_{it},
    .texts = {answers.count},{certain}
}};
lazynccl_library lazynccl_library_{it} = {{
    .description = &description_{it},
    .trampolines = &lazynccl_trampolines_{it},
    .base = &lazynccl_library_{it},
    .first = &first_{it}.outcome,
}};
"""


def start(tables: Sequence[Table]) -> str:
    """Renders the constructor that opens libraries at the start, in order; "" if there is none."""
    calls = "\n".join(f"    lazynccl_open_at_start(&lazynccl_library_{each.wanted.object});"
                      for each in tables if each.wanted.open == START)
    return "" if not calls else f"""
__attribute__((constructor(101))) static void open_at_start(void)
{{
{calls}
}}
"""


def functions(table: Table) -> list[str]:
    """Returns the lines of the macro that lists the functions in the order of their slots."""
    it = table.wanted.object
    rows = [f"\\what {it}, {index}, {name}" for index, name in enumerate(table.functions)]
    return [f".macro lazynccl_functions_{it} what", *rows, ".endm"]


def assembly(tables: Sequence[Table], relro: bool) -> list[str]:
    """Returns the lines of the trampolines and slots."""
    section, page = RELRO if relro else SLOTS, "lazynccl_page"
    lines = []
    for each in tables:
        it = each.wanted.object
        lines += functions(each)
        shared = "lazynccl_same_page" if relro or len(tables) > 1 else page
        lines.append(f"lazynccl_library {it}, lazynccl_functions_{it}, {shared}, {section}")
    edge = [f'.pushsection {SLOTS}, "aw", %progbits', page, ".popsection"]
    return [*edge, *lines, *edge] if len(tables) > 1 and not relro else lines


def statement(macros: str, lines: Sequence[str]) -> str:
    """Renders the assembly as one statement, because a compiler may reorder statements."""
    rows = "\n".join(f'    "{line}\\n"' for line in
                     (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines))
    return f"__extension__ __asm__(\n{macros}\n{rows}\n);\n"


def source(tables: Sequence[Table], relro: bool, head: str, macros: str) -> str:
    """Renders the file, which begins with the declarations and macros of the core."""
    known, texts = set[str](), [head]
    for each in tables:
        texts.append(library(each, known))
        known |= each.answers.types.keys()
    text = "\n".join([*texts, start(tables), statement(macros, assembly(tables, relro))])
    return text.replace("lazynccl_", f"{PREFIX}_").replace("LAZYNCCL_", f"{PREFIX.upper()}_")
