"""In random environments, find, audit and the summary name the file that the process opens, for a
program of glibc or musl or a module that contains lazynccl or a small copy of it, and for a program
that gets a stand-in. If a setting is the reason that the process gives for having none, doctor
reports that setting.

usage: PROGRAM [long|SEED]: long: 5,000 environments of a random seed, which is printed; otherwise
200 of this seed, or of 1."""
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE, TOOL, ARCHIVE = (Path(os.environ[name]) for name in ("SOURCE", "TOOL", "ARCHIVE"))
CC = os.environ["CC"].split()
LONG = sys.argv[1:] == ["long"]
COUNT = 5000 if LONG else 200
SEED = random.randrange(1 << 32) if LONG else int([*sys.argv, "1"][1])
SITE = "lib/python3.11/site-packages"
SEARCHES = ("default", "env,soname", "conda,toolkit,wheel,loaded,env")  # of small copies
FOUND = """\
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
#include <stdio.h>
#include <string.h>
int use(void)
{
    char line[4500], last[4500] = "";
    int version, code;
    FILE *maps;

    if ((code = ncclGetVersion(&version)) != 0)
        printf("reason %s\\n", ncclGetErrorString(code));
    maps = fopen("/proc/self/maps", "re");
    while (fgets(line, sizeof line, maps))
        if (strstr(line, "libnccl") && strcmp(strchr(line, '/'), last) != 0)
            fputs(strcpy(last, strchr(line, '/')), stdout);
    return fclose(maps);
}
"""
MAIN = "int use(void); int main(void) { return use(); }\n"
HOST = """\
#include <dlfcn.h>
int main(int count, char **words)
{
    void *module = dlopen(words[1], RTLD_NOW);
    return module ? ((int (*)(void))dlsym(module, "use"))() : 9;
}
"""


def compile_c(output: Path, text: str, *options: str | Path) -> None:
    source = output.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    subprocess.run([*CC, "-w", source, "-o", output, *options, "-ldl"], check=True)
    source.unlink()


def vendor(folder: Path, *options: str) -> Path:
    subprocess.run([sys.executable, "-B", SOURCE / "gen", "vendor", "nccl", *options, "-o", folder],
                   check=True, stdout=subprocess.DEVNULL)
    return folder / "lazynccl.c"


def build_library(output: Path, version: str, soname: str, *options: str) -> None:
    major, minor, patch = version.split(".")
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*CC, "-w", "-fPIC", "-shared", str(SOURCE / "tests/fake/nccl.c"),
                    "-o", str(output), f"-Wl,-soname,{soname}", f"-DMAJOR={major}",
                    f"-DMINOR={minor}", f"-DPATCH={patch}", *options], check=True)


