"""Every message of the product that tells what to do has a row in a table: the test that carries
out the remedy, or the reason why no test can. The messages are read from the sources: C, Python,
./dev and Meson. Remedies of findings are in tests/tool/findings/advice.py, in the same way.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(os.environ["SOURCE"])

VERBS = (
    "install reinstall set unset use try name give choose run remove correct write link add "
    "compile build update replace ask see pass put declare rename reboot start omit free widen "
    "end let look leave wait fix commit compare describe take make explain report import activate"
).split()
INSTRUCTION = re.compile(
    rf"(?:^|[;:(,.] |\b(?:or|and|then) )(?:{'|'.join(VERBS)})\b(?! [=:])"
    rf"|(?:[;:] |^)did you mean|pip install|conda install|docker run|\bulimit\b|nvidia-smi"
    rf"|(?:^|[;:] )(?:lazynccl [a-z]+ |[A-Z][A-Z0-9_]{{5,}}=[A-Za-z0-9/])"
    r"|[Ff]ree some|[Nn]ame your",
)
# rules of findings, and texts that the command prints for --help
FINDINGS = ("src/tool/rules/", "src/netplugin/check/")
OPTIONS = re.compile(r"\{\"--?\w.*?\n\};", re.DOTALL)  # with their help texts
LITERAL = re.compile(r"/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\])'|\"((?:\\.|[^\"\\\n])*)\"", re.DOTALL)
SHELL = re.compile(r"\bdie(?:_of_space)? ((?:\"(?:\\.|[^\"\\])*\"|\\\n|\s)+)")
MESON = re.compile(r"\berror\(((?:[^()']|'[^']*'|\([^()]*\))*)\)")

FOLLOW = "house/remedies-of-commands-work.sh"
RUNTIME = "runtime/loader/remedies-that-are-followed-remove-the-message.sh"
STUBS = "gen/bad-stubs-are-refused.py"
WHEELS = "standin/wheels-of-stand-ins-install-and-work.sh"
DESCRIBE = "gen/remedies-of-describe-work.sh"
LINK = "variants/link-writes-archives-for-a-folder.sh"
FOLLOW_NET = "netplugin/name-is-the-value-of-nccl-net.sh"
# A part of the message, or the file that has it; the test, and words in it.
FOLLOWED: list[tuple[str, str, str]] = [
    # the command line
    ("did you mean", FOLLOW, "did you mean find?"),
    ("try: lazynccl%s%s --help", FOLLOW, "try: lazynccl find --help"),
    ("give the verb before", FOLLOW, "give the verb before: --min"),
    ("was removed; use", FOLLOW, "env was removed; use: lazynccl -v"),
    ("use --lazy", FOLLOW, "use --lazy"),
    ("give an interpreter", FOLLOW, "give an interpreter"),
    ("use it alone, or with --python", FOLLOW, "use it alone, or with --python"),
    ("name the files in it", FOLLOW, "name the files in it"),
    ("; more: lazynccl explain", FOLLOW, "more: lazynccl explain LN501"),
    (
        "lazynccl doctor: %s; see: %s",
        "tool/findings/retired-ids-are-never-used-again.sh",
        "; see: {row['instead']}",
    ),
    ("not a trace: lazynccl run", "standin/traces-outlive-their-process.sh", "--trace"),
    (
        "activate it, or use --python",
        "tool/find/find-looks-past-shims.sh",
        "activate it, or use --python",
    ),
    # stand-ins
    ("name the library that it refers to", FOLLOW, "name the library that it refers to"),
    ("would replace it: choose another folder", FOLLOW, "would replace it: choose another"),
    ("library of that name: choose another", FOLLOW, "library of that name: choose another"),
    (
        "written into it: choose another",
        "standin/environments-become-wheels.sh",
        "choose another folder",
    ),
    ("give a library, a wheel or a folder", FOLLOW, "give a library, a wheel or a folder"),
    ("set TMPDIR to another", FOLLOW, "set TMPDIR to another"),
    ("set XDG_CACHE_HOME", FOLLOW, "set XDG_CACHE_HOME"),
    ("set one of them", FOLLOW, "set one of them"),
    (
        "name the folder in LD_LIBRARY_PATH",
        "standin/libraries-out-of-reach-are-named.sh",
        "name the folder in LD_LIBRARY_PATH",
    ),
    ("%s -m pip install", WHEELS, "pip install"),
    ("install: %s --force-reinstall --no-deps", WHEELS, "pip install"),
    # packages, in findings and in messages of stand-ins
    ("pip install --force-reinstall --no-deps", "tool/findings/advice.py", "pip install"),
    ("conda install -p", "tool/findings/advice.py", "conda install -p"),
    ("; pip install", RUNTIME, "pip install $packages"),
    ("pip install", "tool/findings/advice.py", "pip install"),
    # the runtime
    ("install it where ld.so finds it", RUNTIME, "install it where ld.so finds it"),
    ("install the missing file", RUNTIME, "install the missing file"),
    ("correct or unset LAZYNCCL_LIBPATH", RUNTIME, "correct or unset LAZYNCCL_LIBPATH"),
    ("correct or unset LAZYNCCL_SEARCH", RUNTIME, "correct or unset LAZYNCCL_SEARCH"),
    ("no entry exists; correct or unset", FOLLOW, "no entry exists; correct or unset"),
    ("LAZYNCCL_DEBUG=1 shows", "runtime/loader/debug-prints-each-step.sh", "LAZYNCCL_DEBUG"),
    ("give CUDA's major", FOLLOW, "give CUDA's major"),
    (
        "give a number from 1 to %d",
        "netplugin/max-recvs-can-be-lowered.sh",
        "LAZYNCCL_NET_MAX_RECVS",
    ),
    (
        "name one in LAZYNCCL_NET_PLUGIN",
        "netplugin/plugin-is-found-like-a-library.sh",
        "LAZYNCCL_NET_PLUGIN",
    ),
    ("unset it, or set it to", FOLLOW_NET, "asks for another network"),
    # explain
    ("; or link -llazynccl", FOLLOW, "after the objects"),
    ("add the library that defines it after", FOLLOW, "add the library that defines it after"),
    ("development package, or add -L or -I", FOLLOW, "development package, or add -L or -I"),
    ("or add its folder to LD_LIBRARY_PATH", FOLLOW, "or add its folder to LD_LIBRARY_PATH"),
    ("reinstall its package", FOLLOW, "reinstall its package"),
    ("and ld.so finds none: give", "standin/name-of-a-stub-needs-no-file.sh", "none: give"),
    # vendor, describe and link
    ("no such stub", FOLLOW, "vendor nccll"),
    ("has no prefix", "gen/vendor-names-a-copy-by-its-prefix.sh", "has no"),
    ("among the libraries of", "gen/vendor-needs-no-header.sh", "among the libraries of"),
    ("give its path: vendor --check", "gen/vendor-check-compares-a-copy.sh", "give its path"),
    (
        "give a file with the soname",
        "gen/vendor-takes-versions-from-a-library.sh",
        "give a file with the soname",
    ),
    ("omit --versions-from", "gen/vendor-takes-versions-from-a-library.sh", "omit --versions-from"),
    (
        "set LAZYNCCL_TOOL to its path",
        "gen/vendor-takes-versions-from-a-library.sh",
        "LAZYNCCL_TOOL",
    ),
    ("install binutils or set NM", "gen/vendor-only-what-is-used.sh", "install binutils or set NM"),
    ("give its path, or its folder with -I", DESCRIBE, "give its path"),
    ("digits: give --name", DESCRIBE, "give --name"),
    (
        "give --target with the triple",
        "gen/describe-refuses-bad-input.sh",
        "--target aarch64-linux-gnu",
    ),
    ("the headers of this library", DESCRIBE, "give the headers of this library"),
    ("give the library that it names", DESCRIBE, "give the library that it names"),
    ("give the folders that it needs with -I", DESCRIBE, "give the folders that it needs"),
    ("give headers that C can read", DESCRIBE, "give headers that C can read"),
    ("give TYPE=VALUE, such as", DESCRIBE, "give TYPE=VALUE"),
    ("give the headers that declare them", DESCRIBE, "give the headers that declare them"),
    ("this linker script names", LINK, "give the file that this linker script names"),
    (": leave it out", LINK, "leave it out"),
    ("names a library by its path links it directly", LINK, "-Llazy"),
    ("set COLLECT_GCC to a compiler", LINK, "the advice does not help"),
    (
        "out of LAZY_LIBS",
        "variants/link-refuses-what-cannot-be-lazy.sh",
        "the advice does not help",
    ),
    (
        "install lib{}.so, or write -l",
        "variants/link-refuses-what-cannot-be-lazy.sh",
        "install libalone.so",
    ),
    # ./dev
    ("unknown verb '$job': see", "house/dev-refuses-what-it-does-not-know.sh", "--help"),
    ("takes no arguments: remove", "house/dev-refuses-what-it-does-not-know.sh", "remove"),
]
# A reason, and parts of messages.
ELSEWHERE: dict[str, list[str]] = {
    "changes the packages, disks, network or users of the machine": [
        "see above",
        "try again: ./dev",
        "then $again",
        "Then $again",
        "Then ./dev $job",
        "belongs to another user: remove it",
        "docker run debian:12",
        "uv pip install",
        "or name another one in CC",
        "libclang needs the headers of this compiler",
        "libclang for Python is missing",
        "is not in PATH: install this linker",
        "no C compiler found: install gcc",
        "-Dtool=disabled",
        "put a newer one before it in PATH",
        "the generator is missing: install",
        "lazynccl needs Python 3.11",
        "install the package that has it",
        "a newer release of it, or patchelf",
        "install {D}",
        "conda install -c conda-forge",
        "install cuda-cccl",
        "install cuda-cudart-dev",
        "install that release, and name its folder",
        "install {O}, with its development package",
        "sudo chmod 1777 /dev/shm",
        "libnvidia-compute-NNN",
        "CONDA_OVERRIDE_CUDA",
        "install NAME",
        "NVIDIA's CUDA repository",
        "the repository libnvidia-container",
        "contrib non-free",
        "sudo apt --fix-broken install",
        "add their channel",
        "package cuda-keyring",
        "rm -rf /var/lib/apt/lists",
        "CUDARC_CUDA_VERSION",
        "(before: sudo apt-key del",
        "the CUDA toolkit that the compiler supports",
        "--upgrade numba-cuda",
        "pip install the release that the line",
        "remove cudatoolkit and cudnn",
        "remove the pins of nvidia",
        "a newer toolkit: C++14",
        "name both, in an empty build folder",
        "Rust CUDA_COMPUTE_CAP",
        "one toolkit for all",
        "one for all: the newer one's",
        "-arch and -rdc for all",
        "-DCUDAToolkit_ROOT=DIR of the toolkit",
        "CUDA_HOME=DIR, a toolkit with",
        "an image with glibc",
        "tensorrt==8.6.*",
        "dpkg -l | grep nvinfer",
        "name the lib64 of a toolkit",
        "NCCL 1 is in no package",
        "pip install --force-reinstall torch torchvision",
        "pip install --upgrade bitsandbytes",
        "BNB_CUDA_VERSION=NNN",
        "git submodule update",
        "toolkit for Windows, and open a new terminal",
        "update Docker to 19.03",
        "Windows does not find nvidia-smi",
        "LIBRARY_PATH=/usr/local/cuda/lib64/stubs",
        "python -m pip install its package",
        "the folder of ffnvcodec.pc",
        "a toolkit of the release that the line names",
        "the machine that uname -m shows",
        "build it with that architecture",
        "for Windows, where nvidia-smi must work",
        "update NVIDIA's driver in Windows",
        "os.add_dll_directory() in place of PATH",
        "a 64-bit build of the program, or of Python",
        "Visual C++ Redistributable",
        "otool -L FILE",
        "install Visual Studio's C++ tools",
        "on a Mac with an NVIDIA GPU",
        "with its dependencies, not with --no-deps",
        "from nvliblist.conf",
        "where it is installed; or install",
        "{F} from the program's folder",
        "installs",
    ],
    "needs the release's maintainer": [
        "remove this section",
        "commit or remove first",
        "set the next version",
    ],
    "needs a plugin that fails on the machine's network": ["lazynccl plugin check FILE"],
    "needs a driver": [
        "a package of the driver, of its release",
        "install NVIDIA's driver",
        "update the driver",
        "update the host's driver",
        "or reload the nvidia modules",
        "unset CUDA_VISIBLE_DEVICES",
        "leave the driver's library to the host",
        "nvidia-smi must work first",
        "if nvidia-smi works",
        "restart the container",
        "reboot; nvidia-smi",
        "nvidia-smi must work: ",
        "for this GPU, or a newer driver",
        "if nvJitLink loads it",
        "or the one that the program was built with",
        "sudo dmesg | grep NVRM",
        "module nvidia_uvm; reboot after",
        "nvidia-smi: end the processes",
        "sudo nvidia-smi --gpu-reset",
        "unset that variable, to use no MPS",
        "tegrastats shows its GPU",
    ],
    "needs GPUs, what their driver brings, or an RDMA network": [
        "src/tool/explain/subjects.c",  # all of them
    ],
    "needs a container runtime": [
        "install nvidia-container-toolkit on the host, on each",
        "driver in Windows, wsl --update",
        "docker run --gpus all",
        "--runtime=containerd --set-as-default, and restart containerd",
        "apptainer exec --nv (singularity",
        "update nvidia-container-toolkit, as old ones",
        "distrobox create --nvidia",
        "install all of the driver's packages, of the release of its kernel",
        "docker run --runtime nvidia",
        "cdi_spec_dirs",
        "restart nvidia-persistenced",
        "end them (sudo lsof",
        "options come before the image",
        "license: nvidia-smi -q",
        "the token in /etc/nvidia",
        "nvidia-smi -L on the host",
        "from the image, and build it again",
        "on the host, where nvidia-smi must work",
        "nvidia-container-runtime/config.toml",
    ],
    "needs hardware, or a network of hosts": [
        "nvidia-smi -L lists the GPUs",
        "a smaller number, or unset that variable",
        "NCCL_COLLNET_ENABLE=0",
        "NVSHMEM_DEBUG=INFO",
        "a rank that does nothing",
        "needs the host's /sys",
        "UCX_IB_GPU_DIRECT_RDMA=no",
        "free GPU for the pod",
        "nvidia-smi on the node, and",
        "nvidia-smi shows the processes",
        "nvidia-smi: the GPU's memory",
        "CUDA_LAUNCH_BLOCKING=1",
        "ibv_devinfo must list",
        "fi_info -p efa",
        "update the EFA installer, whose",
        "update the EFA installer, which",
        "driver's CUDA: unset LD_LIBRARY_PATH",
        "NCCL_P2P_DISABLE=1",
        "NCCL_IB_DISABLE=1",
        "NCCL_NET_PLUGIN=none",
        "NCCL_SOCKET_IFNAME=INTERFACE",
        "PYTORCH_CUDA_ALLOC_CONF",
        "image of the CUDA that nvidia-smi shows",
        "its folder cuda/compat from",
        "NCCL_DEBUG=",
        "explain the output of all ranks",
        "the rank that ended first",
        "build the engine again",
        "in the output of the other ranks, above all",
        "trtexec --onnx=FILE --verbose shows more",
        "UCX_LOG_LEVEL=info says more",
        "memlock=-1; update the EFA installer",
        "NCCL_CUMEM_ENABLE=0",
        "a driver older than NCCL's CUDA",
        "NCCL_RAS_ENABLE=0",
        "look for an earlier error of this rank",
        "look in the output of the rank on that host",
        "unset NCCL_P2P_DISABLE, NCCL_SHM_DISABLE",
        "getent hosts NAME",
        "start it in the folder that it expects",
        "free -h shows it",
        "TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC",
        "GGML_CUDA_DISABLE_GRAPHS",
    ],
    "changes the kernel or its limits": [
        "ulimit",
        "widen net.ipv4",
        "/build/make.log",
        "start the kernel before",
    ],
    "changes the code of a program, plugin or module, or builds it anew": [
        "remove the one of CMAKE_CUDA_FLAGS",
        "as its author, link it",
        "report the warning",
        "-lcudadevrt -lcudart after the objects",
        "#include the header of {T}",
        "link with nvcc; or nvcc -dlink",
        "look for the first error before it",
        "make a context current",
        "GPU where it was made",
        "to its authors, or take another",
        "remove it from -gencode",
        "arithmetic of __half needs",
        "-lculibos after them",
        "compile all files with -rdc=true",
        "report it to the program's authors",
        "-Wl,-rpath-link=DIR",
        "build it for this GPU",
        "link {F} with -l{N}",
        "cannot be lazy: link the library",
        "import what brings it before",
        "describe it in the stub",
        "link the program dynamically",
        "make sure that the headers have the version",
        "give the stub the headers",
    ],
    "needs another release of a library or of lazynccl": [
        "which has the cuBLAS that the line",
        "install the release that {F} was built for",
        "install the releases of {F}",
        "compare with that release",
        "unset LD_LIBRARY_PATH, which may bring",
        "one cuDNN, of the release that",
        "one release for all of them and for Python",
        "remove its folder from LD_LIBRARY_PATH",
        "libraries of two releases are mixed",
        "of NVIDIA's repository",
        "install matching releases",
        "written by another release",
        "update {T} to {R} or later",
        "load {T} before: import the package",
        "cannot find through this plugin",
    ],
    "needs a program that raises privileges": ["put lazynccl run after it"],
    f"a stub with one broken line, which tests/{STUBS} makes from a good one": [
        "give both",
        "must return an error code and take",
        "put another function first",
        "remove the row",
        "decides no function: remove",
        "means success: give an error code",
        "[absent.out] has no value",
        "to [absent.functions]",
        "give the newest release",
        "add a row for it to a table",
        "use it only through a pointer",
        "write one declaration",
        "write const before",
        "write (void)",
        "or take no parameter and return",
    ],
}
# Texts with an instruction that is none: help, headings, patterns of messages, parts of code.
NONE: list[str] = [
    "nvJitLink cannot compile or link",
    "nvidia-smi of {T} is not found",
    "Yields ",
    "lazynccl is for Linux, on",
    "lazynccl refuses a setting",
    "lazynccl doctor checks for",
    "which explains the error code",
    "its path, or a name as in cc",
    "describe: {}",
    "# Programs call these first",
    "end < CURRENT",
    "usage: ",
    "link LIBRARY.so",
    "explain a finding, an error message or a log",
    "run a program whose libraries",
    "make libraries that load the real one",
    "write a lazy loader",
    "describe any C library",
    "folders before site-packages",
    "set by NVIDIA's images",
    "set by the program",
    "leave their host",
    "correct or unset *_libpath",
    "lazynccl knows v%d",
    "import tomllib",
    "unset it, or add a location",
]


def c_texts(code: str) -> Iterator[str]:
    text, end, code = "", 0, OPTIONS.sub("", code)
    for match in LITERAL.finditer(code):
        if match[0][0] in "/'":
            continue
        if not re.fullmatch(r"\s*(?:[A-Z_0-9]+\s*)?", code[end : match.start()]):
            yield text
            text = ""
        text, end = text + match[1], match.end()
    yield text


def python_texts(code: str) -> Iterator[str]:
    parts: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in node.values}
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
        ):
            yield node.value


def shell_texts(code: str) -> Iterator[str]:
    for match in SHELL.finditer(code):
        yield " ".join(re.findall(r"\"((?:\\.|[^\"\\])*)\"", match[1]))


def meson_texts(code: str) -> Iterator[str]:
    for match in MESON.finditer(code):
        yield " ".join(re.findall(r"'([^']*)'", match[1]))


def remedies() -> Iterator[tuple[str, str]]:
    sources = [
        *((path, c_texts) for path in (ROOT / "src").rglob("*.[ch]")),
        *((path, python_texts) for path in (ROOT / "gen").rglob("*.py")),
        (ROOT / "dev", shell_texts),
        *((path, shell_texts) for path in (ROOT / "packaging").rglob("*.sh")),
        (ROOT / "meson.build", meson_texts),
    ]
    for path, texts in sorted(sources, key=lambda row: str(row[0])):
        name = str(path.relative_to(ROOT))
        if name.startswith(FINDINGS):
            continue
        for text in texts(path.read_text(encoding="utf-8")):
            is_help = "\n" in text.strip() or "\\n" in text.strip("\\n")
            if re.search("[ =]", text) and not is_help and INSTRUCTION.search(text):
                yield name, text


def main() -> int:
    used: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    failed = False
    rows = [(part, f"{test}\0{words}") for part, test, words in FOLLOWED]
    rows += [(part, reason) for reason, parts in ELSEWHERE.items() for part in parts]
    rows += [(part, "") for part in NONE]
    for name, text in remedies():
        found = [(part, where) for part, where in rows if part in text or part == name]
        if not found:
            print(f"{name}: neither followed nor left out for a reason: {text}", file=sys.stderr)
            failed = True
            continue
        used.update(part for part, _ in found)
        where = found[0][1]
        counts["a test follows it" if "\0" in where else where] += 1
    for part, where in rows:
        test, _, words = where.partition("\0")
        if not used[part]:
            print(f"no message has: {part}", file=sys.stderr)
            failed = True
        if words and words not in (ROOT / "tests" / test).read_text(encoding="utf-8"):
            print(f"tests/{test} does not have: {words}", file=sys.stderr)
            failed = True
    for reason, number in counts.most_common():
        if reason:
            print(f"{number:4} remedies: {reason}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
