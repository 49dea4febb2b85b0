"""usage: judge.py NAME...: makes each of these environments of the table `environments`, imports
each extension module that leads to an NVIDIA library in a process of its own, opens each other such
file after the packages that use it were imported, and compares this with what doctor says. So for
the environment as it is, and broken in five ways.

False: accused, or said to fail, and loads. Missed: fails in the loader, and the verdict is neither
"fails" nor, with --load, the truth. Undecided: "depends" without --load. The driver is a stand-in.

With JUDGE_REMEDIES=1, each remedy that doctor prints is followed once in a copy. It fails if the
finding is still there, or if a file that the finding accuses still does not load."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from readelf import NVIDIA, tags  # noqa: E402

TOOL = os.environ["TOOL"]
PYTHON = os.environ.get("PYTHON", sys.executable)
KEEP = os.environ.get("JUDGE_KEEP")  # a folder in which environments stay; JUDGE_FAULTS: a list
LIBRARY = re.compile(r"\.so[.\d]*$")
MODULE = re.compile(r"([A-Za-z_]\w*)(?:\.cpython-\d+\S*|\.abi3)?\.so$")
MOST_UNDECIDED = 0.05
Fault = Callable[["Environment"], bool]


@dataclass
class Environment:
    name: str
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def site(self) -> Path:
        return next((self.folder / "lib").glob("python3*/site-packages")).resolve()

    def environ(self) -> dict[str, str]:
        return {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder),
                "LD_LIBRARY_PATH": str(Path("driver").resolve()),
                "LD_BIND_NOW": "1"} | self.variables  # or a stub loads, and the first call ends

    def files(self) -> list[Path]:
        return sorted(path for path in self.site.rglob("*.so*")
                      if LIBRARY.search(path.name) and path.is_file())

    def copy(self, name: str) -> "Environment":
        """Hard links: a fault replaces files, and never writes into one."""
        folder = self.folder.with_name(f"{self.folder.name}-{name}")
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["cp", "-al", self.folder, folder], check=True)
        return Environment(self.name, folder, {})


def pip(environment: Environment, *words: str) -> bool:
    command = [str(environment.folder / "bin/python"), "-m", "pip", "install", "-q",
               "--no-cache-dir", "--disable-pip-version-check", "--only-binary", ":all:", *words]
    return subprocess.run(command, check=False, timeout=1800).returncode == 0


def make(name: str, requirements: list[str]) -> Environment | None:
    environment = Environment(name, Path(KEEP or ".").resolve() / name)
    if (environment.folder / "complete").exists():
        return environment
    shutil.rmtree(environment.folder, ignore_errors=True)
    subprocess.run([PYTHON, "-m", "venv", environment.folder], check=True)
    if not pip(environment, *requirements):
        print(f"{name}: could not be had")
        return None
    (environment.folder / "complete").touch()
    return environment


def leads(environment: Environment) -> list[Path]:
    """Returns the files that need an NVIDIA library, or a file of the environment that does."""
    files = environment.files()
    needs = {path: tags(path, "NEEDED") for path in files}
    names: dict[str, list[Path]] = {}
    for path in files:
        for name in {path.name, *tags(path, "SONAME")}:
            names.setdefault(name, []).append(path)
    found = {path for path, needed in needs.items() if any(map(NVIDIA.match, needed))}
    while True:
        more = {path for path, needed in needs.items() if path not in found
                and any(other in found for name in needed for other in names.get(name, []))}
        if not more:
            return sorted(found)
        found |= more


@cache
def users(site: Path) -> dict[str, list[str]]:
    """Returns for each folder of a site-packages the packages of the distribution that installed
    it, and of those that require that distribution, directly or not."""
    requires: dict[str, set[str]] = {}
    folders: dict[str, set[str]] = {}
    tops: dict[str, set[str]] = {}
    for info in site.glob("*.dist-info"):
        text = (info / "METADATA").read_text(encoding="utf-8", errors="replace")
        name = canonical(re.search(r"^Name: *(\S+)", text, re.MULTILINE)[1])  # type: ignore[index]
        requires[name] = {canonical(word) for word in
                          re.findall(r"^Requires-Dist: *([\w.-]+)(?!.*extra *==)", text,
                                     re.MULTILINE)}
        record = info / "RECORD"
        lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
        folders[name] = {line.split("/")[0] for line in lines if "/" in line}
        tops[name] = {line.split("/")[0] for line in lines
                      if "/__init__.py," in line and line.count("/") == 1}
    found: dict[str, list[str]] = {}
    for name, own in tops.items():
        above = {name}
        while True:
            more = {other for other, needed in requires.items() if needed & above} - above
            if not more:
                break
            above |= more
        others = {other for package in above - {name} for other in tops[package]}
        for folder in folders[name]:
            found.setdefault(folder, []).extend([*sorted(own - {folder}), *sorted(others - own)])
    return found


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def truth(environment: Environment, path: Path) -> str:
    """Returns "loads", "fails ..." or "unknown ..."."""
    inside = path.relative_to(environment.site)
    match = MODULE.match(path.name)
    is_module = match and (".cpython-" in path.name or ".abi3." in path.name)
    module = ".".join([*inside.parts[:-1], match[1]]) if match and is_module else ""
    top = inside.parts[0] if len(inside.parts) > 1 else ""
    own = [top] if re.fullmatch(r"\w+", top) and top != "nvidia" else []
    tries = [[module, *own]] if is_module else [["", *own]]
    if not is_module:
        tries += [["", *own, user] for user in users(environment.site).get(top, [])[:6]]
    said = "unknown"
    for words in tries:  # which grow
        try:
            command = [str(environment.folder / "bin/python"), str(HERE / "load.py"), str(path),
                       *words]
            done = subprocess.run(command, env=environment.environ(), timeout=300, check=False,
                                  text=True, capture_output=True)
            said = done.stdout or "unknown crashed"
            if done.returncode == -signal.SIGBUS:  # ld.so read beyond the end of a truncated file
                said = "fails crashed"
                if [""] not in tries:
                    tries.append([""])  # the package's crash says nothing of this file
        except subprocess.TimeoutExpired:
            said = "unknown late"
        if said == "loads":
            break
    return said


def doctor(environment: Environment, *options: str) -> dict[str, object]:
    done = subprocess.run([TOOL, "doctor", "--json", *options], env=environment.environ(),
                          text=True, capture_output=True, check=False, timeout=1800)
    if done.returncode not in (0, 1):
        print(f"{environment.folder.name}: doctor ends with {done.returncode}: {done.stderr}")
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def accused(answer: dict[str, object]) -> set[str]:
    """Returns the files of all errors and warnings, but for those about the driver, a stand-in."""
    return {path for finding in answer["findings"]  # type: ignore[attr-defined]
            if finding["severity"] != "note" and "libcuda.so" not in finding["what"]
            for path in finding["files"]}


@dataclass
class Score:
    files: int = 0
    false: int = 0
    missed: int = 0
    undecided: int = 0
    unknown: int = 0
    vain: int = 0

    def add(self, other: "Score") -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return (f"{self.files} files, {self.false} false, {self.missed} missed, "
                f"{self.undecided} undecided, {self.unknown} unknown, {self.vain} vain remedies")


def compare(environment: Environment, title: str) -> Score:
    plain, loaded = doctor(environment), doctor(environment, "--load")
    blamed = accused(plain) | accused(loaded)
    files = sorted({*leads(environment), *(path for path in map(Path, blamed) if path.exists()
                                           and path.is_relative_to(environment.site))})
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        truths = dict(zip(files, pool.map(lambda path: truth(environment, path), files),
                          strict=True))
    before, after = ({row["file"]: row["verdict"] for row in answer["files"]}  # type: ignore
                     for answer in (plain, loaded))
    score = Score(len(files))
    for path, said in truths.items():
        alone = "fails" if str(path) in blamed else "loads"  # it leads to no library of NVIDIA's
        verdict, final = before.get(str(path), alone), after.get(str(path), alone)
        shown = f"  {path.relative_to(environment.site)}: {verdict}, --load {final}; {said[:150]}"
        score.undecided += verdict == "depends"
        if said.startswith("unknown"):
            score.unknown += 1
            print(shown)
        elif said == "loads" and (str(path) in blamed or "fails" in (verdict, final)):
            score.false += 1
            print(f"{shown}: FALSE")
        elif said != "loads" and "fails" not in (verdict, final):
            score.missed += 1
            print(f"{shown}: MISSED")
        if final == "depends":
            score.missed += 1
            print(f"{shown}: UNDECIDED with --load")
    if os.environ.get("JUDGE_REMEDIES"):
        score.vain = follow_all(environment, plain)
    print(f"{environment.name}, {title}: {score}", flush=True)
    return score


def set_variable(to: Environment, name: str, value: str) -> None:
    driver = str(Path("driver").resolve())  # which is in a folder of the system elsewhere
    to.variables[name] = ":".join(filter(None, [value, driver])) if "LIBRARY" in name else value


def set_search_path(path: Path, element: str) -> bool:
    replace(path, path.read_bytes())  # patchelf writes in place
    old = tags(path, "RUNPATH") + tags(path, "RPATH")
    return subprocess.run(["patchelf", "--set-rpath", ":".join([element, *old]), path],
                          check=False).returncode == 0


def carry_out(to: Environment, command: str, files: list[Path]) -> bool:
    """Returns False if the command is none, or fails."""
    words = shlex.split(re.split(r" or |, | {3}", command)[0])
    if match := re.match(r"give the file the search path (.*)", command):
        return all(set_search_path(path, match[1]) for path in files)
    if match := re.match(r"install the build of (\S+) for CUDA (\d+)", command):
        name = re.sub(r"(?<=cu)(da)?1[123](?=x?$)", rf"\g<1>{match[2]}", match[1])
        uninstall = [to.folder / "bin/python", "-m", "pip", "uninstall", "-q", "-y", match[1]]
        return (name != match[1] and subprocess.run(uninstall, check=False).returncode == 0
                and pip(to, name))
    if words[:2] == ["pip", "install"]:
        return pip(to, *words[2:])
    if words[:2] == ["pip", "uninstall"]:
        return subprocess.run([to.folder / "bin/python", "-m", *words], check=False,
                              stdout=subprocess.DEVNULL).returncode == 0
    if words[:1] == ["unset"]:
        set_variable(to, words[1], "")
        return True
    if match := re.match(r"(?:export )?([A-Z_]+)=(\S*)", command):
        set_variable(to, match[1], match[2])
        return True
    return False


def follow(environment: Environment, finding: dict[str, object], steps: list[str]) -> str:
    """Follows the steps in a copy. Returns what came of it."""
    to = environment.copy("followed")
    to.variables = dict(environment.variables)
    here, there = str(environment.folder), str(to.folder)
    files = [Path(path.replace(here, there, 1)) for path in finding["files"]]  # type: ignore
    for step in steps:
        for command in step.replace(here, there).split("; "):
            if not carry_out(to, command, files):
                return "not a command here"
    if any(one["id"] == finding["id"] and one["what"] == finding["what"]
           for one in doctor(to)["findings"]):  # type: ignore[attr-defined]
        return "VAIN, the finding is still there"
    for path in files:
        said = truth(to, path) if path.exists() and finding["severity"] == "error" else "loads"
        if said.startswith("fails"):
            return f"VAIN, {path.name} {said}"
    return "done"


def follow_all(environment: Environment, answer: dict[str, object]) -> int:
    """Returns the number of remedies that do not help."""
    vain = 0
    for finding in answer["findings"]:  # type: ignore[attr-defined]
        remedies = finding["remedy"]
        is_steps = any(one.startswith("pip uninstall") for one in remedies)
        for steps in [remedies] if is_steps else [[one] for one in remedies]:
            said = follow(environment, finding, steps)
            vain += said.startswith("VAIN")
            print(f"  {finding['id']} {finding['what']}: {'; '.join(steps)}: {said}", flush=True)
    shutil.rmtree(environment.folder.with_name(f"{environment.folder.name}-followed"),
                  ignore_errors=True)
    return vain


def replace(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def needed_wheel_libraries(environment: Environment) -> list[Path]:
    """Returns NVIDIA's libraries in wheels that other files need, the most needed first."""
    count: dict[str, int] = {}
    for path in environment.files():
        for name in tags(path, "NEEDED"):
            count[name] = count.get(name, 0) + 1
    found = [path for path in environment.files()
             if "/nvidia/" in str(path) and count.get(path.name) and NVIDIA.match(path.name)]
    return sorted(found, key=lambda path: (-count[path.name], path))


