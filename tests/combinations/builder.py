"""Builds the files that cases need, each once: the library in every state, and the program with
every variant."""

import contextlib
import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from dimensions import (
    GATE,
    KINDS,
    LINKED,
    MUSL,
    NAMES,
    SEARCHES,
    SILENT,
    USUAL,
    VARIANTS,
    Case,
    Kind,
)

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
BUILD = Path(os.environ.get("BUILD", SOURCE / "build/main"))
RUNTIME = BUILD / "src/runtime"
TOOL = BUILD / "src/tool/lazynccl"

SONAME = KINDS["nccl"].soname
# State of the library → the result of its first function, which shows the file that a call reached.
WHO = {"there": 101, "callback": 101, "lacks": 101, "needs": 101, "noexec": 101, "slow": 101,
       "version": 101, "loaded": 201, "second": 801, "trap": 601, "caps": 701}
OTHER_MAJOR = 501
PRELOADED = 301
HOOKED = 1000  # added to the result if another file defines ncclHook(), which the library calls
ERROR, ANSWER = 2, 33
OWNER = 65533  # of a program with raised privileges

VALUES = {
    "stop": "",
    "error": f'int = "{ERROR}"',
    "answer": f'[absent.answers]\n"ncclGroup*" = "{ANSWER}"',
}

# Build → options of the compiler, and options of the link alone
BUILDS = {
    "gcc": ([], []), "clang": ([], []), "lto": (["-flto"], []),
    "asan": (["-fsanitize=address"], []), "tsan": (["-fsanitize=thread"], []),
    "now": ([], ["-Wl,-z,now"]),
    "ubsan": (["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"], []),
    "cet": (["-fcf-protection=full"], ["-Wl,-z,ibt,-z,shstk"]),
    "gold": ([], ["-fuse-ld=gold"]), "lld": ([], ["-fuse-ld=lld"]),
    "mold": ([], ["-fuse-ld=mold", "-Wl,--no-fork"]), "c++": ([], []),
    "static": ([], ["-static-pie"]),
}

# Machine → the prefix of its compiler and libraries, and its emulator
MACHINES = {
    "aarch64": ("aarch64-linux-gnu", ["qemu-aarch64"]),
    "armhf": ("arm-linux-gnueabihf", ["qemu-arm"]),
    "i386": ("i686-linux-gnu", ["qemu-i386"]),
    "ppc64le": ("powerpc64le-linux-gnu", ["qemu-ppc64le", "-cpu", "power9"]),
    "riscv64": ("riscv64-linux-gnu", ["qemu-riscv64"]),
    "s390x": ("s390x-linux-gnu", ["qemu-s390x"]),
}

PRELOAD = f"""
#include <stdlib.h>
int ncclGroupStart(void) {{ return {PRELOADED}; }}
#ifdef ALONE /* enough to be taken for the library, where there is none */
int ncclGetVersion(int *version) {{ *version = 22809; return 0; }}
#endif
#if defined UNSET || defined TOOL /* as tools do that are not for child processes */
__attribute__((constructor)) static void begin(void) {{ unsetenv("LD_PRELOAD"); }}
#endif
#ifdef AUDITOR /* an auditor that sees each binding, and changes none */
unsigned la_version(unsigned version) {{ return version; }}
unsigned la_objopen(void) {{ return 3; }} /* from and to the object */
unsigned long la_symbind32(const unsigned long *symbol) {{ return symbol[1]; }}
unsigned long la_symbind64(const unsigned long *symbol) {{ return symbol[1]; }}
#endif
#if defined TOOL && defined __GLIBC__ /* which leaves an error where nothing failed */
#include <errno.h>
void *__libc_malloc(size_t size);
void *malloc(size_t size)
{{
    void *memory = __libc_malloc(size);

    if (memory)
        errno = ENOTTY;
    return memory;
}}
#endif
"""


class BuildError(Exception):
    """A command failed unexpectedly."""


def may_mount() -> bool:
    """Returns whether this process has a mount namespace of its own."""
    return os.environ.get("COMBINATIONS_MOUNTS") == "own"


def call(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, env=os.environ | (environment or {}))
    if done.returncode:
        raise BuildError(f"failed: {shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")


