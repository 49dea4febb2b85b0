"""A program that combines features behaves as one that is linked directly, whatever it combines.

usage: combinations-behave-as-a-direct-link.py [MACHINE] [ARRAY [first|each [VARIANT...]]]
       combinations-behave-as-a-direct-link.py [MACHINE] DIMENSION=VALUE...

Runs the cases of two arrays: each pair of values is in at least one case of the first, and each
triple of variant, state and process, or of variant, search and move, in one of the second. Without
an argument, it runs those of the first that have the usual build or one that the commit chooses,
for at most 60 s of processor time. "pairs" is all of the first, "others" and "triples" are arrays
drawn for the commit; "first" ends one at the first case that fails, "each" reduces none, both take
one build, and variants leave out the cases of others. The file COMBINATIONS_CASES has other cases,
one a line, the file COMBINATIONS_MARKS gets what each has entered, if that was built with marks,
and the folder COMBINATIONS_KEPT what programs without lazynccl do, for the next run. With a
machine, such as aarch64, copies run under an emulator; "musl" is this machine with that libc. With
values, it runs one case, which has the usual values in the other dimensions. A case that fails is
reduced to the fewest values that fail, and printed as a command."""

import ctypes
import hashlib
import itertools
import json
import linecache
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn, TextIO

import builder
import judge
from dimensions import (
    DIMENSIONS,
    GATE,
    IMPOSSIBLE,
    IMPOSSIBLE_WITH_MUSL,
    LINKED,
    MUSL,
    NOT_EMULATED,
    NOT_WITH_MUSL,
    NOT_WITH_QEMU,
    USUAL,
    Case,
    leave_out,
    why_impossible,
)

SECONDS = 60
TRIPLES = [("variant", "state", "process"), ("variant", "search", "move")]
MARKS = 100  # descriptor: tests/mutants/marks/features.h
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: programs that call daemon() stay children


def skip(why: str) -> NoReturn:
    print(f"skipped: {why}")
    sys.exit(77)


def hide_system() -> None:
    """Starts again in a new mount namespace without the machine's libraries of CUDA."""
    listed = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=False,
                            env={"PATH": "/sbin:/usr/sbin:/bin:/usr/bin"}).stdout
    paths = [line.split(" => ")[1] for line in listed.splitlines() if builder.SONAME in line]
    folders = {os.path.dirname(os.path.realpath(path)) for path in paths if os.path.exists(path)}
    if builder.may_mount():
        return
    mapped = [] if os.getuid() == 0 else ["--map-current-user", "--keep-caps"]
    own = ["unshare", *mapped, "-m"]
    if subprocess.run([*own, "true"], capture_output=True, check=False).returncode:
        if folders:
            skip(f"{builder.SONAME} is installed, and cannot be hidden here")
        leave_out({"state": {"noexec"}, "move": {"chroot", "mount"}, "process": {"secure"}})
        print("left out: state=noexec, move=chroot, move=mount, process=secure: they need rights")
        return
    mounts = "".join(f"mount -t tmpfs none {folder} && " for folder in sorted(folders))
    os.environ["COMBINATIONS_MOUNTS"] = "own"
    os.execvp(own[0], [*own, "sh", "-c", f'{mounts}exec "$@"', "sh", sys.executable, *sys.argv])


def triples(salt: str) -> list[Case]:
    """Returns all triples of two threes of dimensions, both in each case, with the usual value in
    half of the other dimensions, so that programs are linked again for fewer cases."""
    draw = random.Random(salt)
    rest = {value: list(itertools.product([value], *(DIMENSIONS[name] for name in TRIPLES[1][1:])))
            for value in DIMENSIONS["variant"]}
    cases = []

    def add(given: Case, seconds: list[tuple[str, ...]]) -> None:
        """Adds a case with these values, and one of the triples of the second three."""
        for _ in range(100):
            case = {name: draw.choice(values if draw.random() < 0.5 else values[:1])
                    for name, values in DIMENSIONS.items()} | given
            second = draw.choice(seconds) if seconds else ()
            case |= dict(zip(TRIPLES[1], second, strict=False))
            if not why_impossible(case):
                cases.append(case)
                if second:
                    seconds.remove(second)
                return

    for values in itertools.product(*(DIMENSIONS[name] for name in TRIPLES[0])):
        add(dict(zip(TRIPLES[0], values, strict=True)), rest[values[0]])
    for value, seconds in rest.items():
        for _ in range(len(seconds)):
            add({"variant": value}, seconds)
    return cases


