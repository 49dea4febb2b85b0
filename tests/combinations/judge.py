"""Runs a case, and judges it by the same program linked directly, or opening the library by hand.

No expectation is written for a single case. The allowed differences are rules: ALLOWED has the
reasons of absent calls, SAME the texts that mean the same, judge_reached() and judge_absent() the
rest."""

import contextlib
import functools
import itertools
import json
import os
import pickle
import re
import resource
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from builder import (
    ANSWER,
    ERROR,
    HOOKED,
    PRELOADED,
    RUNTIME,
    TOOL,
    WHO,
    BuildError,
    Stage,
    kept_of,
    program_of,
)
from dimensions import (
    ASKS_LDSO,
    EXPORTS,
    GATE,
    KINDS,
    LINKED,
    SEARCHES,
    SETTINGS,
    SILENT,
    USUAL,
    VARIANTS,
    VENDORED,
    WALKS,
    Case,
    Search,
    opens_at_start,
)

OF_LIBC = {"libdl.so.2", "libpthread.so.0"}  # stand-ins need them with an older glibc
HANG = 10
MOVED = {"chdir", "chdir-caps", "chdir-unset", "nftw"}  # to the folder of the trap
MEMORY = 40 << 20
TOUCHED = 77
NOTHING = -99
# Variants that take the next file if one is broken: search-order.md. All do if it is another one.
SECOND: dict[str, set[str]] = {"ld-second": WALKS, "folder-second": set()}
GONE = {"missing", "preloaded-alone"}  # states without a file
NOT_STARTED = 127  # ld.so's
NOBODY = 65534
# With more arenas, a thread's first malloc() may exceed a limit, which ld.so then says of any file.
# A signal's handler may call dlopen() here, which allocates: raise() is no asynchronous signal.
CLEAN = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "MALLOC_ARENA_MAX": "1",
         "TSAN_OPTIONS": "report_signal_unsafe=0"}
FUNCTIONS = ("start", "end")
OWN_TEXT = "no error yet"  # that of library.c
TRAPS = {WHO[name] + more for name in ("trap", "caps") for more in (0, 1, HOOKED)}
VERSION = "is 2.28.9, "  # that of library.c
NOT_FOUND = "No such file or directory"
OF_TOOL = "Inappropriate ioctl for device"  # errno as preloaded-tool leaves it, in glibc's text
OF_LDSO = f"cannot open shared object file: {NOT_FOUND}"  # also of a file for another machine

LOCATIONS = {"api", "env", "loaded", "partner", "wheel", "conda", "soname", "system", "toolkit"}
OTHER_WORDS = {"soname": "system"}  # of a report, which find has for each copy
# A line of LAZYNCCL_DEBUG
STEP = re.compile(r"^\w+: (?:nccl|nvrtc|nvjitlink|other): (.*)\n", re.MULTILINE)
ROW = re.compile(r"(/.*?): (.*)")
TAKEN = "taken"
FOR_LINKING = "for linking only"
ALIKE = "made for another machine"  # find has the machine's name, a report its number

SEEN_BY_FIND = {"there", "missing", "truncated", "text", "directory", "machine", "lacks", "needs",
                "noexec"}

# When a call may be absent though the direct program reaches the library: the words of the reason.
ALLOWED = {
    "frozen": r"not opened before \w+_freeze\(\)",  # documented in the header
    "relative setting": r"relative|absolute",  # a relative LAZYNCCL_LIBPATH: environment.md
    # an element of ld.so's list: search-order.md
    "current folder": r"relative|current folder|working folder",
    "wrong setting": "LAZYNCCL_CUDA=1x: give CUDA's major",
    # the program requires a version
    "required": "older than|at least",
    # ld.so says nothing of it and takes the second, a reason names the first that failed
    "first file": ALIKE,
    # ld.so asks for the RUNPATH of the module, which is liblazynccl.so.0: search-order.md
    "own RUNPATH": "in any search location",
}

# Texts of ld.so, and the words of a search that reads the file first, or names the error.
SAME = {
    "file too short": "|not an ELF file",
    "Exec format error": "|not an ELF file",  # musl's
    "No file descriptors available": "|No error information",  # musl's, and its second
    "No error information": "|No file descriptors available",
    "Out of memory": "|truncated",
    "Is a directory": "|not a regular file",
    "invalid ELF header": "|not an ELF file",
    "failed to map segment from shared object": "|Cannot allocate memory|truncated|noexec",
    "Cannot allocate memory": "|Too many open files",
    NOT_FOUND: "|in any search location",
}

MESSAGES: dict[str, tuple[int, str]] = {}  # the answers of `doctor` to reasons


def soname_of(case: Case) -> str:
    return KINDS[case["kind"]].soname


def name_of(case: Case, word: str) -> str:
    """Returns the name of a function."""
    return KINDS[case["kind"]].functions[word]


@dataclass
class Run:
    """The output of a program."""

    status: int
    said: str
    values: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)  # by the handler of absent calls
    tried: list[tuple[str, str]] = field(default_factory=list)  # search location, what it had
    ignored: set[str] = field(default_factory=set)  # settings
    steps: list[tuple[str, str]] = field(default_factory=list)  # the same, as LAZYNCCL_DEBUG says
    mapped: set[str] = field(default_factory=set)  # of the case's libraries
    system: set[str] = field(default_factory=set)  # of the system

    def value(self, name: str) -> int | None:
        found = self.values.get(name)
        return found[0][0] if found else None


def unescaped(text: str) -> str:
    return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)