def truncated(environment: Environment) -> bool:
    for path in needed_wheel_libraries(environment)[:1]:
        replace(path, path.read_bytes()[:4096])
        return True
    return False


def uninstalled(environment: Environment) -> bool:
    for path in needed_wheel_libraries(environment)[:1]:
        inside = str(path.relative_to(environment.site))
        for info in environment.site.glob("nvidia*.dist-info"):
            if inside in (info / "RECORD").read_text(encoding="utf-8"):
                name = info.name.split("-")[0]
                return subprocess.run([environment.folder / "bin/python", "-m", "pip", "uninstall",
                                       "-q", "-y", name], check=False).returncode == 0
    return False


def second_major(environment: Environment) -> bool:
    has_12 = any(environment.site.glob("nvidia_*_cu12-*.dist-info"))
    return pip(environment, "--no-deps",
               *(["nvidia-cuda-runtime", "nvidia-nvjitlink", "nvidia-cuda-nvrtc"] if has_12 else
                 ["nvidia-cuda-runtime-cu12", "nvidia-nvjitlink-cu12", "nvidia-cuda-nvrtc-cu12"]))


def old_nvjitlink(environment: Environment) -> bool:
    for package, version in (("nvidia-nvjitlink-cu12", "12.2.140"),
                             ("nvidia-nvjitlink", "13.0.39")):
        if list(environment.site.glob(f"{package.replace('-', '_')}-1*.dist-info")):
            return pip(environment, "--no-deps", f"{package}=={version}")
    return False