def draw(salt: str) -> list[Case]:
    """Returns cases with all pairs, which take half a minute: the build folder keeps them."""
    try:
        import covertable
    except ImportError:
        skip("covertable is not installed: run ./dev setup")
    rules = [{"operator": "not", "condition": {"operator": "and", "conditions": [
        {"operator": "in", "left": name, "values": values.split()}
        for name, values in zip(pairs[::2], pairs[1::2], strict=True)]}}
        for *pairs, _ in IMPOSSIBLE]
    question = json.dumps([DIMENSIONS, rules, salt, version("covertable")])
    kept = builder.BUILD / f"pairs-{hashlib.sha256(question.encode()).hexdigest()[:16]}.json"
    if not kept.exists():
        rows = covertable.make(DIMENSIONS, strength=2, constraints=rules, salt=salt)
        own = kept.with_suffix(f".{os.getpid()}")  # another process may draw them, too
        own.write_text(json.dumps(rows), encoding="utf-8")
        own.rename(kept)
    found: list[Case] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def pairs(salt: str) -> list[Case]:
    # The links that the gate judges
    gate = [USUAL | {"variant": variant, "search": "ld", "definitions": link, "process": process}
            for variant in DIMENSIONS["variant"] if variant in LINKED for link in GATE
            for process in ("plain", "module")[:1 if GATE[link].linker else 2]]
    gate.append(USUAL | {"variant": "linked-folder", "definitions": "fails"})
    # Where nothing else fails that would hide a fault
    plain = [USUAL | {"variant": variant, "search": "ld"} | {name: value}
             for variant in DIMENSIONS["variant"] for name in ("search", "state", "kind", "api")
             for value in DIMENSIONS[name]]
    plain += [USUAL | {"kind": kind, "variant": "full" if kind == "other" else USUAL["variant"]}
              | {name: value} for kind in DIMENSIONS["kind"][1:]
              for name in ("search", "state", "api") for value in DIMENSIONS[name]]
    return [dict(case) for case in (*draw(salt), *gate, *plain) if not why_impossible(case)]


def words(case: Case) -> str:
    return " ".join(f"{name}={value}" for name, value in case.items() if value != USUAL[name])


def reduce(stage: builder.Stage, case: Case) -> Case:
    """Returns the case with as many usual values as still fail."""
    changed = True
    while changed:
        changed = False
        for name, usual in USUAL.items():
            less = case | {name: usual}
            if less != case and not why_impossible(less) and judge.judge(stage, less):
                case, changed = less, True
    return case