def row_of(line: str) -> tuple[str, str]:
    """Returns the search location of a line in a report, and what it had."""
    location, _, text = unescaped(line).partition(" ")
    return OTHER_WORDS.get(location, location), text.strip()


def parse(status: int, output: str, said: str, stage: Path, error: int) -> Run:
    run = Run(status, STEP.sub("", said))
    run.steps = [row_of(line) for line in STEP.findall(said)]
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        if word in FUNCTIONS:
            value, _, left = rest.split()
            value = str(ERROR) if int(value) == error else value
            if int(value) != NOTHING:
                run.values.setdefault(word, []).append((int(value), int(left)))
        elif word == "mapped":
            if rest.startswith(f"{stage}/states/") or "/preloaded" in rest:
                run.mapped.add(rest)
            elif not rest.startswith(str(stage)):
                run.system.add(rest)
        elif word == "tried":
            if rest.split()[0] in LOCATIONS:  # the first line may say what was found
                run.tried.append(row_of(rest))
            run.ignored |= set(re.findall(r"^settings +(\w+) is ignored", rest))
        elif word == "told":
            name, _, facts = rest.partition(" ")
            run.told[name] = facts
        else:
            run.facts[word] = unescaped(rest) if word == "path" else rest
    return run


def limit_memory() -> None:
    """Leaves a program enough to start, and too little for the library."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def start(stage: Stage, folder: Path, case: Case, who: str, environment: dict[str, str]) -> Run:
    arguments = [case[name] for name in ("process", "move", "api", "state")]
    as_nobody = os.getuid() == 0 and (case["state"] == "permission"
                                      or case["process"] in ("secure", "user"))
    if case["state"].startswith("preloaded"):
        environment = environment | {"LD_PRELOAD": str(stage.folder / f"{case['state']}.so")}
    own = environment if not stage.machine else {}
    with subprocess.Popen(
        [*stage.runner(environment), program_of(folder, case, who), *arguments, str(folder)],
        cwd=folder / ("trap" if case["process"] == "folder" else "."),
        env=CLEAN | own, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        start_new_session=True, close_fds=False, user=NOBODY if as_nobody else None,
        preexec_fn=limit_memory if case["state"] == "memory" else None,
        group=NOBODY if as_nobody else None, extra_groups=[] if as_nobody else None,
    ) as process:
        try:
            output, said = process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, said = process.communicate()
            said += "hang"
    if case["move"] == "daemon":  # the other processes end as children of this one
        with contextlib.suppress(ChildProcessError):
            while True:
                process.returncode = os.waitstatus_to_exitcode(os.waitpid(-1, 0)[1])
    return parse(process.returncode, output, said, stage.folder,
                 KINDS[case["kind"]].error)


def names_library(case: Case) -> bool:
    """Returns whether a setting or a wheel, which this variant asks, leads to the library."""
    search = SEARCHES[case["search"]]
    if case["search"] == "listed" and case["variant"] not in WALKS and (
            case["move"] != "chroot" or opens_at_start(case)):
        return False  # a small copy lists no folder, if there is one
    by = search.location or ("env" if search.libpath else "wheel" if search.wheel else "")
    if not KINDS[case["kind"]].is_known and by not in ("env", "conda"):
        return False
    return by in VARIANTS[case["variant"]][1] and case["process"] != "secure"


def is_relative(case: Case) -> bool:
    """Returns whether a setting of lazynccl, which this variant reads, is refused."""
    return case["search"] == "relative" and names_library(case)


def is_loaded(case: Case) -> bool:
    """Returns whether the program has loaded another copy before."""
    return case["state"].startswith("loaded")


def keeps_name(case: Case) -> bool:
    """Returns whether the path is the name by which the program opened it: any-library.md."""
    return (case["state"] == "loaded-relative" and case["variant"] not in WALKS
            and (case["variant"] == "soname" or case["move"] in MOVED | {"daemon"}))


def later_than_loaded(search: Search) -> bool:
    """Returns whether what is loaded comes before the search location."""
    return bool(search.wheel or search.location)


def by_program(case: Case) -> bool:
    """Returns whether the program names the library, and this variant asks the program."""
    return case["api"].startswith("set_") and "api" in VARIANTS[case["variant"]][1]


@dataclass
class Oracles:
    """The runs of programs without lazynccl."""

    direct: Run | None  # linked directly; None if it did not start, or cannot be asked
    hand: Run  # opening at the moment of the search
    absolute: Run  # the same, without relative elements in ld.so's list, or at the other moment
    ends: set[int]  # how they ended


def know_oracles(stage: Stage, folder: Path, case: Case) -> Oracles:
    """Asks them, or takes what an earlier run has kept."""
    kept = kept_of(case)
    if kept and kept.exists():
        text = kept.read_bytes().replace(b"{stage}", bytes(stage.folder))
        found: Oracles = pickle.loads(text.replace(b"{case}", bytes(folder)))
        return found
    found = ask_oracles(stage, folder, case)
    if kept:
        text = pickle.dumps(found, 0).replace(bytes(folder), b"{case}")  # it has no lengths
        kept.write_bytes(text.replace(bytes(stage.folder), b"{stage}"))
    return found


def ask_oracles(stage: Stage, folder: Path, case: Case) -> Oracles:
    search = SEARCHES[case["search"]]
    lib = folder / "lib"
    named = names_library(case) or by_program(case)
    loader = search.loader.format(lib=lib, case=folder)
    behind = case["search"] == "folder-second" and case["state"] in GONE and case["move"] != "mount"
    by_loader = {"LD_LIBRARY_PATH": loader} if loader else {}
    by_path = by_program(case) or (named and not behind
                                   and not (later_than_loaded(search) and is_loaded(case)))
    place = folder / "cuda" if case["api"] == "set_none" and by_program(case) else lib
    by_hand = by_loader | {"BYHAND": str(place / soname_of(case)) if by_path else soname_of(case)}
    by_link = {"LD_LIBRARY_PATH": f"{lib}:{loader}".rstrip(":")}
    at_start = opens_at_start(case)
    linked = start(stage, folder, case, "direct",
                   by_link if names_library(case) or (named and not at_start) else by_loader)
    lacks = "symbol not found" in linked.said and "loading" not in linked.said  # musl's words
    found = (bool(linked.values) or lacks) and not is_relative(case)
    later = at_start and not found and (by_program(case) or case["api"] == "load")
    hand = absolute = start(stage, folder, case, "hand", by_hand)
    if later and by_program(case):  # the program has named the library since
        linked = start(stage, folder, case, "direct", by_link)
    if at_start:
        now = "there" if case["state"] == "files" or is_loaded(case) else case["state"]
        before = start(stage, folder, case | {"move": "none", "state": now}, "hand", by_hand)
        hand, absolute = (hand, before) if later else (before, hand)
    elif loader.strip(":") != loader:
        absolute = start(stage, folder, case, "hand",
                         by_hand | {"LD_LIBRARY_PATH": loader.strip(":")})
    ends = {linked.status, hand.status, absolute.status}
    # A program opens a second copy only after the direct link has opened the first.
    asked = linked.values and (at_start or not is_loaded(case))
    if case["state"] == "preloaded-copy" or place != lib:  # what a direct link calls
        asked = False
    if why_not_taken(case) and not (at_start and linked.value("start") in TRAPS):
        for run in (hand, absolute):
            run.values.clear()
            run.facts.setdefault("absent", f"{lib / soname_of(case)}: {why_not_taken(case)}")
        asked = False
    return Oracles(linked if asked else None, hand, absolute, ends)


def why_not_taken(case: Case) -> str:
    """Returns why lazynccl takes no such file, though ld.so opens it: search-order.md."""
    moved = case["move"] == "mount" and by_program(case)  # which names what it has mounted
    if case["state"] == "version" and opens_at_start(case) and not moved:  # it is opened before
        return "other versions of them"
    if case["search"] == "stubs" and names_library(case) and not by_program(case) and (
            case["kind"] != "other" or case["variant"] in WALKS) and (
            case["state"] not in GONE or case["move"] == "mount") and (
            case["move"] != "chroot" or opens_at_start(case)):
        return FOR_LINKING
    if case["move"] in ("mount", "chroot"):  # another file, or none
        return ""
    if case["state"] == "copy":
        return "a lazynccl build"
    if (case["search"] == "beside-open" and names_library(case) and not by_program(case)
            and case["state"] not in GONE and os.getuid() == 0 and case["state"] != "permission"
            and case["process"] != "user" and "-loaded" not in case["kind"]):  # beside its partner
        return "others can write"
    return ""


def in_trap(case: Case) -> bool:
    """Returns whether ld.so's list has a relative element that leads to another file. A copy that
    does not walk the list refuses it, though an element before it has the library."""
    return ("empty" in case["search"] and bool(SEARCHES[case["search"]].loader)
            and not is_loaded(case)
            and ((case["variant"] in ASKS_LDSO and not opens_at_start(case))
                 or (case["variant"], case["api"]) == ("start", "load"))
            and (case["process"] == "folder" or case["move"] in MOVED))


def traps_of(case: Case) -> set[int]:
    """Returns the results of files that no call may reach. A mount puts one at its path."""
    return set() if case["move"] == "mount" else TRAPS


def absent(run: Run, case: Case, name: str) -> str | None:
    """Returns the reason of an absent call, or None if the call reached something."""
    function = name_of(case, name)
    value = run.value(name)
    if value is None:
        at_start = case["absent"] == "answer" and run.status == NOT_STARTED  # as a direct one ends
        if run.status != -signal.SIGABRT and not (at_start and opens_at_start(case)):
            return None
        pattern = rf"^\w+: {'ncclGroup' if at_start else function}\w*: (.*)$"
        stopped = re.search(pattern, run.said, re.MULTILINE)
        strict = re.search(r"^\w+: LAZYNCCL_STRICT: (.*)$", run.said, re.MULTILINE)
        if strict and stopped and stopped[1].startswith("absent"):  # as all functions are
            return strict[1]
        return stopped[1] if stopped else None
    if value not in (ERROR, ANSWER):
        return None
    return run.facts.get("why") or run.facts.get("lacks") or ""


def judge_reached(case: Case, value: int, name: str, seen: Oracles) -> list[str]:
    """Returns what is wrong with a call that reached this."""
    function = name_of(case, name)
    linked = seen.direct.value(name) if seen.direct else None
    opened, absolute = seen.hand.value(name), seen.absolute.value(name)
    traps = traps_of(case)
    if opens_at_start(case) and value == linked:
        return []  # ld.so decides, as in a direct link
    if value in traps:
        return [f"{function} reached a file of the current folder: {value}"]
    if value == PRELOADED and case["variant"] in EXPORTS:
        return []  # ld.so itself takes the preloaded one, before there is a call
    if value == PRELOADED and case["state"] == "preloaded-alone":
        return []  # a direct link does not start
    if excludes(case):
        return [f"{function} was reached, though a setting is wrong: {value}"]
    if case["api"] == "freeze" and not opens_at_start(case):
        return [f"{function} was reached after freeze: {value}"]
    if "loaded" not in VARIANTS[case["variant"]][1] and opened is not None:
        expected: set[int | None] = {opened}
    else:
        expected = {opened if linked is None else linked}
    if opened is None and case["search"] in SECOND:
        if case["search"] == "folder-second" and names_library(case) and not by_program(case):
            expected = set()  # a file that cannot be opened ends the search if a setting names it
        if case["state"] in ("version", "copy") or case["variant"] in SECOND[case["search"]]:
            expected |= {WHO["second"] + more for more in ({1} if name == "end" else {0, HOOKED})}
    if {opened, linked} & traps:
        expected.add(absolute)
    if case["move"] == "mount":  # if it failed at the start, the program names what it has mounted
        again = by_program(case) and opens_at_start(case)
        expected |= {opened, WHO["trap"] + (name == "end")} if again else {opened}
    later = case["definitions"] != "one" and case["variant"] not in LINKED  # it is opened
    if later and linked != PRELOADED and (by_hand := absolute if opened in traps else opened):
        expected = expected - {linked} | {by_hand}
    if value in expected:
        return []
    return [f"{function} reached {value}: linked directly {linked}, by hand {opened}"]


def judge_absent(case: Case, run: Run, name: str, reason: str, seen: Oracles) -> list[str]:
    """Returns what is wrong with a call that was absent."""
    function = name_of(case, name)
    linked = seen.direct.value(name) if seen.direct else None
    opened = seen.hand.value(name)
    stopped, text = run.value(name) is None, seen.hand.facts.get("absent", "")
    if case["state"] == "preloaded-tool":
        text = text.replace(OF_TOOL, NOT_FOUND)
    relative = is_relative(case) and (opens_at_start(case) or not by_program(case))
    rules = []
    if case["api"] == "freeze" and not opens_at_start(case):
        rules.append("frozen")
    if excludes(case):
        rules.append("wrong setting")
    if case["api"] == "require-newer":
        rules.append("required")
    if case["search"] in SECOND and case["state"] == "machine":
        rules.append("first file")
    if relative:
        rules.append("relative setting")
    if case["variant"] == "shared" and case["search"] == "runpath":
        rules.append("own RUNPATH")
    if {opened, linked} & TRAPS or in_trap(case):
        rules.append("current folder")
    if "is required" in reason and VERSION not in reason:
        return [f"{function}: the reason does not say which version there is: {reason!r}"]
    if "(env)" in reason and "searches again" not in reason and not re.search(
            "unset LAZYNCCL_LIBPATH|install|mount|name a newer|(build|only).*; name", reason):
        return [f"{function}: the reason has no remedy: {reason!r}"]
    whole = case["variant"] in WALKS and case["process"] != "secure" and "cannot be used" in reason
    if whole and "LAZYNCCL_DEBUG=1 shows" not in reason:
        return [f"{function}: the reason does not say what shows more: {reason!r}"]
    if "searches again" in reason and not is_transient(case):
        return [f"{function}: the reason counts as one that passes: {reason!r}"]
    if rules:
        known = stopped or case["variant"] not in SILENT
        late = opens_at_start(case) and opened is None  # it is there since, as the other run sees
        if known and not late and seen.absolute.value(name) not in {None, *TRAPS} and not any(
                re.search(ALLOWED[rule], reason) for rule in rules):
            return [f"{function}: the reason is not of {' or '.join(rules)}: {reason!r}"]
        return []
    faults = []
    if opened is not None:
        faults.append(f"{function} is absent, linked directly {linked}, by hand {opened}: {reason}")
    not_found = text.endswith(NOT_FOUND) and soname_of(case) in text.split(": ")[0]
    gone = (case["move"] == "chroot" and not opens_at_start(case)  # so is each entry
            and SEARCHES[case["search"]].libpath != "")
    named = by_program(case) or (names_library(case) and (
        gone or case["search"] in ("file", "assigned")))
    if case["state"] == "preloaded-alone" and name == "start" and not named and (
            case["variant"] in WALKS and case["process"] != "secure"):
        faults.append(f"{function} is absent, though a preloaded object has it: {reason}")
    if case["absent"] == "answer" and not (stopped and case["setting"] == "strict"):
        if stopped and not_found and case["state"] == "missing" and not named:
            faults.append(f"{function} stops, though the library is missing: {reason}")
        if not stopped and (not not_found or named):
            faults.append(f"{function} answers, though the library is not missing: {reason}")
    text = text.rpartition(": ")[2].partition(" (needed by ")[0]
    later = seen.absolute.facts.get("absent", text).rpartition(": ")[2]
    words = "|".join(re.escape(one) + SAME.get(one, "") for one in (text, later))
    if why_not_taken(case):
        words += f"|{why_not_taken(case)}"
    if case["move"] == "setrlimit" and case["search"] in SECOND:  # that of the second file
        words += "|Cannot allocate memory|Out of memory"
    if case["state"] == "memory" and case["search"] == "beside-open" and "-loaded" in case["kind"]:
        words += "|others can write"  # both are true
    if case["state"] == "files" and (case["move"] == "chroot" or case["api"] == "set_none"):
        words += "|no entry exists|in any search location|: no lib"  # both are true
    if (stopped or case["variant"] not in SILENT) and not not_found and not re.search(
            words, reason):
        faults.append(f"{function}: the reason is not {text!r}: {reason!r}")
    return faults


def heeds(case: Case, setting: str) -> bool:
    """Returns whether a setting is given to a variant that reads it."""
    frozen = case["api"] == "freeze" and not opens_at_start(case)  # a search reads settings
    return (case["setting"] == setting and "env" in VARIANTS[case["variant"]][1]
            and case["process"] != "secure" and not frozen)


def excludes(case: Case) -> bool:
    """Returns whether a setting that is wrong ends each search."""
    return case["setting"] == "cuda" and bool(KINDS[case["kind"]].others)


def judge_steps(case: Case, run: Run) -> list[str]:
    """Returns how what LAZYNCCL_DEBUG prints differs from the report. A search may be repeated,
    also by what a constructor calls, and a program that has ended has no report."""
    if not heeds(case, "debug"):
        other = KINDS[case["kind"]].partner  # was searched before
        return [f"prints {run.steps}"] if run.steps and not other else []
    last = run.steps[-len(run.tried):] if run.tried else []
    mixed = (case["process"] == "threads" or "nvjitlink" in case["kind"]  # families search, too
             or case["state"] == "callback" or is_transient(case))
    if last != run.tried and not (mixed and set(run.tried) <= set(run.steps)):
        return [f"the report has {run.tried}, LAZYNCCL_DEBUG prints {run.steps}"]
    return []


def judge_value(case: Case, run: Run, name: str, seen: Oracles, folder: Path) -> list[str]:
    """Returns what is wrong with a call."""
    reason = absent(run, case, name)
    value = run.value(name)
    if reason is not None and value is not None and heeds(case, "strict"):
        return [f"{name_of(case, name)} returns {value}, though LAZYNCCL_STRICT stops it"]
    if reason is not None:
        return judge_absent(case, run, name, reason, seen) + judge_message(reason, folder)
    if value is not None:
        return judge_reached(case, value, name, seen)
    return [f"{name_of(case, name)} did not return: status {run.status}, {run.said.strip()!r}"]


def is_transient(case: Case) -> bool:
    """Returns whether a search fails for a reason that passes."""
    return case["state"] in ("files", "memory") or case["move"] == "setrlimit"


def judge_text(case: Case, run: Run, seen: Oracles) -> list[str]:
    """Returns what is wrong with the function that returns a text, which is the library's own, the
    reason why a call was absent, or both."""
    text = run.facts.get("text")
    of_tool = run.value("start") == PRELOADED and run.value("end") in (ERROR, ANSWER)
    if text is None or of_tool or not seen.hand.facts.get("text"):
        return []
    name, why = KINDS[case["kind"]].functions["text"], run.facts.get("why")
    again = run.facts.get("again")
    if again != (OWN_TEXT if text.startswith(OWN_TEXT) else text) and not is_transient(case):
        return [f"{name} returns {text!r}, and then {again!r}"]
    absent_calls = [word for word in FUNCTIONS if run.value(word) in (ERROR, ANSWER)]
    if run.value("start") in (ERROR, ANSWER):
        if case["variant"] in SILENT:
            return judge_absent(case, run, "text", text, seen)
        return [] if text == why else [f"{name} returns {text!r}, the reason is {why!r}"]
    expected = OWN_TEXT
    # A small copy keeps no reason of a function; without a header, a text is a number.
    if absent_calls and case["variant"] in WALKS and KINDS[case["kind"]].is_known:
        expected += "; " + run.facts.get("lacks", text.partition("; ")[2])
    return [] if text == expected else [f"{name} returns {text!r}, not {expected!r}"]


def judge_api(case: Case, run: Run, seen: Oracles) -> list[str]:
    """Returns where the API says something else than the calls, or the program by hand."""
    facts = run.facts
    if "available" not in facts:
        return []
    is_open, has_end = int(bool(facts["path"])), int(run.value("end") not in (ERROR, ANSWER))
    locations = {location for location, text in run.tried if text.endswith(f": {TAKEN}")}
    via = OTHER_WORDS.get(facts["via"], facts["via"])
    opened: dict[str, object] = {}
    by_hand = seen.absolute if seen.hand.value("start") in TRAPS else seen.hand
    if by_hand.values:
        opened = {name: by_hand.facts[name] for name in ("version", "asked") if name in facts}
    expected = {"available": is_open, "has": has_end, "via": next(iter(locations), via),
                "symbol": run.value("end") if has_end else NOTHING}
    if not (is_open and has_end) and is_transient(case):
        expected = {}
    if not KINDS[case["kind"]].is_known:
        opened["version"] = 0
    expected |= opened if is_open else {"version": 0, "via": "", "asked": "0.0"}
    return [f"{name} is {facts[name]}, and should be {value}" for name, value in expected.items()
            if name in facts and str(value) != (via if name == "via" else facts[name])]


def seen_from_outside(case: Case) -> bool:
    """Returns whether the command can know what the program does."""
    outside = all(case[name] == USUAL[name] for name in ("move", "api", "process", "definitions"))
    return (outside and TOOL.exists() and case["state"] in SEEN_BY_FIND
            and not KINDS[case["kind"]].partner and case["setting"] != "cuda"
            and KINDS[case["kind"]].is_known
            and case["kind"] != "nvjitlink-both"  # the first call chooses the major
            and case["variant"] not in SILENT | {"shared"})


def judge_find(case: Case, run: Run, seen: Oracles, program: Path,
               environment: dict[str, str]) -> list[str]:
    """Returns what is wrong with the answer of `find`, which sees the program from outside: not
    what it does, nor what is loaded. It does not look for the libraries that the file needs."""
    if not seen_from_outside(case):
        return []
    done = subprocess.run([TOOL, "find", KINDS[case["kind"]].stub, "--json", "--from", program],
                          cwd=program.parent, env=CLEAN | environment, capture_output=True,
                          text=True, check=False, close_fds=False)
    answer = json.loads(done.stdout)["libraries"][0]
    named, path = (answer["lazynccl"] or {}).get("path"), run.facts.get("path") or None
    if named != path:
        return [f"find names {named}, and the program {path}"]
    parts = ((answer["lazynccl"] or {}).get("version") or "").split(".")
    numbers = sum(int(part or 0) * 100 ** (2 - at) for at, part in enumerate(parts))
    if str(numbers) not in ("0", run.facts["version"]):
        return [f"find has version {parts}, and the program {run.facts['version']}"]
    rows = [(row["location"], f"{row['path']}: {row['outcome'] or TAKEN}" if row["path"] else
             row["outcome"]) for row in answer["locations"]]
    if case["search"] == "python":  # find examines its environment, not the program
        return []
    return compare_rows(case, run.tried, rows, seen.hand.facts.get("absent", ""))


def compare_rows(case: Case, tried: list[tuple[str, str]], rows: list[tuple[str, str]],
                 absent: str) -> list[str]:
    """Returns where a report differs from the beginning of what `find` lists. A copy that does not
    walk ld.so's list says nothing of what ld.so passes over, and asks it what is loaded."""
    def counts(row: tuple[str, str]) -> bool:
        location, text = row
        if location == "partner" or text.startswith("this module is not in") or (
                KINDS[case["kind"]].companion or "\n") in text:
            return False
        return case["variant"] in WALKS or location not in ("system", "loaded") or (
            location == "system" and text.endswith(f": {TAKEN}"))

    tried, rows = ([row for row in each if counts(row)] for each in (tried, rows))
    said = absent.rpartition(": ")[2] or TAKEN  # ld.so's text, which find has in other words
    pairs = itertools.zip_longest(tried, rows[:len(tried)], fillvalue=("", ""))
    for (location, text), row in pairs:
        file, other = ROW.fullmatch(text), ROW.fullmatch(row[1])
        alike = (file and other and file[1] == other[1] and other[2] != TAKEN
                 and (said in text or (ALIKE in file[2] and ALIKE in other[2])))
        if (location, text) != row and not (location == row[0] and alike):
            return [f"the report has {location} {text!r}, find {row[0]} {row[1]!r}"]
    more = rows[len(tried):]
    if case["variant"] in WALKS and tried and not tried[-1][1].endswith(f": {TAKEN}") and more:
        return [f"the report ends before {more[0]}"]
    return []