def programs_of(folder: Path, case: Case) -> Path:
    """Returns the folder of a case's programs, below the folder of the case."""
    package = "site-packages/package"
    return folder / {"beside": package, "beside-open": package, "python": "venv/bin"}.get(
        case["search"], "")


def program_of(folder: Path, case: Case, variant: str) -> Path:
    """Returns a program of a case."""
    python = "python-" if case["search"] == "python" else ""
    return programs_of(folder, case) / f"{python}{variant}"


def compiler_for(machine: str) -> list[str]:
    """Returns the command of the compiler for a machine; "" is this machine."""
    compilers = {"": os.environ.get("CC", "cc"), MUSL: "musl-gcc"}
    return shlex.split(compilers.get(machine) or f"{MACHINES[machine][0]}-gcc")


def kept_of(case: Case) -> Path | None:
    """Returns the file that keeps what programs without lazynccl do, for later runs, or None."""
    folder = os.environ.get("COMBINATIONS_KEPT")
    if not folder or "copy" in case["state"]:  # there the library is a lazynccl build
        return None
    return Path(folder, ".".join(case[name] for name in USUAL))


class Stage:
    """A folder with all files that were built."""

    def __init__(self, folder: Path, machine: str = "", level: int = 1) -> None:
        self.folder = folder
        self.machine = "" if machine == MUSL else machine  # that the emulator has; "" for this one
        self.compiler = compiler_for(machine)
        self.python = os.environ.get("PYTHON", sys.executable)
        self.states("nccl")
        self.make_tools()
        self.cases = 0
        self.level = level  # of the optimization of copies

    def runner(self, environment: dict[str, str]) -> list[str]:
        """Returns the words before a program: those of the emulator, or none."""
        if not self.machine:
            return []
        settings = [word for name, value in environment.items()
                    for word in ("-E", f"{name}={value}")]
        prefix, emulator = MACHINES[self.machine]
        return [*emulator, "-L", f"/usr/{prefix}", *settings]

    def library(self, file: Path, who: int, *options: str, kind: Kind = KINDS["nccl"],
                soname: str = SONAME) -> None:
        if kind.version:
            macros = kind._replace(soname=soname).macros("-DLACKS" in options)
            options = (*options, "-Wl,-rpath,$ORIGIN", *macros)
        name = "OTHER_2" if "-DOTHER" in options else soname if kind.version else "NCCL_2"
        node = self.folder / f"node-{who}-{len(options)}-{name}.map"
        node.write_text(f"{name} {{ global: *; }};\n")
        call(*self.compiler, "-O1", "-fPIC", "-shared", f"-DWHO={who}", HERE / "library.c",
             f"-Wl,-soname,{soname},--version-script={node}", "-o", file, *options)

    @functools.cache  # noqa: B019
    def states(self, kind_: str) -> Path:
        """Returns a folder that has, for each state, a folder with the library in that state."""
        kind, soname = KINDS[kind_], KINDS[kind_].soname
        states = self.folder / "states" / kind_
        for state in ("there", "missing", "truncated", "text", "cut", "machine", "lacks", "needs",
                      "permission", "callback", "noexec", "slow", "version", "loaded", "second",
                      "trap", "caps/glibc-hwcaps/x86-64-v2"):
            (states / state).mkdir(parents=True)
        needed = self.folder / "libneeded.so.9"
        call(*self.compiler, "-shared", "-xc", "/dev/null", f"-Wl,-soname,{needed.name}", "-o",
             needed)
        if may_mount() and kind_ == "nccl":
            call("mount", "-t", "tmpfs", "-o", "noexec", "none", states / "noexec")
        options = {"lacks": ["-DLACKS"], "callback": ["-DCALLS_BACK"], "slow": ["-DSLOW"],
                   "version": ["-DOTHER"],
                   "needs": ["-Wl,--no-as-needed", str(needed)]}
        for state, who in WHO.items():
            if kind.version and state in ("callback", "slow", "version"):
                continue
            file = states / state / ("glibc-hwcaps/x86-64-v2" if state == "caps" else "") / soname
            self.library(file, who, *options.get(state, []), kind=kind, soname=soname)
            if kind.companion:
                call(*self.compiler, "-shared", "-xc", "/dev/null",
                     f"-Wl,-soname,{kind.companion}", "-o", file.parent / kind.companion)
        for other in kind.others:
            self.library(states / "there" / other, OTHER_MAJOR, kind=kind, soname=other)
        needed.unlink()
        whole = (states / "there" / soname).read_bytes()
        (states / "text" / soname).write_text("some text\n" * 10, encoding="ascii")
        (states / "directory" / soname).mkdir(parents=True)
        (states / "truncated" / soname).write_bytes(whole[:40])
        (states / "cut" / soname).write_bytes(whole[:2000])  # reading its mapping raises SIGBUS
        (states / "machine" / soname).write_bytes(whole[:18] + b"\x08\0" + whole[20:])  # MIPS
        for folder in states.iterdir():
            if kind.partner and folder.name != "missing":
                self.library(folder / kind.partner.soname, 0, kind=kind.partner,
                             soname=kind.partner.soname)
        closed = states / "permission" / soname
        closed.write_bytes(whole)
        closed.chmod(0)
        return states

    def make_tools(self) -> None:
        source = self.folder / "preload.c"
        source.write_text(PRELOAD, encoding="ascii")
        for name in "preloaded preloaded-unset preloaded-tool preloaded-alone auditor".split():
            alone = [] if name == "preloaded-tool" else ["-nostdlib"]  # needs no symbol versions
            call(*self.compiler, "-shared", "-fPIC", f"-D{name.rpartition('-')[2].upper()}",
                 *alone, source, "-o", self.folder / f"{name}.so")
        (many := self.folder / "many").mkdir()
        call(*self.compiler, "-shared", "-nostdlib", "-xc", "/dev/null", "-o", many / "0")
        for number in range(1, 30):
            shutil.copy(many / "0", many / str(number))
        (self.folder / "libnccl.so").symlink_to(self.states("nccl") / "there" / SONAME)
        call(*self.compiler, "-O1", HERE / "host.c", "-o", self.folder / "host", "-ldl")

    def compiler_of(self, build: str, is_cpp: bool = False) -> list[str]:
        if is_cpp and build == "c++":
            return [re.sub("g?cc", "g++", self.compiler[0]), *self.compiler[1:]]
        return ["clang" if build == "clang" else self.compiler[0], *self.compiler[1:]]

    @functools.cache  # noqa: B019 (the stage lives as long as the program)
    def copy(self, variant: str, absent: str, build: str, kind_: str) -> Path:
        """Returns a folder with a copy of this variant, and its object."""
        folder = self.folder / f"copy-{variant}-{absent}-{build}-{kind_}"
        kind = KINDS[kind_]
        partner = [kind.partner.functions["start"]] if kind.partner else []
        only = ["--only", ",".join([*kind.functions.values(), kind.version, *partner])]
        stub = self.folder / f"{absent}.toml"
        text = (HERE / "stub.toml").read_text(encoding="utf-8")
        stub.write_text("".join(VALUES[absent] + "\n" if line == "VALUE\n" else line
                                for line in text.splitlines(True)), encoding="utf-8")
        of_kind = kind.stub if kind.is_known else self.states(kind_) / "there" / kind.soname
        call(self.python, SOURCE / "gen", "vendor",
             *([of_kind, *kind.options, *only] if kind.version else [stub]),
             *VARIANTS[variant][0], "-o", folder)
        define = ["-DLAZYNCCL_EXPORTED"] if variant.startswith("exported") else []
        call(*self.compiler_of(build), "-w", f"-O{self.level}", "-fPIC", *BUILDS[build][0],
             *define, "-c", folder / "lazynccl.c", "-o", folder / "lazynccl.o")
        return folder

    @functools.cache  # noqa: B019
    def object(self, build: str, kind: str, *defines: str) -> Path:
        name = self.folder / f"program{''.join(defines)}-{build}-{kind}.o"
        language = "c++" if build == "c++" else "c"
        call(*self.compiler_of(build, True), "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-c",
             f"-x{language}", HERE / "program.c", f"-I{BUILD / 'include'}", *BUILDS[build][0],
             *(f"-D{define}" for define in defines), *KINDS[kind].macros(), "-o", name)
        return name

    @functools.cache  # noqa: B019
    def standin(self) -> Path:
        folder = self.folder / "standin"
        call(TOOL, "stand-in", "nccl", "-o", folder)
        return folder

    @functools.cache  # noqa: B019
    def fallbacks(self, absent: str) -> Path:
        """Returns a folder with the fallback file of a lazily linked program."""
        (folder := self.folder / f"fallbacks-{absent}").mkdir()
        value = {"stop": '"ncclGroup*" = "stop"',
                 "error": f'"ncclGroup*" = "{ERROR}"'}.get(absent, VALUES[absent])
        rows = f'[absent.names]\nncclGetLastError = "reason"\n{value}'
        (folder / "nccl.toml").write_text(f"{rows}\n", encoding="ascii")
        return folder

    @functools.cache  # noqa: B019
    def linked_with(self, definitions: str) -> Path:
        """Returns the library that programs with these definitions link. Its folder also has the
        file that -lnccl finds, a second library, and another object of the program."""
        gate = GATE[definitions]
        folder = self.folder / f"states/with-{definitions}"
        folder.mkdir()
        for name in ("second", "library", "program"):
            (folder / f"{name}.c").write_text(getattr(gate, name), encoding="ascii")
        self.library(folder / SONAME, WHO["there"], "-include", str(folder / "library.c"),
                     *gate.options.split())
        (folder / "libnccl.so").symlink_to(SONAME)
        if gate.second:
            node = folder / "second.map"
            node.write_text("OTHER_2 { };\n", encoding="ascii")
            call(*self.compiler, "-shared", "-fPIC", "-Wl,-z,now", folder / "second.c", "-o",
                 folder / "libsecond.so",
                 *([f"-Wl,--version-script={node}"] if definitions == "versions" else []))
        call(*self.compiler, "-fPIC", "-c", folder / "program.c", "-o", folder / "program.o")
        return folder / SONAME

    def environment_of(self, variant: str, absent: str) -> dict[str, str]:
        """Returns the environment variables for a lazy link."""
        when = {"linked": ":call", "linked-start": ":start"}.get(variant, "")
        return {"LAZY_LIBS": f"nccl{when}:stop", "LAZY_PYTHON": self.python,
                "LAZY_CACHE": str(self.folder / "cache"),
                "LAZY_FALLBACKS": str(self.fallbacks(absent))}

    @functools.cache  # noqa: B019
    def library_of(self, variant: str, file: Path, *options: str) -> None:
        """Links a shared library from a copy that exports the library's functions."""
        file.parent.mkdir(exist_ok=True)
        call(*self.compiler, "-shared", *options,
             self.copy(variant, "error", "gcc", "nccl") / "lazynccl.o", "-o", file, "-ldl",
             "-pthread")

    @functools.cache  # noqa: B019
    def archives(self, absent: str) -> Path:
        """Returns a folder with the archive that `gen link` writes in place of the library."""
        folder = self.folder / f"archives-{absent}"
        call(self.python, SOURCE / "gen", "link", self.linked_with("one"), "-o", folder,
             environment=self.environment_of("linked-folder", absent))
        return folder

    def try_linker(self, case: Case) -> tuple[tuple[int, bytes], tuple[int, bytes], str]:
        """Runs a linker directly and through a lazy link. Returns the status and the output file
        of each, and what the lazy link prints to stderr."""
        folder = self.linked_with(case["definitions"]).parent
        (folder / "bin").mkdir(exist_ok=True)
        linker, file = folder / "bin/ld", folder / "out"
        linker.write_text(f"#!/bin/sh\n{GATE[case['definitions']].linker}\n", encoding="ascii")
        linker.chmod(0o755)
        environment = os.environ | self.environment_of(case["variant"], "stop") | {
            "REAL": str(shutil.which("ld")), "PATH": f"{linker.parent}:{os.environ['PATH']}",
            "AR": str(linker)}
        words = ["-shared", f"{folder}/program.o", f"-L{folder}", "--as-needed", "-lnccl", "-o",
                 str(file)]
        lazily = [f"{SOURCE}/gen/link/wrapper/ld", *words]
        if case["variant"] == "linked-folder":
            lazily = [self.python, f"{SOURCE}/gen", "link", f"{folder}/{SONAME}", "-o",
                      f"{folder}/lazy"]
        found = []
        for command in ([str(linker), *words], lazily):
            file.unlink(missing_ok=True)
            done = subprocess.run(["sh", "-c", '"$@"; exit $?', "sh", *command], env=environment,
                                  capture_output=True, text=True, check=False)
            status = done.returncode if done.returncode >= 0 else 128 - done.returncode
            found.append((status, file.read_bytes() if file.exists() else b""))
        with contextlib.suppress(ChildProcessError):  # waits for linkers that outlive their caller
            while True:
                os.wait()
        return found[0], found[1], done.stderr

    @functools.cache  # noqa: B019
    def program(self, variant: str, absent: str, link: str, defines: tuple[str, ...],
                definitions: str, build: str, kind: str) -> dict[str, Path]:
        """Returns name in the folder of a case → file of a program. The variant may also be
        "direct", a plain link, or "hand", a program that calls dlopen() itself."""
        folder = self.folder / f"program-{variant}-{absent}-{len(list(self.folder.iterdir()))}"
        folder.mkdir()
        is_module = "MODULE" in defines
        files = {"program": folder / "program"}
        if is_module:
            files = {"program": self.folder / "host", "program.so": folder / "program.so"}
        options = [link] if link else []
        gate, there = GATE[definitions], self.linked_with(definitions)
        library = there if kind == "nccl" else self.states(kind) / "there" / KINDS[kind].soname
        linker: list[str] = []
        environment: dict[str, str] = {}
        match variant:
            case "direct":
                defines, inputs = ("DIRECT", *defines), [str(library)]
            case "hand":
                defines, inputs = ("BYHAND", *defines), []
            case "archive":
                inputs = [str(RUNTIME / "liblazynccl.a")]
            case "shared":
                inputs = [str(RUNTIME / "liblazynccl.so.0"), f"-Wl,-rpath,{RUNTIME}"]
            case "standin":
                first = "-Wl,--enable-new-dtags" if not link else link.split(",-rpath,")[0]
                options = [f"{first},-rpath,{self.standin()}", *options]
                inputs = [str(self.standin() / SONAME)]
            case "exported" | "exported-full":
                files["libcopy.so"] = folder / "libcopy.so"
                call(*self.compiler_of(build), *BUILDS[build][0], "-shared",
                     "-Wl,-soname,libcopy.so", *options,
                     self.copy(variant, absent, build, kind) / "lazynccl.o",
                     "-o", files["libcopy.so"], "-ldl", "-pthread")
                inputs = [str(files["libcopy.so"]), "-Wl,-rpath,$ORIGIN"]
            case "linked" | "linked-start" | "linked-auto":
                linker = [f"-B{SOURCE / 'gen/link/wrapper'}"]
                environment = self.environment_of(variant, absent)
                inputs = [f"-L{there.parent}", "-lnccl"]
            case "linked-folder":
                inputs = [f"-L{self.archives(absent)}", "-lnccl"]
            case _:
                inputs = [str(self.copy(variant, absent, build, kind) / "lazynccl.o")]
        if variant in SILENT:
            defines = ("NO_API", *defines)
        if variant == "no-calls":
            defines = (f"ABSENT={KINDS[kind].error}", *defines)
        second = [str(there.parent / "libsecond.so")] if gate.second else []
        before, after = (second if gate.place == each else [] for each in ("before", "after"))
        if gate.program and variant != "hand":
            before.append(str(there.parent / "program.o"))
        call(*self.compiler_of(build, True), *linker, *BUILDS[build][0], *BUILDS[build][1],
             "-shared" if is_module else "-rdynamic", self.object(build, kind, *defines), *options,
             "-Wl,--no-as-needed,--allow-shlib-undefined", *before, *inputs, *after,
             *gate.link.split(), "-o", files["program.so" if is_module else "program"], "-ldl",
             "-pthread", environment=environment)
        return files

    def place(self, case: Case, programs_: tuple[str, ...] = ()) -> Path:
        """Returns a new folder with the library in the state of a case, and with all programs of
        the case or only those that are given."""
        self.cases += 1
        folder = self.folder / f"case-{self.cases}"
        folder.mkdir()
        states, kind, state = self.states(case["kind"]), KINDS[case["kind"]], case["state"]
        if state == "copy":
            self.library_of("exported", states / "copy" / SONAME, f"-Wl,-soname,{SONAME}")
        if state == "preloaded-copy":
            self.library_of("exported-nowhere", self.folder / "preloaded-copy.so")
        lib = state
        if state.startswith("loaded") or not (states / state / kind.soname).exists():
            lib = "there"
        if case["variant"] in LINKED and lib == "there":
            lib = str(self.linked_with(case["definitions"]).parent)
        links = {"lib": "missing" if state in ("missing", "preloaded-alone") else lib,
                 "loaded": "loaded", "second": "second",
                 "trap": "caps" if case["move"] == "chdir-caps" else "trap"}
        sites = {"venv": "venv/lib/python3.11/site-packages", "beside": "site-packages",
                 "beside-open": "site-packages", "python": "venv/lib/python3.11/site-packages"}
        programs = programs_of(folder, case)
        programs.mkdir(parents=True, exist_ok=True)
        if case["search"] in sites:
            wheel = folder / sites[case["search"]] / kind.wheel
            wheel.parent.mkdir(parents=True)
            path = states / links["lib"]
            for number in range(39 if case["search"] == "beside-open" else 0):
                (folder / f"link{number}").symlink_to(path)
                path = folder / f"link{number}"
            wheel.symlink_to(path)  # Linux follows 40 links
            if kind.partner:
                beside = wheel.parent.parent / Path(kind.partner.wheel).parent.name
                beside.symlink_to(wheel.parent.name)
            if case["search"] == "beside-open":
                wheel.parent.chmod(0o777)
            (folder / "venv").mkdir(exist_ok=True)
            (folder / "venv/pyvenv.cfg").write_text("home = /usr/bin\n", encoding="ascii")
        for name, target in links.items():
            (folder / name).symlink_to(states / target)
        for name in ("conda/lib", "cuda/lib64", "cuda12/targets/x86_64-linux/lib",
                     "o \x7f\xe9/stub5", "stubs", "token/lib64",
                     "token/lib/x86_64-linux-gnu"):  # what $LIB may mean
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(states / links["lib"])
        (folder / "listed").mkdir()
        for other in (f"{kind.soname}x", kind.soname.replace(".so", "-net.so")):
            (folder / "listed" / other).symlink_to(states / "trap" / kind.soname)
        if (folder / "lib" / kind.soname).exists():
            (folder / f"listed/{kind.soname}.28.9").symlink_to(folder / "lib" / kind.soname)
        link = SEARCHES[case["search"]].link
        defines = (*(["MODULE"] if case["process"] == "module" else []),
                   *(["HOOK"] if case["definitions"] == "program" else []))
        only = ("ONLY", *sorted({f"WITH_{NAMES[word]}" for word in (case["move"], state)
                                 if word in NAMES}))
        kept = kept_of(case)
        others = [] if kept and kept.exists() else ["direct", "hand"]
        for variant in programs_ or (case["variant"], *others):
            absent, build, own = case["absent"], case["build"], defines
            if variant != case["variant"]:
                absent, build = "", build if build == "c++" or (
                    (variant, build) == ("hand", "static")) else "gcc"
            elif variant == "linked-auto":
                own = (*own, *only)
            for name, file in self.program(variant, absent, link, own, case["definitions"],
                                           build, case["kind"]).items():
                where = programs / name.replace("program", program_of(folder, case, variant).name)
                os.link(file, where)
                if case["process"] == "secure":
                    self.raise_privileges(where)
        return folder

    @staticmethod
    def raise_privileges(file: Path) -> None:
        """Replaces a program by a set-user-ID copy that belongs to another user."""
        content = file.read_bytes()
        file.unlink()
        file.write_bytes(content)
        os.chown(file, OWNER, OWNER)
        file.chmod(0o6755)
