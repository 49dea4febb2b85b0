"""Random environments: a module, and libraries in folders that it searches or not, good and bad."""
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

TOOL = os.environ["TOOL"]
CC = os.environ["CC"].split()
SITE = "venv/lib/python3.11/site-packages"
HOST = """\
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words)
{
    if (dlopen(words[1], RTLD_NOW))
        return 0;
    puts(dlerror());
    return 1;
}
"""
NCCL = "int ncclGetVersion(int *v) { return *v = 22809; }\n"
SHRINK = "int ncclCommShrink(void) { return 0; }\n"
PARTS = {  # libraries: their code
    "libnccl.so.2": [NCCL + SHRINK, NCCL],
    "libnvJitLink.so.12": ["int __nvJitLinkCreate_12_4(void) { return 0; }\n"
                           "int __nvJitLinkCreate_12_9(void) { return 0; }\n",
                           "int __nvJitLinkCreate_12_4(void) { return 0; }\n"],
    "libcuda.so.1": ["int cuInit(unsigned x) { return 0; }\n"],
    "libcudart.so.12": ["int cudaMalloc(void) { return 0; }\n"],
    "libother.so.1": ["int other(void) { return 0; }\n" + SHRINK, "int other(void) { return 0; }\n",
                      "int others(void) { return 0; }\n"],
}
CALLS = {"libnccl.so.2": ["ncclGetVersion", "ncclCommShrink"],
         "libnvJitLink.so.12": ["__nvJitLinkCreate_12_4", "__nvJitLinkCreate_12_9"],
         "libcuda.so.1": ["cuInit"], "libcudart.so.12": ["cudaMalloc"], "libother.so.1": ["other"]}
VERSIONED = ("libnvJitLink.so.12", "libother.so.1")


def compile_c(output: Path, text: str, *options: str) -> Path:
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*CC, "-w", "-xc", "-", "-shared", "-fPIC", "-o", str(output), "-xnone",
                    *options],
                   input=text.encode(), check=True)
    return output


@cache
def library(folder: Path, name: str, which: int, needs: tuple[str, ...] = (),
            tag: str = "", path: str = "") -> Path:
    """Builds a library, or one that needs others and calls all of their functions."""
    key = f"{name}-{which}-{'-'.join(needs)}-{tag}-{path}".replace("/", "_").replace("$", "")
    versions = folder / f"{key}.map"
    versions.write_text(f"{name if 'Jit' in name else 'V_1'} {{ *; }};\n")
    options = [f"-Wl,-soname,{name}", "-Wl,--no-as-needed",
               *(str(library(folder, need, 0)) for need in needs)]
    if name in VERSIONED:
        options.append(f"-Wl,--version-script={versions}")
    if path:
        options.append(f"-Wl,{tag},-rpath,{path}")
    functions = [function for need in needs for function in CALLS[need]]
    calls = "".join(f"int {one}(); int use_{one}(void) {{ return {one}(); }}\n"
                    for one in functions)
    return compile_c(folder / key / name, PARTS[name][which] + calls, *options)