def judge_report(case: Case, run: Run, environment: dict[str, str]) -> list[str]:
    """Returns what is wrong with the files that a report names: those that were refused are there,
    one alone is taken, and each folder of a setting before it that has a file stands in it."""
    if not run.tried:  # no report: it has the file alone
        return []
    faults = []
    files = [(location, *found.groups()) for location, text in run.tried
             if (found := ROW.fullmatch(text))]
    if run.value("start") == PRELOADED and case["variant"] in WALKS - EXPORTS and not any(
            location == "loaded" and "/preloaded" in text for location, text in run.tried):
        faults.append("the report does not name the preloaded object")
    ignored = {name for name in environment
               if case["process"] == "secure" and not name.startswith("LD_")}  # ld.so's
    if case["variant"] in WALKS and run.ignored != ignored:
        faults.append(f"the report names {run.ignored}, ignored are {ignored}")
    taken = {file: location for location, file, text in files if text == TAKEN}
    path = run.facts.get("path")
    if run.value("start") != PRELOADED and path and not keeps_name(case) and [*taken] != [path]:
        faults.append(f"the report takes {[*taken]}, the path is {path}")
    if case["move"] in ("chroot", "mount"):
        return faults
    for _, file, text in files:
        there = Path(file) / soname_of(case) if text.startswith("no ") else Path(file)
        lacking = text.startswith(("no ", "does not exist", NOT_FOUND, OF_LDSO))
        if (text != OF_LDSO or case["variant"] in WALKS) and there.exists() == lacking:
            faults.append(f"the report has {file}: {text!r}")
    by = taken.get(path or "", "api")
    lists = []  # that were read to the end, or to the file
    if "env" in VARIANTS[case["variant"]][1] and by != "api" and case["process"] != "secure":
        lists.append(environment.get("LAZYNCCL_LIBPATH", ""))
    if case["variant"] in WALKS and by == "system":
        lists.append(environment.get("LD_LIBRARY_PATH", ""))
    for entry in ":".join(lists).split(":"):
        file = str(Path(entry) / soname_of(case))
        if file == path:
            break
        if entry.startswith("/") and os.path.exists(file) and file not in [row[1] for row in files]:
            faults.append(f"the report does not have {file}")
    return faults