def spent() -> float:
    return sum(sum(resource.getrusage(who)[:2])
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def entered(marks: TextIO) -> set[str]:
    """Returns what wrote to the file since the last time: functions and lines of them."""
    marks.seek(0)
    rows = {re.fullmatch(r"(\w+) (.*):(\d+)\n", line) for line in marks}
    marks.truncate(0)
    return {f"{re.sub('^lazylink_', 'lazynccl_', row[1])} "
            + linecache.getline(str(builder.BUILD / row[2]), int(row[3])).strip()
            for row in rows if row}


def run_plainly(stage: builder.Stage, cases: list[Case], most: int) -> int:
    """Runs the cases until this many fail, and returns their number. Prints a fault of each."""
    failing = 0
    known = Path(os.environ.get("COMBINATIONS_MARKS", os.devnull))
    with tempfile.TemporaryFile("a+") as marks, known.open("a", encoding="utf-8") as rows:
        os.dup2(marks.fileno(), MARKS, known.name != "null")
        for case in cases:
            for fault in judge.judge(stage, case)[:1]:
                print(f"fault: {words(case)}: {fault}")
                failing += 1
            print(words(case), *sorted(entered(marks)), sep="\t", file=rows)
            if failing == most:
                break
    print(f"{failing} of {len(cases)} cases fail")
    return failing


def run(stage: builder.Stage, cases: list[Case], seconds: float) -> int:
    """Runs the cases until the time is spent. Prints the faults, each reduced case once, and
    returns the number of these."""
    found: set[str] = set()
    done = 0
    for case in cases:
        if spent() > seconds:
            break
        done += 1
        if judge.judge(stage, case):
            least = reduce(stage, case)
            if words(least) not in found:
                found.add(words(least))
                for fault in judge.judge(stage, least):
                    print(f"fault: {fault}")
                which = words(least) or f"variant={USUAL['variant']}"
                program = f"{Path(__file__).resolve()} {stage.machine}".strip()
                print(f"  again: {sys.executable} {program} {which}")
                sys.stdout.flush()
    print(f"{done} of {len(cases)} cases, {len(found)} faults, {spent():.0f} s of processor time")
    return len(found)


def one_case(arguments: list[str]) -> Case:
    case = dict(USUAL)
    for word in arguments:
        name, _, value = word.partition("=")
        values = [*GATE] if name == "definitions" else DIMENSIONS.get(name, [])
        if value not in values:
            known = [f"{name}={value}" for value in values] or list(DIMENSIONS)
            sys.exit(f"{word}: use one of: {' '.join(known)}")
        case[name] = value
    reason = why_impossible(case)
    if reason:
        sys.exit(f"this cannot be: {reason}")
    return case


def array(name: str) -> tuple[list[Case], float]:
    """Returns the cases of this name, and the processor time that they may take."""
    commit = subprocess.run(["git", "-C", builder.SOURCE, "rev-parse", "HEAD"], text=True,
                            capture_output=True, check=False).stdout.strip()
    cases = triples(commit) if name == "triples" else pairs(commit if name == "others" else "")
    if not name:
        others = DIMENSIONS["build"][1:] or DIMENSIONS["build"]
        builds = {USUAL["build"], random.Random(commit).choice(others)}
        cases = [case for case in cases if case["build"] in builds]
    random.Random(commit).shuffle(cases)
    return cases, float("inf") if name else SECONDS


def choose_machine(arguments: list[str]) -> str:
    """Returns the other machine that the arguments name, if any."""
    if not arguments or arguments[0] not in [*builder.MACHINES, MUSL]:
        return ""
    machine = arguments[0]
    emulator = builder.MACHINES[machine][1][:1] if machine != MUSL else []
    for program in (*builder.compiler_for(machine), *emulator):
        if not shutil.which(program):
            skip(f"{program} is not installed")
    leave_out(NOT_WITH_MUSL if machine == MUSL else NOT_EMULATED)
    leave_out(NOT_WITH_QEMU.get(machine, {}))
    if machine == MUSL:
        IMPOSSIBLE.extend(IMPOSSIBLE_WITH_MUSL)
    judge.SEEN_BY_FIND.clear()  # the command examines files of this machine
    return machine


def main() -> int:
    machine = choose_machine(sys.argv[1:])
    arguments = sys.argv[2:] if machine else sys.argv[1:]
    hide_system()
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    folder = Path(tempfile.mkdtemp(prefix="lazynccl-array.")).resolve()
    folder.chmod(0o755)
    try:
        if arguments and "=" in arguments[0]:
            stage = builder.Stage(folder, machine)
            faults = judge.judge(stage, one_case(arguments))
            print("\n".join(faults) or "as with a direct link")
            return int(bool(faults))
        if len(arguments) > 1:  # other builds cost a compilation of every copy
            DIMENSIONS["build"] = DIMENSIONS["build"][:1]
        if listed := os.environ.get("COMBINATIONS_CASES"):
            lines = Path(listed).read_text(encoding="utf-8").splitlines()
            cases, seconds = [one_case(line.split()) for line in lines], float("inf")
        else:
            cases, seconds = array(arguments[0] if arguments else "")
        if len(arguments) > 1:
            variants = arguments[2:] or DIMENSIONS["variant"]
            cases = [case for case in cases if case["variant"] in variants]
            most = 1 if arguments[1] == "first" else len(cases)
            return int(run_plainly(builder.Stage(folder, machine, 0), cases, most) > 0)
        return int(run(builder.Stage(folder, machine), cases, seconds) > 0)
    finally:
        if builder.may_mount():
            subprocess.run(["umount", folder / "states/nccl/noexec"], check=False)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