@dataclass
class Environment:
    folder: Path
    parts: Path
    chance: random.Random
    variables: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/bin:/bin"})
    steps: list[str] = field(default_factory=list)
    extra: str = ""  # a function that the module calls, perhaps of no library that it needs

    def put(self, name: str, folder: str) -> None:
        """Puts a file for a library into a folder: mostly a good one."""
        to = self.folder / folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        kind = self.chance.choice(["good"] * 5 + ["old", "text", "cut", "machine", "needy"])
        which = 0 if kind in ("good", "machine", "cut", "text") else \
            self.chance.randrange(len(PARTS[name]))
        needs: tuple[str, ...] = ()
        if kind == "needy" and name in ("libnccl.so.2", "libother.so.1"):
            needs = ("libcudart.so.12",)
        tag = self.chance.choice(["--enable-new-dtags", "--disable-new-dtags"])
        path = self.chance.choice(["", "$ORIGIN", "$ORIGIN/../deep"])
        made = library(self.parts, name, which, needs, tag, path if needs else "")
        content = bytearray(made.read_bytes())
        if kind == "text":
            content = bytearray(b"INPUT(libx.so)\n")
        elif kind == "cut":
            content = content[:2000]
        elif kind == "machine":
            at, value = (18, 22) if len(self.steps) % 2 else (16, 2)  # or a program
            content[at] = value
        to.write_bytes(content)
        self.steps.append(f"{folder}/{name}: {kind} {which} {needs} {tag} {path}")

    def spoil(self, kind: str) -> None:
        """Puts a link, a folder or an empty file in place of one of the libraries."""
        file = self.chance.choice(sorted(self.folder.rglob("lib*.so.*")) or [self.folder / "lib"])
        other = file.with_name(f"{file.name}.real")
        self.steps.append(f"{file}: {kind}")
        if file.exists():
            file.rename(other)
        if kind == "folder":
            file.mkdir()
        elif kind == "empty":
            file.touch()
        else:
            file.symlink_to({"link": other.name, "loop": file.name}.get(kind, "missing"))

    def make(self) -> Path:
        """Makes the file that is loaded, and libraries in folders that it may search or not. The
        Python of its environment is a link to the program that loads it."""
        chance = self.chance
        python = self.folder / "venv/bin/python3"
        python.parent.mkdir(parents=True)
        python.symlink_to("../../../host")
        needs = chance.sample(sorted(PARTS), chance.randint(0, 3))
        calls = [one for need in needs for one in CALLS[need] if chance.random() < 0.6]
        if chance.random() < 0.2:
            self.extra = chance.choice(["ncclCommShrink", "cudaMalloc", "nobodysFunction"])
            calls.append(self.extra)
        weak = [one for one in calls if chance.random() < 0.15]
        text = "".join(f"{'__attribute__((weak)) ' if one in weak else ''}int {one}();"
                       f" int use_{one}(void) {{ return {one}(); }}\n"
                       for one in dict.fromkeys(calls))
        tag = chance.choice(["--enable-new-dtags", "--disable-new-dtags"])
        path = chance.choice(["", *["$ORIGIN/../lib"] * 4, "/home/builder/nccl/lib:$ORIGIN/../lib",
                              "/home/builder/nccl/lib"])
        file = compile_c(self.folder / SITE / "package/module.so", text, "-Wl,--no-as-needed",
                         *(str(library(self.parts, need, 0)) for need in needs),
                         *([f"-Wl,{tag},-rpath,{path}"] if path else []))
        self.steps.append(f"module: {needs} {calls} weak {weak} {tag} {path}")
        folders = [f"{SITE}/lib"] * 4 + ["env"] * 2 + [f"{SITE}/deep", f"{SITE}/nvidia/nccl/lib"]
        for name in dict.fromkeys([*needs, "libcudart.so.12"]):
            count = chance.choice([0, 1, 2, 2, 3])
            for folder in dict.fromkeys(chance.choices(folders, k=count)):
                self.put(name, folder)
        if chance.random() < 0.3:
            self.spoil(chance.choice(["link", "dangling", "loop", "folder", "empty"]))
        if chance.random() < 0.5:
            folder = str(self.folder / "env")
            self.variables["LD_LIBRARY_PATH"] = chance.choice(
                [folder, f"{folder}/", f"/nowhere:{folder}", f"{folder}:{self.folder / SITE}/deep",
                 f"$ORIGIN/{self.folder.name}/env:{self.folder / SITE}/deep",
                 f"${{ORIGIN}}/{self.folder.name}/{SITE}/deep:$ORIGIN/../env"])
        if chance.random() < 0.1:
            self.variables["LD_PRELOAD"] = str(library(self.parts, "libother.so.1", 0))
        return file

    def run(self, *command: str) -> tuple[int, str]:
        variables = dict(self.variables)
        if command[0] == TOOL:  # the command reads LD_PRELOAD, and is not to load it
            variables["LD_PRELOAD"] = variables.get("LD_PRELOAD", "")
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        assert not done.stderr, (command, done.stderr)
        return done.returncode, done.stdout


def try_all(check: Callable[[Environment, Path], list[str]], count: int) -> int:
    """Checks environments, and prints those in which something is wrong.

    usage of the program: PROGRAM [COUNT [SEED]]
    """
    count = int(sys.argv[1]) if len(sys.argv) > 1 else count
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        host = folder / "host"
        subprocess.run([*CC, "-xc", "-", "-o", str(host), "-ldl"], input=HOST.encode(), check=True)
        (folder / "parts").mkdir()
        for number in range(count):
            at = folder / f"{number}"
            environment = Environment(at, folder / "parts", random.Random(f"{seed}-{number}"))
            wrong = check(environment, host)
            if wrong:
                failed += 1
                print(f"environment {number} of seed {seed}", *environment.steps,
                      environment.variables, *wrong, sep="\n    ")
            shutil.rmtree(at)
    return failed