def ask_doctor(word: str | Path, environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Returns the status and the output of `doctor`."""
    done = subprocess.run([TOOL, "doctor", word, "-p"], cwd=folder, env=CLEAN | environment,
                          capture_output=True, text=True, check=False, close_fds=False)
    return done.returncode, done.stdout + done.stderr


def judge_message(reason: str, folder: Path) -> list[str]:
    """Returns what is wrong with the answer of `doctor` about the reason of an absent call."""
    short = reason.replace(str(folder), "/case")
    if not (reason and TOOL.exists()):
        return []
    if short not in MESSAGES:
        MESSAGES[short] = ask_doctor(reason, {}, folder)
    status, told = MESSAGES[short]
    wrong = "[LN114]" in told and "in any search location" in reason  # no setting is refused
    return [f"doctor does not know {short!r}: {told}"] if status > 1 or wrong else []


def judge_doctor(case: Case, run: Run, seen: Oracles, program: Path,
                 environment: dict[str, str]) -> list[str]:
    """Returns what is wrong with the answer of `doctor` about the program, as for `find`."""
    as_python = case["search"] == "python"  # whose environment is then examined, not the program
    if not seen_from_outside(case) or case["state"] == "lacks" or as_python or (
            why_not_taken(case) and case["search"] != "stubs"):
        return []
    status, told = ask_doctor(program, environment, program.parent)
    absent = seen.hand.facts.get("absent", "")
    why = run.facts.get("why")
    if not why:
        advised = "empty" in case["search"] and re.search(r"\[LN(131|116)\] .* has an", told)
        if advised and told.count("[LN") == 1:
            return []  # it advises against the empty element
        well = status == 0 and "no problems found" in told
        return [] if well else [f"doctor finds something, and each call is made: {told}"]
    subject, _, text = absent.partition(": ")
    text = text.rpartition(": ")[2] or text
    if "refused: not an absolute path" in why:  # of a setting, whatever file it leads to
        subject, text = "", "not an absolute path"
    words = "" if text == NOT_FOUND else re.escape(text) + SAME.get(text, "")
    name = "" if text == NOT_FOUND and Path(subject).name == soname_of(case) else Path(subject).name
    if "[LN" not in told or name not in told or not re.search(words, told):
        return [f"doctor does not say {absent!r}, which is {why!r}: {told}"]
    return []


@functools.cache
def is_other(stage: Stage, definitions: str, process: str) -> bool:
    """Returns whether a library that is opened by hand reaches other definitions than one that is
    linked directly, or does not open."""
    case = USUAL | {"search": "ld", "definitions": definitions, "process": process}
    case["variant"] = "linked"
    seen = ask_oracles(stage, stage.place(case, ("direct", "hand")), case)
    return seen.direct is None or seen.direct.value("start") != seen.hand.value("start")


def why_refused(stage: Stage, case: Case) -> str:
    """Returns what lazynccl's linker has to say if the library cannot be lazy, or an empty text."""
    gate = GATE[case["definitions"]]
    if case["variant"] not in LINKED or case["definitions"] == "one":
        return ""
    if gate.refused or (gate.at_call and case["variant"] == "linked"):
        return gate.refused or gate.at_call.strip("-")
    # A shared library is opened by programs, or linked with them.
    others = (is_other(stage, case["definitions"], process) for process in ("plain", "module")
              if process in ("plain", case["process"]))
    return "and would use|without needing it|which it does not need" if any(others) else ""


def judge_linker(stage: Stage, case: Case) -> list[str]:
    """Returns what is wrong with a lazy link by the linker of a case."""
    direct, lazily, said = stage.try_linker(case)
    if case["variant"] == "linked-folder":  # whatever the archiver's status is
        return [] if lazily[0] == 1 and said.strip() else [f"status {lazily[0]}, says {said!r}"]
    if direct != lazily:
        return [f"the linker has status {direct[0]}, the lazy link {lazily[0]}: {said!r}"]
    return []


def judge_link(case: Case, program: Path) -> list[str]:
    """Returns what is wrong with a lazily linked program: its note says when it opens a library."""
    if case["variant"] not in LINKED:
        return []
    wrong = b"opened at " + (b"its first call" if opens_at_start(case) else b"startup")
    file = program.with_suffix(".so") if case["process"] == "module" else program
    return ["opens the library at another time"] if wrong in file.read_bytes() else []


def judge(stage: Stage, case: Case) -> list[str]:
    """Returns the faults of a case."""
    if GATE[case["definitions"]].linker:
        return judge_linker(stage, case)
    refused = why_refused(stage, case)
    try:
        folder = stage.place(case)
    except BuildError as error:
        if refused and re.search(refused, str(error)):
            return []
        return [f"cannot be built, {refused or 'and should be'}: {error}"]
    if refused:
        return [f"can be linked, and should not: {refused}"]
    search = SEARCHES[case["search"]]
    lib = folder / "lib"
    environment: dict[str, str] = {}
    if search.libpath:
        environment["LAZYNCCL_LIBPATH"] = search.libpath.format(
            lib=lib, case=folder, kind=KINDS[case["kind"]])
    if search.setting:
        variable, _, to = search.setting.format(case=folder).partition("=")
        environment[variable] = to
    if case["search"] == "venv":
        environment["VIRTUAL_ENV"] = search.wheel.format(case=folder)
    if search.loader:
        environment["LD_LIBRARY_PATH"] = search.loader.format(lib=lib, case=folder)
        if case["variant"] == "standin":
            environment["LD_LIBRARY_PATH"] = f"{stage.standin()}:{environment['LD_LIBRARY_PATH']}"
    environment |= dict(KINDS[case["kind"]].environment) | {
        name: value.format(tools=stage.folder) for name, value in SETTINGS[case["setting"]].items()}
    seen = know_oracles(stage, folder, case)
    run = start(stage, folder, case, case["variant"], environment)
    if run.said.endswith("hang") or "WARNING: ThreadSanitizer" in run.said:
        return ["hangs" if run.said.endswith("hang") else run.said]
    # The search after the limit is lifted maps the cut file.
    dies_later = case["state"] == "cut" and is_transient(case)
    dies = seen.ends | ({-signal.SIGBUS} if dies_later else set())
    if run.status < 0 and run.status in dies and (
            case["variant"] not in WALKS or run.status == -signal.SIGABRT):
        return []  # ld.so dies of the file, which the others read before
    faults = judge_link(case, program_of(folder, case, case["variant"])) + judge_steps(case, run)
    stopped = False
    for name in FUNCTIONS:
        if not stopped:
            faults += judge_value(case, run, name, seen, folder)
        stopped = stopped or run.value(name) is None
        for value, left in set(run.values.get(name, [])):
            if left != TOUCHED:
                faults.append(f"{name_of(case, name)} changed errno to {left}")
            if value != run.value(name):
                faults.append(f"{name_of(case, name)} returns {run.value(name)} and {value}")
    if stopped:
        return faults
    faults += judge_text(case, run, seen) + judge_api(case, run, seen)
    program = program_of(folder, case, case["variant"])
    faults += judge_find(case, run, seen, program, environment)
    faults += judge_report(case, run, environment)
    faults += judge_doctor(case, run, seen, program, environment)
    if run.status:
        faults.append(f"status {run.status}: {run.said.strip()!r}")
    elif run.said:
        faults.append(f"prints {run.said.strip()!r}")
    if int(run.facts.get("files", "0"), 0):
        faults.append(f"leaves descriptors open: {run.facts['files']}")
    reached = run.value("start") not in (ERROR, ANSWER)
    mapped = {file for one in (seen.direct, seen.hand, seen.absolute) if one
              for file in one.mapped
              if opens_at_start(case) or one.value("start") not in traps_of(case)}
    if run.value("start") in (WHO["second"], WHO["second"] + HOOKED) or (
            case["search"] in SECOND and case["api"] == "require-newer"):  # refused, and mapped
        mapped.add(str(stage.states(case["kind"]) / "second" / soname_of(case)))
    if why_not_taken(case) == FOR_LINKING:  # a small copy learns it once a file is open
        mapped |= {str(stage.states(case["kind"]) / "there" / other)
                   for other in KINDS[case["kind"]].others}
    if case["api"] == "set_handle":  # by the program
        mapped.add(os.path.realpath(folder / "lib" / soname_of(case)))
    partner = KINDS[case["kind"]].partner
    beside = {"libsecond.so", KINDS[case["kind"]].companion,  # it needs these
              partner.soname if partner else ""}
    mapped |= {file for file in run.mapped if Path(file).name in beside}
    if run.mapped - mapped:
        faults.append(f"maps {' '.join(sorted(run.mapped - mapped))}")
    companion = Path(run.facts.get("path") or "none").parent / (
        KINDS[case["kind"]].companion or "none")
    if reached and companion.exists() and case["move"] not in ("chroot", "mount") and (
            os.path.realpath(companion) not in run.mapped
            or not (case["variant"] not in WALKS or any(
                text == f"{companion}: opened with it" for _, text in run.tried))):
        faults.append(f"does not open {companion}, or does not say so: {run.tried}")
    known = {str(RUNTIME / "liblazynccl.so.0")}.union(
        *(one.system for one in (seen.direct, seen.hand, seen.absolute) if one))
    strange = {file for file in run.system - known if Path(file).name not in OF_LIBC}
    if stage.machine == "armhf":  # its tables for unwinding name functions of this library
        strange = {file for file in strange if Path(file).name != "libgcc_s.so.1"}
    if strange and seen.hand.system and case["build"] not in ("asan", "tsan"):
        faults.append(f"maps {' '.join(sorted(strange))}")
    if case["api"] == "on_absent":
        absent_calls = {function for name, function in KINDS[case["kind"]].functions.items()
                        if run.value(name) in (ERROR, ANSWER)}
        if run.facts.get("asked") == "0.0":
            absent_calls.add(KINDS[case["kind"]].version)
        if "api" not in VARIANTS[case["variant"]][1]:
            absent_calls = set()  # no handler can be set
        if run.told != dict.fromkeys(absent_calls, "1 1"):
            faults.append(f"the handler is told {run.told}, absent are {absent_calls}")
    if reached and case["variant"] in VENDORED and "missing" in run.facts:
        lacked = "" if run.value("end") not in (ERROR, ANSWER) else name_of(case, "end")
        if run.facts["missing"] != lacked:
            faults.append(f"missing() is {run.facts['missing']!r}, and {lacked!r} is missing")
    if reached and run.facts.get("why") and run.value("start") != PRELOADED:
        faults.append(f"reached, with a reason: {run.facts['why']}")
    frozen = case["api"] == "freeze" and not opens_at_start(case)
    reports = VARIANTS[case["variant"]][1]  # a copy without settings keeps no report
    elsewhere = opens_at_start(case) and case["process"] == "folder"  # as in a direct link
    if run.facts.get("report") == "0" and reports and not frozen and not elsewhere:
        faults.append("the report does not name the file, or is empty")
    path = run.facts.get("path")
    if path and keeps_name(case):  # from where it was loaded
        path = str(folder / ("trap" if case["process"] == "folder" else "") / path)
    if reached and run.mapped and path and os.path.realpath(str(path)) not in run.mapped:
        faults.append(f"names {path}, maps {' '.join(sorted(run.mapped))}")
    opened = reached and run.value("start") != PRELOADED
    if "load" in run.facts and opened and run.facts["load"] != "0":
        faults.append(f"load returned {run.facts['load']}")
    return faults
