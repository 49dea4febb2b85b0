"""Show the main job before and after: linked with the libraries, then with lazynccl instead.

Each program runs with the libraries installed, and with the libraries missing. The arguments are
the folder site-packages that contains the three wheels, and a folder to build in.
"""

# SPDX-License-Identifier: Apache-2.0 OR MIT

import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
import time

SOURCE = pathlib.Path(__file__).resolve().parent
ROOT = SOURCE.parents[2]
WIDTH = max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))
MARGIN = " " * 18
STARTS = 15  # of each program; the shortest counts, because other load only adds time


def emphasis(text):
    plain = "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return text if plain else f"\033[1m{text}\033[0m"


def title(text):
    print("\n" + emphasis(text), flush=True)


def show(label, text):
    """Print the lines of text beside a label of the left margin, wrapped between words."""
    for line in text.splitlines():
        hang = len(line) - len(line.lstrip()) + (2 if line.lstrip().startswith("|") else 0)
        print(
            textwrap.fill(
                line.strip(),
                WIDTH,
                initial_indent=f"  {label:16}" + " " * (len(line) - len(line.lstrip())),
                subsequent_indent=MARGIN + " " * hang,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
        label = ""


def bar(label, share, text):
    """Print a bar, then text. `share` is the bar's length as a fraction of the longest bar's."""
    room = WIDTH - len(MARGIN) - len(text) - 2
    eighths = max(1, round(share * room * 8))
    blocks = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    if "utf" not in (sys.stdout.encoding or "").lower():
        blocks = "#" * max(1, round(share * room))
    print(f"  {label:16}{blocks:{room}}  {text}")


def clean_environment():
    """Return an environment in which the search finds only these wheels, and no other CUDA."""
    gone = "LD_LIBRARY_PATH CUDA_HOME CUDA_PATH NCCL_HOME CONDA_PREFIX VIRTUAL_ENV LAZYNCCL_LIBPATH"
    return {name: value for name, value in os.environ.items() if name not in gone.split()}


class Program:
    """One of the two programs, and the environments in which it finds the libraries or does not."""

    def __init__(self, label, path, folder, installed, missing):
        self.label, self.path, self.folder = label, path, folder
        self.installed, self.missing = installed, missing

    def run(self, arguments=(), installed=True):
        """Return the output. ld.so runs without its cache, which may list another CUDA."""
        interpreter = re.search(
            r"interpreter: (.*)\]",
            subprocess.run(
                ["readelf", "-l", self.path], env={**os.environ, "LC_ALL": "C"},
                capture_output=True, text=True, check=True,
            ).stdout,
        )[1]  # fmt: skip
        return subprocess.run(
            [interpreter, "--inhibit-cache", self.path, *arguments],
            env={**clean_environment(), **(self.installed if installed else self.missing)},
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        ).stdout.replace(f"{self.path}: ", "")  # fmt: skip

    def start(self):
        """Return how long a start takes, in ms, and the resident memory, in MiB."""
        times = []
        for _ in range(STARTS):
            before = time.perf_counter()
            output = self.run(["--on-cpu"])
            times.append(time.perf_counter() - before)
        found = re.search(r"([\d.]+) MiB", output)
        if not found:
            sys.exit(f"demo: {self.path} --on-cpu says: {output}")
        return min(times) * 1000, float(found[1])


def make(command, **options):
    """Run a command that must succeed."""
    if subprocess.run(command, check=False, **options).returncode:
        sys.exit(f"demo: this failed, see above: {shlex.join(map(str, command))}")


def compile_both(nvidia, out):
    """Compile the job twice, and return both programs: linked with the libraries, and lazy."""
    sources = [SOURCE / name for name in ("job.c", "main.c", "mapped.c")]
    folders = [nvidia / "nccl/include", nvidia / "cu13/include", ROOT / "gen/update/include"]
    options = ["-O2", *(f"-I{folder}" for folder in folders)]
    command = [*shlex.split(os.environ.get("CC", "cc")), *options, *sources]
    libraries = [
        nvidia / "cu13/lib/libnvrtc.so.13",
        nvidia / "cu13/lib/libnvJitLink.so.13",
        nvidia / "nccl/lib/libnccl.so.2",
    ]
    path = ":".join(sorted({str(library.parent) for library in libraries}))
    site = nvidia.parent  # run from there, so that the programs print short paths
    usual = Program("as usual", out / "as-usual", site, {"LD_LIBRARY_PATH": path}, {})
    make([*command, "-o", usual.path, *libraries])

    vendored = out / "lazynccl"
    vendor = [sys.executable, ROOT / "gen", "vendor", "nccl", "nvrtc", "nvjitlink",
              "--search", "full", "-o", vendored]
    make(vendor, stdout=subprocess.DEVNULL)
    empty = out / "empty"
    empty.mkdir(exist_ok=True)
    lazy = Program(
        "with lazynccl",
        out / "with-lazynccl",
        site,
        {"LAZYNCCL_SEARCH": "loaded,partner,wheel", "VIRTUAL_ENV": str(site.parents[2])},
        {"LAZYNCCL_SEARCH": "env,loaded,wheel,conda", "LAZYNCCL_LIBPATH": str(empty)},
    )
    copy = [f"-I{vendored}", vendored / "lazynccl.c", "-ldl"]
    make([*command, "-o", lazy.path, "-DWITH_LAZYNCCL", *copy])
    return usual, lazy


def show_pytorch():
    """Import the user's PyTorch, if there is one, as it is and with stand-ins of its libraries."""
    python = shutil.which("python3")
    built = ROOT / "build/main/src/tool/lazynccl"
    command = shutil.which("lazynccl") or (built if built.exists() else None)
    found = "import importlib.util, sys; sys.exit(not importlib.util.find_spec('torch'))"
    if not (python and command) or subprocess.run([python, "-c", found], check=False).returncode:
        return
    title("Your PyTorch, imported: nothing of it is changed, stand-ins are made in your cache")
    job = "import torch; print(open('/proc/self/status').read())"
    figures = {}
    for label, before in (
        ("as usual", []),
        ("with lazynccl", [command, "run", "--lazy", "all", "--"]),
    ):
        run = [*before, python, "-c", job]
        said = subprocess.run(run, capture_output=True, text=True, check=False)
        resident = re.search(r"VmRSS:\s+(\d+)", said.stdout)
        if not resident:
            show(label, said.stderr)
            return
        figures[label] = int(resident[1]) / 1024
    for label, size in figures.items():
        bar(label, size / max(figures.values()), f"{size:7.1f} MiB")


def main():
    for number in (signal.SIGINT, signal.SIGPIPE):  # end the demo without a traceback
        signal.signal(number, signal.SIG_DFL)
    if len(sys.argv) != 3:
        sys.exit("usage: demo.py SITE-PACKAGES FOLDER")
    nvidia, out = pathlib.Path(sys.argv[1]).resolve() / "nvidia", pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    usual, lazy = compile_both(nvidia, out.resolve())

    title("The same program twice: it compiles and links CUDA C, and makes an id of NCCL's")
    show(usual.label, "cc job.c main.c mapped.c -lnvrtc -lnvJitLink -lnccl")
    show(lazy.label, "cc job.c main.c mapped.c lazynccl.c")

    title("Started, with nothing to do: memory and time")
    starts = {program: program.start() for program in (usual, lazy)}
    for unit, column in (("ms", 0), ("MiB", 1)):
        most = max(figures[column] for figures in starts.values())
        for program, figures in starts.items():
            bar(program.label, figures[column] / most, f"{figures[column]:7.1f} {unit}")

    title("Where NVIDIA's libraries are missing")
    show(usual.label, usual.run(["--on-cpu"], installed=False))
    show(lazy.label, lazy.run(["--on-cpu"], installed=False))
    # Without the last part, which mentions LAZYNCCL_SEARCH, because only this demo sets it.
    said = lazy.run(installed=False)
    reasons = re.findall(r"^ *(.*cannot be used.*), LAZYNCCL_SEARCH", said, re.MULTILINE)
    show("and each call", "\n".join(reasons))

    title("Where they are installed: each is opened at its first call")
    show(lazy.label, lazy.run())
    show_pytorch()
    print("\nIn a program of yours: ./dev vendor nccl -o FOLDER; README.md has other forms")


if __name__ == "__main__":
    main()
