"""The wrapper knows each function of the C library that changes the root, namespace, folder, rights
or limits of a program, and through which functions other libraries call them.

Follows the calls in the code of glibc, of musl and of the libraries of gen/link/moves.py that are
installed, for x86-64. Where the code takes the address of a function, it counts as a call. If a
function whose address is kept moves the program, each indirect call counts as a call of it. With
arguments, prints the rows of these libraries."""
import bisect
import os
import platform
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from gen import elf
from gen.link.moves import LIBRARIES, MOVES, Known, imported

# System call → its number on x86-64. clone() and prctl() are functions of MOVES only, because libc
# calls them for threads, too.
NUMBERS = {"chdir": 80, "fchdir": 81, "setuid": 105, "setgid": 106, "setreuid": 113,
           "setregid": 114, "setgroups": 116, "setresuid": 117, "setresgid": 119, "setfsuid": 122,
           "setfsgid": 123, "capset": 126, "pivot_root": 155, "setrlimit": 160, "chroot": 161,
           "mount": 165, "umount2": 166, "unshare": 272, "prlimit64": 302, "setns": 308,
           "seccomp": 317, "move_mount": 429, "mount_setattr": 442}
# What prctl() only asks, the names of threads, and the signal at the parent's end.
HARMLESS = {1, 2, 3, 7, 15, 16, 21, 23, 27, 39}
# Calls of these need not be followed: function of the C library → why.
EXCEPTIONS = {"getrlimit": "asks", "getrlimit64": "asks", "__getrlimit": "asks",
              "capget": "asks", "eaccess": "asks in a child", "euidaccess": "asks in a child",
              "faccessat": "asks in a child", "fts_set": "only notes what fts_read() does next",
              "posix_spawn": "moves only its child", "posix_spawnp": "moves only its child",
              "wordexp": "moves only its child",
              "ftw": "changes no folder", "ftw64": "changes no folder",
              "iruserok": "restores the user before it returns",
              "iruserok_af": "restores the user before it returns",
              "ruserok": "restores the user before it returns",
              "ruserok_af": "restores the user before it returns"}
FOLDER = Path("/lib/x86_64-linux-gnu")
MUSL = "/usr/lib/x86_64-linux-musl/libc.a"
PLT = re.compile(r"(?:bnd )?(?:call|j\w+) +[0-9a-f]+ <([^@>]+)@[^>]*plt>")
TRANSFERS = "call", "j", "bnd", "notrack"
Code = list[tuple[int, str]]  # address and instruction