def make_foreign(content: bytearray) -> None:
    """Makes an x86-64 library one of s390, as ld.so reads it: the machine in the header, at which
    glibc looks, and the types of the relocations, which are all that musl looks at."""
    content[18] = 22
    sections, = struct.unpack_from("<Q", content, 40)
    for section in range(sections, len(content), 64):
        start, size = struct.unpack_from("<QQ", content, section + 24)
        if content[section + 4] == 4:  # SHT_RELA
            content[start + 8:start + size:24] = bytes([12]) * (size // 24)


class Parts:
    """The files that environments are made of, which are built once."""

    def __init__(self, folder: Path):
        self.good = [folder / f"nccl-{version}" for version in ("2.17.1", "2.20.3", "2.28.9")]
        for path in self.good:
            build_library(path, path.name.removeprefix("nccl-"), "libnccl.so.2")
        self.bad = [folder / name for name in ("wrong-soname", "text", "cut", "machine")]
        build_library(self.bad[0], "2.28.9", "libother.so.2")
        self.bad[1].write_text("INPUT(libnccl.so.2)\n", encoding="utf-8")
        content = bytearray(self.good[0].read_bytes())
        self.bad[2].write_bytes(content[:2500])
        make_foreign(content)
        self.bad[3].write_bytes(content)
        self.musl = folder / "musl"
        self.has_musl = shutil.which("musl-gcc") is not None
        if self.has_musl:
            (folder / "musl.c").write_text(FOUND + MAIN, encoding="utf-8")
            subprocess.run(["musl-gcc", "-w", folder / "musl.c", vendor(folder, "--search", "full"),
                            "-o", self.musl, "-Wl,-rpath,$ORIGIN/../lib"], check=True)
        self.host = folder / "host"
        compile_c(self.host, HOST)
        self.stand_in = folder / "stand-ins/libnccl.so.2"
        build_library(folder / "libnccl.so.2", "2.28.9", "libnccl.so.2")
        subprocess.run([TOOL, "stand-in", folder / "libnccl.so.2", "-o", self.stand_in.parent],
                       check=True, stdout=subprocess.DEVNULL)
        self.linked = folder / "linked"
        compile_c(self.linked, FOUND + MAIN, folder / "libnccl.so.2",
                  "-Wl,--enable-new-dtags,-rpath,$ORIGIN/../stand-ins")
        kinds: dict[str, list[str | Path]] = {
            "plain": [ARCHIVE],
            "runpath": [ARCHIVE, "-Wl,--enable-new-dtags,-rpath,$ORIGIN/../lib"],
            "rpath": [ARCHIVE, "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib"]}
        for search in SEARCHES:
            words = [] if search == "default" else ["--search", search]
            kinds[search] = [vendor(folder / f"{search}-copy", *words)]
        for name, options in kinds.items():
            compile_c(folder / name, FOUND + MAIN, *options)
            compile_c(folder / f"{name}.so", FOUND, "-shared", "-fPIC", *options)
        self.programs = {name: (folder / name, folder / f"{name}.so") for name in kinds}


class Environment:
    """A random machine below a folder: files, variables, and the target."""

    def __init__(self, folder: Path, parts: Parts, chance: random.Random):
        self.folder, self.parts, self.chance = folder, parts, chance
        self.variables = {"PATH": "/usr/bin:/bin", "HOME": str(folder / "home")}
        self.steps: list[str] = []
        self.reason = ""
        program, module = parts.programs[chosen := chance.choice(sorted(parts.programs))]
        kind = chance.choice(("program", "module", "linked", *(["musl"] if parts.has_musl else [])))
        self.linked = kind == "linked"
        self.target = folder / "app/bin/program"
        self.command = [str(self.target)]
        if kind == "module":
            self.target = folder / "venv" / SITE / "package/module.so"
            self.command = [str(parts.host), str(self.target)]
        files = {"program": program, "module": module, "linked": parts.linked, "musl": parts.musl}
        self.copy(files[kind], self.target)
        if self.linked:
            self.copy(parts.stand_in, folder / "app/stand-ins/libnccl.so.2")
        self.opens_unread = kind == "musl" or (kind != "linked" and chosen in SEARCHES)
        for step in chance.sample(sorted(STEPS), chance.randint(1, 5)):
            self.steps.append(step)
            STEPS[step](self)

    def copy(self, source: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, to)

    def library(self, folder: str) -> str:
        """Puts a good or bad file into a folder, under one of its names or through a link."""
        file = self.chance.choice(self.parts.good + self.parts.good + self.parts.bad)
        at = self.folder / folder
        name = self.chance.choice(("libnccl.so.2",) * 6 + ("libnccl.so", "libnccl.so.2.28.9"))
        if (at / name).exists() or (at / name).is_symlink():
            return str(at)
        if self.chance.random() < 0.25:
            self.copy(file, at / "real" / "libnccl.so.2.28.9")
            (at / name).symlink_to("real/libnccl.so.2.28.9")
        else:
            self.copy(file, at / name)
        return str(at)

    def extend(self, name: str, value: str) -> None:
        old = self.variables.get(name)
        self.variables[name] = f"{old}:{value}" if old else value


def set_search(environment: Environment) -> None:
    words = ["api", "env", "loaded", "wheel", "conda", "system", "toolkit"]
    chosen = environment.chance.sample(words, environment.chance.randint(1, len(words)))
    environment.variables["LAZYNCCL_SEARCH"] = ",".join(chosen)


def set_libpath_file(environment: Environment) -> None:
    folder = environment.library("named")
    file = environment.chance.choice(os.listdir(folder))
    environment.extend("LAZYNCCL_LIBPATH", f"{folder}/{file}")


def activate(environment: Environment) -> None:
    venv = environment.folder / "active"
    environment.library(f"active/{SITE}/nvidia/nccl/lib")
    (venv / "bin").mkdir(exist_ok=True)
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\n", encoding="utf-8")
    environment.variables["VIRTUAL_ENV"] = str(venv)


def set_folder(name: str, folder: str, below: str = "") -> Callable[[Environment], None]:
    def step(environment: Environment) -> None:
        environment.library(folder + below)
        environment.extend(name, str(environment.folder / folder))
    return step


def close_folder(environment: Environment) -> None:
    """Adds a folder that nobody may read. The superuser can read it nevertheless."""
    folder = Path(environment.library("closed"))
    environment.extend("LAZYNCCL_LIBPATH", str(folder))
    folder.chmod(0)


def put(folder: str) -> Callable[[Environment], None]:
    def step(environment: Environment) -> None:
        environment.library(folder)
    return step


def extend_libpath(entry: str, is_below: bool = True) -> Callable[[Environment], None]:
    def step(environment: Environment) -> None:
        value = str(environment.folder / entry) if is_below else entry
        environment.extend("LAZYNCCL_LIBPATH", value)
    return step


STEPS: dict[str, Callable[[Environment], None]] = {
    "wheel beside the target": put(f"venv/{SITE}/nvidia/nccl/lib"),
    "dist-packages": put("venv/lib/python3/dist-packages/nvidia/nccl/lib"),
    "user site": put("home/.local/" + SITE + "/nvidia/nccl/lib"),
    "rpath of the program": put("app/lib"),
    "rpath of the module": put(f"venv/{SITE}/lib"),
    "virtual environment": activate,
    "conda": set_folder("CONDA_PREFIX", "conda", "/lib"),
    "NCCL_HOME": set_folder("NCCL_HOME", "nccl", "/lib"),
    "CUDA_HOME": set_folder("CUDA_HOME", "cuda", "/lib64"),
    "LD_LIBRARY_PATH": set_folder("LD_LIBRARY_PATH", "ld"),
    "second LD_LIBRARY_PATH": set_folder("LD_LIBRARY_PATH", "ld2"),
    "LAZYNCCL_LIBPATH": set_folder("LAZYNCCL_LIBPATH", "libpath"),
    "file in LAZYNCCL_LIBPATH": set_libpath_file,
    "missing folder": extend_libpath("missing"),
    "missing file": extend_libpath("missing/libnccl.so.2"),
    "empty entry": extend_libpath(":", is_below=False),
    "relative entry": extend_libpath("libs", is_below=False),
    "closed folder": close_folder,
    "LAZYNCCL_SEARCH": set_search,
}


def ask(environment: Environment, *words: str) -> Any:
    done = subprocess.run([TOOL, *words, "--json"], env=environment.variables, text=True,
                          capture_output=True, check=False)
    assert done.returncode in (0, 1), (words, done.returncode, done.stderr)
    return json.loads(done.stdout)


def file_of(row: Any, is_linked: bool) -> str | None:
    """Returns the file that a row of `find` gives the target. If the target is linked with the
    library, this is the file that ld.so finds unless it is a stand-in, otherwise the file that
    lazynccl's search finds."""
    given, taken = (row[who] and str(row[who]["path"]) for who in ("ld.so", "lazynccl"))
    if given and is_linked and "/stand-ins/" not in given:
        return os.path.realpath(given)
    return os.path.realpath(taken) if taken else None


def run(environment: Environment) -> str | None:
    """Returns the file that the process opens; "not started" if ld.so refuses a file, or crashes in
    a truncated one, as musl also does in its dlopen()."""
    done = subprocess.run(environment.command, env=environment.variables, text=True,
                          capture_output=True, check=False)
    if environment.linked and done.returncode == 127:
        return "not started"
    if (environment.linked or environment.opens_unread) and done.returncode == -signal.SIGBUS:
        return "not started"
    assert done.returncode == 0, (done.returncode, done.stderr)
    environment.reason = done.stdout if done.stdout.startswith("reason ") else ""
    opened = {os.path.realpath(line) for line in done.stdout.splitlines()
              if "/stand-ins/" not in line and not line.startswith("reason ")}
    if environment.opens_unread and (environment.reason or len(opened) > 1):
        # A file that was refused for its SONAME stays mapped.
        refused = environment.parts.bad[0].read_bytes()
        opened = {path for path in opened if Path(path).read_bytes() != refused}
    assert len(opened) <= 1, opened
    return next(iter(opened), None)


def answers(environment: Environment) -> dict[str, str | None]:
    """Who answers, and the real path of the file that it names."""
    target = str(environment.target)
    given = {"process": run(environment)}
    for who, words in {"find": ["find", "nccl"], "summary": []}.items():
        rows = ask(environment, *words, "--from", target)["libraries"]
        row = next(row for row in rows if row["library"] == "nccl")
        given[who] = file_of(row, environment.linked)
    if not environment.linked:
        needs = ask(environment, "audit", target)["audited"][0]["needs"]
        row, = (row for row in needs if row["lazynccl"] and "nccl" in row["soname"])
        given["audit"] = row["path"] and os.path.realpath(row["path"])
    if re.search("correct or unset the variable|refused: not an absolute", environment.reason):
        findings = ask(environment, "doctor", "--from", target)["findings"]
        is_reported = any("LAZYNCCL_LIBPATH" in json.dumps(one) for one in findings)
        given["doctor"] = given["process"] if is_reported else environment.reason
    return given


def main() -> int:
    chance = random.Random(SEED)
    wrong = found = tried = 0
    with tempfile.TemporaryDirectory() as name:
        parts = Parts(Path(name, "parts"))
        for number in range(2 * COUNT):  # some do not start
            if tried == COUNT:
                break
            folder = Path(name, f"{number}")
            environment = Environment(folder, parts, chance)
            given = answers(environment)
            if given["process"] == "not started":
                continue
            tried += 1
            found += given["process"] is not None
            if len(set(given.values())) > 1:
                wrong += 1
                print(f"environment {number} ({', '.join(environment.steps)}):")
                print(*(f"    {who:8} {path}" for who, path in given.items()), sep="\n")
                print(*(f"    {key}={value}" for key, value in environment.variables.items()),
                      sep="\n")
            for path in folder.rglob("closed"):
                path.chmod(0o700)
            shutil.rmtree(folder)
    print(f"{tried} environments of seed {SEED}: {wrong} disagreements, {found} with a library")
    return 1 if wrong or not 0 < found < tried else 0


sys.exit(main())