def stubs(environment: Environment) -> bool:
    folder = environment.folder / "cuda/lib64/stubs"
    folder.mkdir(parents=True, exist_ok=True)
    for path in needed_wheel_libraries(environment)[:2]:
        command = [*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-xc", "-", "-o",
                   str(folder / path.name), f"-Wl,-soname,{path.name}"]
        subprocess.run(command, input=b"int x;", check=True)
        environment.variables["LD_LIBRARY_PATH"] = f"{Path('driver').resolve()}:{folder}"
    return bool(environment.variables)


FAULTS: dict[str, Fault] = {"truncated": truncated, "uninstalled": uninstalled,
                            "second-major": second_major, "old-nvjitlink": old_nvjitlink,
                            "stubs": stubs}


def judge(name: str, requirements: list[str]) -> Score:
    environment = make(name, requirements)
    score = Score()
    if not environment:
        return score
    for title in os.environ.get("JUDGE_FAULTS", f"none {' '.join(FAULTS)}").split():
        if title == "none":
            score.add(compare(environment, "as installed"))
            continue
        broken = environment.copy(title)
        if FAULTS[title](broken):
            score.add(compare(broken, title))
        shutil.rmtree(broken.folder)
    if not KEEP:
        shutil.rmtree(environment.folder)
    return score


def main() -> int:
    table = (HERE / "environments").read_text(encoding="utf-8")
    rows = [line.split() for line in table.splitlines() if line and not line.startswith("#")]
    subprocess.run([TOOL, "stand-in", "cuda", "nvml", "-o", "driver", "-q"], check=True)
    total = Score()
    for name, _, word, *requirements in rows:
        if {name, word} & set(sys.argv[1:]):
            total.add(judge(name, requirements))
    print(f"score: {' '.join(sys.argv[1:])}: {total}")
    return int(not total.files or total.false > 0 or total.missed > 0
               or total.vain > 0 or total.undecided > total.files * MOST_UNDECIDED)


sys.exit(main())
