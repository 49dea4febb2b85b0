"""usage: advice.py ID ROOT HEALTHY ENVIRONMENT VERB...
       advice.py --count

Carries out each remedy of a finding, or an equivalent that needs no network, on a copy of the
broken machine, and fails if the finding stays.

Lines with `pip uninstall` are steps of one remedy; every other line is a separate remedy. A remedy
fails if it is not carried out here and has no row in ELSEWHERE with the reason. --count checks that
each finding that no machine here can show also has a reason, and prints the counts."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SITE = "venv/lib/python3.11/site-packages"
# package without -cuN → the library that stage.sh can make, and its folder in the wheel
WHEELS = {"nvidia-nccl": ("nccl", "nvidia/nccl/lib"),
          "nvidia-cuda-nvrtc": ("nvrtc", "nvidia/cuda_nvrtc/lib"),
          "nvidia-nvjitlink": ("nvjitlink", "nvidia/nvjitlink/lib"),
          "nvidia-cuda-runtime": ("cudart", "nvidia/cuda_runtime/lib")}
NAME = re.compile(r"\b[A-Z]+_[A-Z_0-9]+\b")
NEWEST = {"nccl": "2.32.3", "nvrtc": "12.9", "nvjitlink": "12.9"}

DRIVER = "needs a driver"
CONTAINER = "needs a container runtime"
HARDWARE = "needs hardware, or a network"
AUTHOR = "changes the code of a plugin or module, or builds it anew"
JUDGEMENT = "the user decides what is intended"
ELSEWHERE = [
    (re.compile(text), reason)
    for text, reason in (
        (r"update the driver|install NVIDIA's driver|remove the Linux driver's package", DRIVER),
        (r"start the container|docker run", CONTAINER),
        (r"as its author", AUTHOR),
        (r"write the note with|rebuild the file|compile lazynccl.c|auditwheel repair", AUTHOR),
        (r"link the file with the library that defines", AUTHOR),
        (r"link with -Wl,--as-needed|repair it with patchelf|patchelf --replace-needed", AUTHOR),
        (r"set the program's own variable|keep one of them|use packages that share", JUDGEMENT),
        (r"lazynccl find --import (?:PACKAGE|torch)|install the plugin built for", JUDGEMENT),
        (r"give the program the path", "tests/tool/find/find-path-is-for-scripts.sh does"),
        (r"use a form that this release|update NCCL to|update the plugin|use another name",
         JUDGEMENT),
        (r"mount -o remount,bind,exec", "tests/tool/doctor/lost-library-is-named-in-every-form.sh"),
        (r"patchelf --clear-execstack|export GLIBC_TUNABLES", "needs glibc 2.41"),
        (r"lazynccl doctor LN102", "the remedies of LN102 are followed"),
        (r"install the build of \S+ for CUDA", JUDGEMENT),
        (r"install CuPy|install the library, or add", JUDGEMENT),
        (r"install the library's package again|install the release that the stand-in", JUDGEMENT),
        (r"LAZYNCCL_LIBPATH=FILE, a build for musl", JUDGEMENT),
        (r"(?:.*: )?lazynccl run (?:--lazy \w+ )?-- COMMAND", "tests/standin/run-*.sh do"),
    )
]

# Findings without a rule, which only a message of a running job shows.
OF_JOBS = {HARDWARE: "703 713 805", AUTHOR: "704 706 808",
           "installs PyTorch, JAX or a toolkit from a network": "709 710 817"}


@dataclass
class Machine:
    """A sick machine, on which one remedy is carried out."""

    root: Path
    healthy: Path
    environment: dict[str, str]
    verb: list[str]
    finding: dict[str, object]

    def findings(self) -> list[dict[str, object]]:
        done = subprocess.run(
            [os.environ["TOOL"], *self.verb, "--json", "--root", str(self.root)],
            env={"PATH": "/venv/bin", "HOME": "/home/user", "LC_ALL": "C.UTF-8"} | self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return list(json.loads(done.stdout)["findings"])

    def texts(self) -> list[str]:
        evidence = self.finding["evidence"]
        assert isinstance(evidence, list)
        return [str(self.finding["what"]), *evidence]

    def paths(self) -> list[str]:
        return [
            path.rstrip(":,") for text in self.texts() for path in re.findall(r"/[^\s:,)]+", text)
        ]

    def inside(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def shell(self, script: str) -> None:
        subprocess.run(
            ["sh", "-c", f'. "$SOURCE/tests/stage.sh"; . "$SOURCE/tests/tool/shared.sh"\n'
             f"root=$1 site=$1/{SITE}\n{script}", "sh", str(self.root)],
            check=True,
        )


def unset(machine: Machine, match: re.Match[str]) -> None:
    assert match[1] in machine.environment, f"{match[1]} is not set"
    del machine.environment[match[1]]


def unset_the_one(machine: Machine, match: re.Match[str]) -> None:
    set_here = [name for text in [match[1], *machine.texts()] for name in NAME.findall(text)
                if name in machine.environment]
    del machine.environment[set_here[0]]


def set_to(machine: Machine, match: re.Match[str]) -> None:
    machine.environment[match[1]] = match[2]


def set_to_path(machine: Machine, match: re.Match[str]) -> None:
    """A placeholder stands for a file that the evidence names, or that is on the machine."""
    files = [path for path in machine.paths() if machine.inside(path).is_file() and ".so" in path]
    if not files:
        wanted = str(machine.environment.get("NCCL_NET_PLUGIN", "net"))
        files = ["/" + str(path.relative_to(machine.root))
                 for path in machine.root.rglob("libn*.so*") if wanted in path.name]
    assert files, "no file to name"
    machine.environment[match[1]] = files[0]


def set_libpath(machine: Machine, match: re.Match[str]) -> None:
    for library, version in NEWEST.items():
        machine.shell(f"fake_library {library} {version} $root/elsewhere")
    machine.environment[match[1]] = "/elsewhere"


def assign_file(machine: Machine, match: re.Match[str]) -> None:
    machine.shell(f"fake_library nccl {NEWEST['nccl']} $root/elsewhere")
    machine.environment[match[1]] = "nccl=/elsewhere/libnccl.so.2"


def name_by_soname(machine: Machine, match: re.Match[str]) -> None:
    """The finding ends with the SONAME."""
    soname = str(machine.finding["what"]).split()[-1]
    value = machine.environment["LAZYNCCL_LIBPATH"]
    machine.environment["LAZYNCCL_LIBPATH"] = value.replace(Path(value).name, soname)


def reload_modules(machine: Machine, match: re.Match[str]) -> None:
    """Loads the kernel module of the driver whose libcuda.so.1 is installed."""
    library, kernel = re.findall(r"\d+\.[\d.]*\d", str(machine.finding["what"]))
    file = machine.root / "proc/driver/nvidia/version"
    file.write_text(file.read_text().replace(kernel, library))


def rename_variable(machine: Machine, match: re.Match[str]) -> None:
    wrong = next(name for text in machine.texts()
                 for name in re.findall(r"\b[A-Z]+_[A-Z_0-9]+\b", text) if name != match[1])
    machine.environment[match[1]] = machine.environment.pop(wrong)


def remove_lines(machine: Machine, match: re.Match[str]) -> None:
    lines = re.findall(r"(/[^\s:]+):(\d+)", " ".join([match[0], *machine.texts()]))
    assert lines, "names no line"
    for path, number in sorted(set(lines), key=lambda line: -int(line[1])):
        file = machine.inside(path)
        kept = file.read_text().splitlines(keepends=True)
        del kept[int(number) - 1]
        file.write_text("".join(kept))


def clean_library_path(machine: Machine, match: re.Match[str]) -> None:
    elements = machine.environment["LD_LIBRARY_PATH"].split(":")
    machine.environment["LD_LIBRARY_PATH"] = ":".join(
        one for one in elements if one.startswith("/")
    )


def drop_folder(machine: Machine, match: re.Match[str]) -> None:
    """Removes the folders that the evidence names from the search path: LD_LIBRARY_PATH's, or that
    of the file."""
    if "LD_LIBRARY_PATH" not in machine.environment:
        set_runpath(machine, re.match("(.*)", "$ORIGIN/nothing"))  # type: ignore[arg-type]
        return
    folders = {str(Path(path).parent) for path in machine.paths()} | set(machine.paths())
    real = {machine.inside(folder).resolve() for folder in folders}
    elements = machine.environment["LD_LIBRARY_PATH"].split(":")
    machine.environment["LD_LIBRARY_PATH"] = ":".join(
        one for one in elements if machine.inside(one).resolve() not in real
    )


def restore(*paths: str) -> Callable[[Machine, re.Match[str]], None]:
    """Brings files of a healthy machine, as the command does that installs them."""

    def carry_out(machine: Machine, match: re.Match[str]) -> None:
        for path in paths:
            source, to = machine.healthy / path, machine.root / path
            to.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, to, dirs_exist_ok=True)
            else:
                shutil.copy(source, to)

    return carry_out


def distributions(machine: Machine, package: str) -> list[Path]:
    return list((machine.root / SITE).glob(f"{package.replace('-', '_')}-*.dist-info"))


def install_into_environment(machine: Machine, match: re.Match[str]) -> None:
    install(machine, match)
    machine.environment["VIRTUAL_ENV"] = "/venv"


def install_elsewhere(machine: Machine, match: re.Match[str]) -> None:
    """Installs a release in a folder of its own, which the file then searches first."""
    machine.shell(f"fake_library {match[1].lower()} {match[2]} $root/newer")
    if "LD_LIBRARY_PATH" in match[3]:
        machine.environment["LD_LIBRARY_PATH"] = "/newer"
    else:
        set_runpath(machine, re.match("(.*)", "/newer"))  # type: ignore[arg-type]


def install_and_search(machine: Machine, match: re.Match[str]) -> None:
    install(machine, match)
    folders = re.findall(r"site-packages/([^):\s]+)", match[2])
    machine.environment["LD_LIBRARY_PATH"] = ":".join(f"/{SITE}/{one}" for one in folders)


def uninstall(machine: Machine, match: re.Match[str]) -> None:
    """As pip does: all files of RECORD go, whoever else lists them."""
    found = distributions(machine, match[1])
    assert found, f"{match[1]} is not installed"
    for folder in found:
        for row in (folder / "RECORD").read_text().splitlines():
            (machine.root / SITE / row.split(",")[0]).unlink(missing_ok=True)
        shutil.rmtree(folder)


def install(machine: Machine, match: re.Match[str]) -> None:
    for requirement in match[1].replace("'", "").split():
        if not requirement.startswith("-"):
            install_one(machine, requirement)


def install_one(machine: Machine, requirement: str) -> None:
    package, _, version = re.match(r"([\w-]+)([<>=]*)(.*)", requirement).groups()  # type: ignore[union-attr]
    base = re.sub(r"-cu\d+$", "", package)
    for folder in distributions(machine, package):
        shutil.rmtree(folder)
    if base not in WHEELS:
        install_real(machine, package, version or "1")
        return
    library, place = WHEELS[base]
    version = version or NEWEST.get(library, "12.9")
    version = ".".join(version.split(".")[: 3 if library == "nccl" else 2])
    make = (f"fake_library {library} {version} $site/{place}" if library in NEWEST
            else f"library $site/{place}/lib{library}.so.12 'int cudaMalloc(void) {{ return 0; }}'")
    machine.shell(
        f"rm -rf $site/{place}\n{make}\n"
        f"package {package} {version} $(cd $site && echo {place}/*)"
    )


def install_real(machine: Machine, package: str, version: str) -> None:
    """In place of each stand-in of the package a library with its functions."""
    found = list((machine.root / SITE / "nvidia").glob(f"{package.split('-')[1]}/lib/*.so*"))
    assert found, f"no stand-in of {package}"
    for path in found:
        names = subprocess.run(
            ["nm", "-D", "--defined-only", str(path)], capture_output=True, text=True, check=True
        ).stdout.split("\n")
        functions = {name.split()[-1].split("@")[0] for name in names if " T " in name}
        code = "".join(f"int {name}(void) {{ return 0; }}\n" for name in sorted(functions))
        path.unlink()
        subprocess.run(
            [*os.environ["CC"].split(), "-w", "-shared", "-fPIC", "-nostdlib", "-xc", "-", "-o",
             str(path), f"-Wl,-soname,{path.name}"],
            input=code,
            text=True,
            check=True,
        )


def install_conda(machine: Machine, match: re.Match[str]) -> None:
    library = next(name for name in NEWEST if name in match[3])
    release = f"{match[4]}.{match[5]}" if match[2] else NEWEST[library]
    machine.shell(f"fake_library {library} {release} $root{match[1]}/lib")
    for meta in (machine.root / match[1].lstrip("/") / "conda-meta").glob(f"{match[3]}-*.json"):
        text = re.sub(r'("size_in_bytes"|"sha256\w*"): [^,}]+', r'\1: null',
                      meta.read_text(encoding="utf-8"))
        meta.write_text(text, encoding="utf-8")


def run_ldconfig(machine: Machine, match: re.Match[str]) -> None:
    assert subprocess.run(["/sbin/ldconfig", "-r", str(machine.root)], check=False).returncode == 0


def set_runpath(machine: Machine, match: re.Match[str]) -> None:
    for path in machine.paths():
        file = machine.inside(path)
        if not file.is_file():
            file = machine.root / SITE / path.lstrip("/")
        if file.is_file():
            subprocess.run(
                ["patchelf", "--set-rpath", match[1] or "$ORIGIN", str(file)], check=True
            )


CARRIED_OUT: list[tuple[str, Callable[[Machine, re.Match[str]], None]]] = [
    (r"pip install ([^;(]+); export (.*)", install_and_search),
    (r"unset (\w+)\b", unset),
    (r"correct or unset (?:the variable|it)()$", unset_the_one),
    (r"correct or unset (\w+)", unset_the_one),
    (r"correct the variable, or ask()", unset_the_one),
    (r"remove the lines? ", remove_lines),
    (r"(NCCL_\w+|LAZYNCCL_NET_PLUGIN)=/the/whole/path", set_to_path),
    (r"(\w+)=(?:FILE|FOLDER), for a file that is elsewhere", set_libpath),
    (r"correct the entry, or assign the file: (LAZYNCCL_LIBPATH)=nccl=", assign_file),
    (r"name the file by its SONAME", name_by_soname),
    (r"reboot, or reload the nvidia modules", reload_modules),
    (r"(?:export )?([A-Z][A-Z_]+)=(\S+?),?(?:\s|$)", set_to),
    (r"did you mean (\w+)\?", rename_variable),
    (r"install (\w+) (\d[\d.]*) or later, and (.*)", install_elsewhere),
    (r"write \$\{LD_LIBRARY_PATH:", clean_library_path),
    (r"remove the folder (?:cuda/compat )?from", drop_folder),
    (r"pip uninstall -y ([\w-]+)", uninstall),
    (r"pip install ([\w -]+\b) +\(into an active", install_into_environment),
    (r"pip install ((?:--[\w-]+ )*[^(]+)", install),
    (r"conda install -p (\S+) (--force-reinstall )?'?([\w-]+)=?(\d+)?\.?(\d+)?", install_conda),
    (r"sudo ldconfig", run_ldconfig),
    (r"apt-get install libibverbs1", restore("usr/lib/libibverbs.so.1", "etc/libibverbs.d")),
    (r"apt-get install ibverbs-providers", restore("etc/libibverbs.d")),
    (r"(?:patchelf --set-rpath|give the file the search path) ?(\$\S+)?", set_runpath),
]


def carry_out(machine: Machine, remedy: str) -> bool:
    """Carries out a remedy; False if it is left to others."""
    for pattern, reason in ELSEWHERE:
        if pattern.match(remedy):
            print(f"not carried out, {reason}: {remedy}")
            return False
    for text, action in CARRIED_OUT:
        match = re.match(text, remedy)
        if match and action is set_runpath and not shutil.which("patchelf"):
            print(f"not carried out, patchelf is not installed: {remedy}")
            return False
        if match and action is run_ldconfig and os.getuid() != 0:
            print(f"not carried out, only root can run ldconfig: {remedy}")
            return False
        if match:
            action(machine, match)
            return True
    raise AssertionError("neither carried out nor left out for a reason")


def count() -> int:
    """Counts the findings by what becomes of their remedies."""
    done = subprocess.run([os.environ["TOOL"], "doctor", "--list", "--json"], capture_output=True,
                          text=True, check=True)
    reasons = {f"LN{number}": reason for reason, text in OF_JOBS.items() for number in text.split()}
    counts = {"finding.sh carries it out, or says why not": 0} | dict.fromkeys(
        [*OF_JOBS, AUTHOR], 0
    )
    for row in json.loads(done.stdout)["registry"]:
        identity = row["id"]
        is_of_job = identity[2] in "78"
        assert not is_of_job or identity in reasons, (
            f"{identity}: no reason why its remedy is not followed"
        )
        is_of_author = identity in reasons or "LN312" <= identity <= "LN329"
        counts[reasons.get(identity, AUTHOR) if is_of_author else next(iter(counts))] += 1
    for reason, number in counts.items():
        print(f"{number:4} findings: {reason}")
    return 0


def main() -> int:
    if sys.argv[1:] == ["--count"]:
        return count()
    identity, root, healthy, environment, *verb = sys.argv[1:]
    settings = dict(one.split("=", 1) for one in environment.split())
    sick = Machine(Path(root), Path(healthy), settings, verb, {})
    failed = False
    for finding in [one for one in sick.findings() if one["id"] == identity]:
        remedies = finding["remedy"]
        assert isinstance(remedies, list) and remedies
        is_steps = any(one.startswith("pip uninstall") for one in remedies)
        for steps in [remedies] if is_steps else [[one] for one in remedies]:
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder, "root")
                shutil.copytree(root, copy, symlinks=True)
                machine = Machine(copy, Path(healthy), dict(settings), verb, finding)
                try:
                    if all(carry_out(machine, step) for step in steps):
                        left = [one["what"] for one in machine.findings() if one["id"] == identity]
                        assert finding["what"] not in left, (
                            f"followed, and still: {finding['what']}"
                        )
                        print(f"followed: {'; '.join(steps)}")
                except (AssertionError, OSError, KeyError, StopIteration, IndexError,
                        subprocess.CalledProcessError) as error:
                    print(f"{identity}: {'; '.join(steps)}: {error!r}", file=sys.stderr)
                    failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
