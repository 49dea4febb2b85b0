"""The advice of doctor, find, audit and explain makes a file load. In random environments each line
for an error is followed alone, and the error is gone; then the first line of each, until dlopen
loads the file in a child process.

usage: PROGRAM [COUNT [SEED]]: 40 environments of seed 1."""
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from environments import PARTS, SITE, TOOL, Environment, library, try_all

if not shutil.which("patchelf"):
    print("skipped: patchelf is not installed")
    sys.exit(77)
WHEELS = {  # package: its library, and the folder below site-packages
    "nvidia-nccl": ("libnccl.so.2", "nvidia/nccl/lib"),
    "nvidia-nvjitlink": ("libnvJitLink.so.12", "nvidia/nvjitlink/lib"),
    "nvidia-cuda-runtime": ("libcudart.so.12", "nvidia/cuda_runtime/lib"),
}
ELSEWHERE = {  # lines that are not followed, by the reason
    "changes the code of the module": "compile lazynccl.c as part of the file",
    "links the module anew": "link the file with the library that defines",
    "installs a driver": "install NVIDIA's driver",
}
followed: Counter[str] = Counter()


def put(environment: Environment, folder: Path, name: str) -> None:
    """Installs a good file."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / name).is_dir():
        (folder / name).rmdir()
    (folder / name).unlink(missing_ok=True)
    shutil.copy(library(environment.parts, name, 0), folder / name)


def pip(environment: Environment, packages: str) -> None:
    names = re.sub(r"--[\w-]+|[<>=]+[\d.*]+|'| or .*|,.*", "", packages)
    for package in re.findall(r"[\w-]+", names):
        name, folder = WHEELS[re.sub(r"-cu\d+$", "", package)]
        put(environment, environment.folder / SITE / folder, name)


def install_again(environment: Environment, evidence: list[str]) -> None:
    """A package brings the right file in place of the one that is named first."""
    path = Path(evidence[0].split(" (")[0])
    put(environment, path.parent, path.name)


def install_package(environment: Environment, what: str) -> None:
    """A package brings a library that ld.so finds in each environment."""
    found = re.search(r"needs? (\S+\.so\.\d+)", what)
    assert found and found[1] in PARTS, what
    put(environment, environment.folder / "system", found[1])
    before = environment.variables.get("LD_LIBRARY_PATH")
    environment.variables["LD_LIBRARY_PATH"] = ":".join(
        [str(environment.folder / "system"), *([before] if before else [])])


def search(path: str, file: str) -> None:
    subprocess.run(["patchelf", "--add-rpath", path, file], check=True, capture_output=True)


def follow(environment: Environment, file: str, finding: dict[str, object], line: str) -> bool:
    """Carries out a line; False if it is left to others."""
    evidence = finding["evidence"]
    assert isinstance(evidence, list)
    variables = environment.variables
    asks = next((one for one in reversed(evidence) if "/" in one), file)
    if any(line.startswith(text) for text in ELSEWHERE.values()):
        return False
    if match := re.match(r"unset LD_LIBRARY_PATH(?:; pip install (.*)|     \(.*)?$", line):
        del variables["LD_LIBRARY_PATH"]
        pip(environment, match[1] or "")
    elif match := re.match(r"pip install ([^;]*)(?:; export LD_LIBRARY_PATH=(\S+).*)?$", line):
        pip(environment, match[1])
        if match[2]:
            variables["LD_LIBRARY_PATH"] = match[2]
    elif match := re.match(r"export LD_LIBRARY_PATH=(\S+)(?:     \(.*)?$", line):
        variables["LD_LIBRARY_PATH"] = match[1]
    elif match := re.match(r"give the file the search path (\S+)$", line):
        search(match[1], asks)
    elif match := re.match(r"patchelf --set-rpath (\S+) (\S+)$", line):
        subprocess.run(["patchelf", "--set-rpath", match[1], match[2]], check=True)
    elif match := re.match(r"install (\w+) [\d.]+ or later, and (put|patchelf).*?(\S+)$", line):
        name = next(one for one in PARTS if match[1].lower() in one.lower())
        put(environment, environment.folder / "newer", name)
        if match[2] == "put":
            variables["LD_LIBRARY_PATH"] = str(environment.folder / "newer")
        else:
            subprocess.run(["patchelf", "--set-rpath", str(environment.folder / "newer"), match[3]],
                           check=True)
    elif line.startswith(("install the release that", "remove the file, or install its package")):
        install_again(environment, evidence)
    elif line == "install the package that contains the library":
        install_package(environment, str(finding["what"]))
    elif not line.startswith(("lazynccl run ", "lazynccl doctor LN102")):
        raise AssertionError(f"neither followed nor left out for a reason: {line}")
    return not line.startswith("lazynccl run ")


def errors(environment: Environment, file: str) -> list[dict[str, object]]:
    output = environment.run(TOOL, "doctor", "--from", file, "--json")[1]
    return [one for one in json.loads(output)["findings"] if one["severity"] == "error"]


@contextmanager
def restored(environment: Environment) -> Iterator[None]:
    """Undoes what is done with the files and variables of the environment."""
    kept, variables = environment.folder.with_suffix(".kept"), dict(environment.variables)
    shutil.copytree(environment.folder, kept, symlinks=True)
    yield
    shutil.rmtree(environment.folder)
    kept.rename(environment.folder)
    environment.variables = variables


def lines_of(finding: dict[str, object]) -> list[str]:
    remedy = finding["remedy"]
    assert isinstance(remedy, list) and remedy
    return remedy


def check(environment: Environment, host: Path) -> list[str]:
    file = str(environment.make())
    wrong = []
    for finding in errors(environment, file):
        for line in lines_of(finding):
            with restored(environment):
                is_only = len(errors(environment, file)) == 1
                if line.startswith("lazynccl run ") and is_only and not environment.extra:
                    environment.variables["XDG_CACHE_HOME"] = str(environment.folder / "cache")
                    words = line.split(" -- ")[0].split()[1:]
                    status, said = environment.run(TOOL, *words, "--", str(host), file)
                    followed["lazynccl run"] += 1
                    wrong += [f"{line}: {said}"] if status else []
                elif follow(environment, file, finding, line):
                    followed[re.split(r"[ =]", line)[0]] += 1
                    left = [one["what"] for one in errors(environment, file)]
                    wrong += [f"still there after {line}: {finding}"] \
                        if finding["what"] in left else []
    for _ in range(8):
        found = errors(environment, file)
        done = [follow(environment, file, finding, lines_of(finding)[0]) for finding in found[:1]]
        if not all(done) or not found:
            break
    ended, said = environment.run(str(host), file)
    if bool(ended) != bool(found):
        wrong.append(f"after all advice: {ended} {said} {found}")
    if ended > 0 and all(done):
        wrong.append(f"the advice does not end: {found}")
    return wrong


if __name__ == "__main__":
    failed = try_all(check, 40)
    print(*(f"{number:4} {text}" for text, number in followed.most_common()), sep="\n")
    sys.exit(failed > 0)