def output(*words: str) -> str:
    """Returns what a tool prints, also if it complains of something else in the file."""
    return subprocess.run(words, capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def constant(code: Code, end: int, register: str) -> int | None:
    """Returns the number that is last moved to a register before this instruction; None if
    another value may be."""
    for _, line in reversed(code[:end]):
        if found := re.match(rf"mov +\$0x([0-9a-f]+),%[er]{register}$", line):
            return int(found[1], 16)
        if re.match(rf"xor +%e{register},%e{register}$", line):
            return 0
        if re.search(rf",%[er]?{register}$|^call ", line):
            break
    return None


def moves(code: Code) -> set[str]:
    """Returns which functions and system calls of a function's code move a program."""
    found = set()
    for at, (_, line) in enumerate(code):
        call = PLT.match(line) if "plt>" in line else None
        name = call[1] if call else ""
        number = constant(code, at, "di") if name in ("syscall", "prctl") else None
        if name == "prctl" and number in HARMLESS:
            continue
        if name == "syscall" and number is not None and number not in (*NUMBERS.values(), 157):
            continue
        if name in MOVES:
            found.add(name)
    if any(line.startswith("syscall") for _, line in code):
        loaded = {line.split("$0x")[1] for _, line in code if re.match(r"mov +\$0x\w+,%eax$", line)}
        found |= {name for name, number in NUMBERS.items() if f"{number:x},%eax" in loaded}
    return found


class Calls:
    """Who calls whom in a library, by the addresses of functions."""

    def __init__(self, path: str) -> None:
        self.names: defaultdict[int, set[str]] = defaultdict(set)
        self.code: defaultdict[int, Code] = defaultdict(list)
        starts = {int(each, 16) for each in re.findall(
            r"FDE.*pc=([0-9a-f]+)\.\.", output("readelf", "-W", "--debug-dump=frames", path))}
        for address, name in re.findall(
                r"^ *\d+: ([0-9a-f]+) +\w+ I?FUNC +\w+ +\w+ +\d+ ([^\s@]+)",
                output("readelf", "-W", "--dyn-syms", path), re.MULTILINE):
            self.names[int(address, 16)].add(name)
        self.exported: defaultdict[str, set[int]] = defaultdict(set)
        for start, names in self.names.items():
            for name in names:
                self.exported[name].add(start)
        self.own = starts | {*self.names}
        self.starts = sorted(self.own)
        relocations = output("readelf", "-W", "-r", path)
        # The linker's slots of imported functions.
        self.slots = {int(slot, 16): name for slot, name in re.findall(
            r"^([0-9a-f]+) .*R_X86_64_(?:GLOB_DAT|64) +[0-9a-f]+ ([^\s@]+)", relocations,
            re.MULTILINE)}
        kept = {int(at, 16): int(address, 16) for at, address in re.findall(
            r"^([0-9a-f]+) .*R_X86_64_I?RELATIVE +([0-9a-f]+)$", relocations, re.MULTILINE)}
        self.kept = {*kept.values()}  # addresses in data
        array = re.findall(r"\(INIT_ARRAY(?:SZ)?\) +(\w+)", output("readelf", "-W", "-d", path))
        start, size = (int(each, 0) for each in array or ("0", "0"))
        self.constructors = {kept.get(at) for at in range(start, start + size, 8)}
        for address, line in re.findall(r"^ *([0-9a-f]+):\t(.+?) *$", output(
                "objdump", "-d", "--no-show-raw-insn", path), re.MULTILINE):
            self.code[self.owner(int(address, 16))].append((int(address, 16), line))
        self.callers: defaultdict[int, set[int]] = defaultdict(set)
        self.indirect = set[int]()
        self.moving: dict[int, str] = {}
        for function, code in self.code.items():
            self.read(function, code)

    def owner(self, address: int) -> int:
        at = bisect.bisect_right(self.starts, address)
        return self.starts[at - 1] if at else 0

    def read(self, function: int, code: Code) -> None:
        found = moves(code)
        for at, (_, line) in enumerate(code):
            if not line.startswith(TRANSFERS) and "#" not in line:
                continue
            if re.match(r"(?:notrack |bnd )?(?:call|jmp) +\*", line):
                self.indirect.add(function)
            if call := PLT.match(line):
                for address in self.exported.get(call[1], ()):
                    self.callers[address].add(function)
            elif call := re.match(r"(?:bnd )?(?:call|j\w+) +([0-9a-f]+)\b", line):
                self.callers[self.owner(int(call[1], 16))].add(function)
            if place := re.search(r"# ([0-9a-f]+)", line):
                address = int(place[1], 16)
                found |= {self.slots.get(address, "")} & MOVES
                if line.startswith("lea") and address in self.own:
                    self.callers[address].add(function)
                    if not any("<pthread_create@plt>" in each for _, each in code[at:at + 8]):
                        self.kept.add(address)
        if found:
            self.moving[function] = "/".join(sorted(found))

    def follow(self, cut: Set[str] = frozenset()) -> dict[str, str]:
        """Returns exported function → how it moves a program."""
        reason = dict(self.moving)

        def spread(left: list[int]) -> None:
            while left:
                function = left.pop()
                if self.names.get(function, set()) & cut:
                    continue
                for caller in self.callers[function] - reason.keys():
                    name = min(self.names.get(function, {hex(function)}))
                    reason[caller] = f"{name} → {reason[function]}"
                    left.append(caller)

        spread([*reason])
        self.moves_at_start = bool(self.constructors & reason.keys())
        if not cut and (taken := next(iter(self.kept & reason.keys()), 0)):
            others = self.indirect - reason.keys()
            reason |= dict.fromkeys(others, f"an indirect call → {reason[taken]}")
            spread([*others])
        return {name: reason[function] for function, names in self.names.items()
                if function in reason for name in names}


def archive(path: str) -> dict[str, str]:
    """Returns function → how it moves a program, for the objects of an archive."""
    defined, wanted, reason = (defaultdict[str, set[str]](set) for _ in range(3))
    member = ""
    for line in output("nm", path).split("\n"):
        if line.endswith(":"):
            member = line[:-1]
        elif found := re.search(r" ([TWU]) (\w+)$", line):
            (wanted if found[1] == "U" else defined)[member].add(found[2])
    for text in re.split(r"\n(?=\S+\.l?o: )", output("objdump", "-d", "--no-show-raw-insn", path)):
        code = [(0, line) for line in re.findall(r"^ *[0-9a-f]+:\t(.+?) *$", text, re.MULTILINE)]
        reason[text.partition(":")[0]] |= moves(code)
    why = {name: "/".join(sorted(found)) for member, found in reason.items() if found
           for name in defined[member]}
    left = [*why]
    while left:
        name = left.pop()
        if name in EXCEPTIONS:
            continue
        for member in [member for member, names in wanted.items() if name in names]:
            for caller in defined[member] - why.keys():
                why[caller] = f"{name} → {why[name]}"
                left.append(caller)
    return why


def row(path: str) -> tuple[str, Known]:
    """Returns what gen/link/moves.py should have of a library."""
    file, calls = elf.Elf(path), Calls(path)
    functions = " ".join(sorted(calls.follow()))
    if calls.moves_at_start:
        raise SystemExit(f"{path}: a constructor moves the program")
    return file.soname, Known(len(file.defined), " ".join(sorted(imported(file))), functions)


def text(soname: str, known: Known) -> str:
    first, *others = [" ".join(sorted(known.imports)), *textwrap.wrap(
        " ".join(sorted(known.functions)), 82, break_on_hyphens=False)]
    lines = "".join(f'\n        "{line}{" " * (line != others[-1])}"' for line in others)
    return f'    "{soname}": Known({known.count}, "{first}"{"," * bool(others)}{lines}),'


def missing(name: str, functions: Mapping[str, str]) -> Iterator[str]:
    for function in sorted(functions.keys() - MOVES - EXCEPTIONS.keys()):
        yield f"{name}: {function} is not in MOVES: {function} → {functions[function]}"


def findings() -> Iterator[str]:
    libc = Calls(str(FOLDER / "libc.so.6"))
    yield from missing("glibc", libc.follow({*EXCEPTIONS}))
    if os.path.exists(MUSL):
        yield from missing("musl", archive(MUSL))
    checked = 0
    for soname, known in LIBRARIES.items():
        if not os.path.exists(FOLDER / soname):
            continue
        checked += 1
        _, found = row(str(FOLDER / soname))
        file = elf.Elf(str(FOLDER / soname))
        if known.is_file(file) and (lacking := found.functions - known.functions):
            yield f"{soname}: not in its row: {' '.join(sorted(lacking))}"
        if len(file.defined) == known.count and (others := imported(file) - known.imports):
            yield f"{soname}: its row has not: {' '.join(sorted(others))}"
        print(f"{soname}: {'' if known.is_file(file) else 'not '}the file of the row")
    if not checked:
        yield "no library of the table is installed"


def main(paths: list[str]) -> int:
    if platform.machine() != "x86_64":
        print("the tables are made on x86-64")
        return 77
    if paths:
        print(*(text(*row(path)) for path in paths), sep="\n")
        return 0
    wrong = [*findings()]
    print(*wrong, sep="\n")
    return bool(wrong)


sys.exit(main(sys.argv[1:]))
