"""Every message of the product that tells what to do has a row in a table: the test that carries
out the remedy, or the reason why no test can. The messages are read from the sources: C, Python,
./dev and Meson. Remedies of findings are in tests/tool/findings/advice.py, in the same way."""

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

STUBS = "gen/bad-stubs-are-refused.py"
# Each test, and parts of the messages whose remedies it carries out; with them words that the test
# has, if it does not have the part.
FOLLOWED: dict[str, list[str | tuple[str, str]]] = {
    "tool/doctor/machine-without-nvidia-libraries-is-one-line.sh": [
        "is not active: lazynccl doctor .venv",
    ],
    "variants/generator-for-one-library-writes-the-same.sh": ["give the name of a stub, such"],
    "house/remedies-of-commands-work.sh": [
        ("did you mean", "did you mean find?"),
        ("try: lazynccl%s%s --help", "try: lazynccl find --help"),
        ("give the verb before", "give the verb before: --min"),
        ("was removed; use", "env was removed; use: lazynccl -v"),
        "use --lazy",
        ("removed in 0.2; use ldd", "--tree"),
        "give an interpreter",
        ("give what this prints: %s -c", "give what this prints: ./starts -c"),
        "use it alone, or with --python",
        "use it without",
        ("; more: lazynccl explain", "more: lazynccl explain LN501"),
        "name the library that it refers to",
        ("would replace it: choose another folder", "would replace it: choose another"),
        "library of that name: choose another",
        "give a library, a wheel or a folder",
        "set TMPDIR to another",
        "set XDG_CACHE_HOME",
        "set one of them",
        "no entry exists; correct or unset",
        "give CUDA's major",
        ("; or link with {A}", "after the objects"),
        "add the library that defines it after",
        "or add its folder to LD_LIBRARY_PATH",
        "reinstall its package",
        ("try: lazynccl vendor --help", "vendor frobnicate"),
    ],
    "tool/findings/retired-ids-are-never-used-again.sh": [
        ("lazynccl doctor: %s; see: %s", "; see: {row['instead']}"),
    ],
    "standin/traces-outlive-their-process.sh": [("not a trace: lazynccl run", "--trace")],
    "standin/traced-calls-never-wait-for-a-disk.sh": [
        ("run --clean removes those of ended processes", "run --clean"),
    ],
    "tool/trace/a-node-becomes-one-file.sh": [
        ("lazynccl trace --job NAME shows", "trace --job 7.0"),
        ("run lazynccl trace --node DIR on each of these hosts", "trace --node four"),
    ],
    "tool/find/find-obeys-what-a-copy-searches.sh": [("partner: omit it", "--search soname")],
    "tool/find/find-looks-past-shims.sh": ["activate it, or use --python"],
    "standin/environments-become-wheels.sh": [
        ("written into it: choose another", "choose another folder"),
    ],
    "standin/run-from-a-prepared-folder-searches-nothing.sh": [
        ("make it as root, in a folder that only root", "mv volume/lazy ."),
        ("make it with lazynccl stand-in", "make venv --into lazy"),
        ("contains other files: choose another", "make venv --into lazy"),
        ("use:     lazynccl run --prepared %s", "run --prepared"),
    ],
    "standin/run-reaches-pythons-behind-any-wrapper.sh": [
        ("activate the environment, or start its python", "activate the environment"),
    ],
    "standin/libraries-out-of-reach-are-named.sh": ["name the folder in LD_LIBRARY_PATH"],
    "standin/wheels-of-stand-ins-install-and-work.sh": [
        ("%s -m pip install", "pip install"),
        ("install: %s --force-reinstall --no-deps", "pip install"),
    ],
    "tool/findings/advice.py": [("pip install --force-reinstall --no-deps", "pip install"),
                                ("correct or unset the variable", "correct or unset (?:the"),
                                ("unset %s", "unset ("),
                                "conda install -p", "pip install"],
    "runtime/loader/remedies-that-are-followed-remove-the-message.sh": [
        ("; pip install", "pip install $packages"),
        "install it where ld.so finds it",
        "install the missing file",
        "correct or unset LAZYNCCL_",
        ("write absolute paths in LAZYNCCL_LIBPATH", "refused: not an absolute path"),
    ],
    "variants/link/link-takes-fallbacks-from-a-file.sh": [
        ("write it to [absent.answers], or add an empty", "said 'counts as an answer'"),
    ],
    "variants/link/link-keeps-direct-what-would-stop-a-shared-library.sh": [
        ("write NAME, NAME:MODE", "LAZY_LIBS=toy:stop"),
        ("add its folder to LIBRARY_PATH", "LIBRARY_PATH=lib"),
    ],
    "variants/default-copy-says-what-to-do.sh": [("name the file in", "LAZYNCCL_LIBPATH=$site/")],
    "variants/vendored-takes-only-its-builders-cuda.sh": [
        ("have different values: remove one of them", "LAZYNCCL_CUDA_MAJOR=12"),
    ],
    "runtime/search/libpath-file-may-have-any-name.sh": [("if it is this library", "write nccl=")],
    "runtime/loader/debug-prints-each-step.sh": [("LAZYNCCL_DEBUG=1 shows", "LAZYNCCL_DEBUG")],
    "netplugin/numbers-that-do-not-fit-are-errors.sh": [
        ("give a number from 1 to %d", "LAZYNCCL_NET_MAX_RECVS"),
    ],
    "netplugin/plugin-is-found-like-a-library.sh": [
        ("name one in LAZYNCCL_NET_PLUGIN", "LAZYNCCL_NET_PLUGIN"),
    ],
    "netplugin/check/plugin-check-reports-to-ci.sh": [
        ("removed in 0.2; use the exit status", "checks 1 failed.so --json"),
    ],
    "netplugin/removed-settings-are-named.sh": [
        ("removed in 0.2, nothing is recorded", "lazynccl run --trace"),
    ],
    "netplugin/every-nccl-version-works-with-every-tuner-version.sh": [
        ("; v%d was removed in 0.2", "name the file in NCCL_TUNER_PLUGIN"),
    ],
    "tool/findings/LN3.cases": [("conversion was removed in 0.2", "NCCL_PROFILER_PLUGIN=")],
    "netplugin/name-is-the-value-of-nccl-net.sh": [
        ("unset it, or set it to", "asks for another network"),
    ],
    "standin/name-of-a-stub-needs-no-file.sh": [("and ld.so finds none: give", "none: give")],
    "gen/vendor-names-a-copy-by-its-prefix.sh": [("has no prefix", "has no")],
    "gen/vendor-needs-no-header.sh": ["among the libraries of"],
    "gen/vendor-check-compares-a-copy.sh": [("give its path: vendor --check", "give its path")],
    "gen/vendor-takes-versions-from-a-library.sh": ["give a file with the soname",
                                                    "omit --versions-from"],
    "gen/describe/described-data-is-reached.sh": [
        ("describe HEADER... ", "describe HEADER... libtoy.so.1 -o toy.toml"),
        ("describe the library from its headers", "lazynccl describe"),
    ],
    "gen/vendor-only-what-is-used.sh": ["install binutils or set NM"],
    "gen/describe/remedies-of-describe-work.sh": [
        ("give its path, or its folder with -I", "give its path"),
        ("digits: give --name", "give --name"),
        ("the headers of this library", "give the headers of this library"),
        "give the library that it names",
        ("give the folders that it needs with -I", "give the folders that it needs"),
        "give headers that C can read",
        ("give TYPE=VALUE, such as", "give TYPE=VALUE"),
        "give the headers that declare them",
    ],
    "gen/describe/describe-refuses-bad-input.sh": [
        ("give --target with the triple", "--target aarch64-linux-gnu"),
    ],
    "variants/link/link-writes-archives-for-a-folder.sh": [
        ("this linker script names", "give the file that this linker script names"),
        (": leave it out", "leave it out"),
        ("names a library by its path links it directly", "-Llazy"),
        ("set COLLECT_GCC to a compiler", "the advice does not help"),
    ],
    "variants/link/link-changes-what-the-document-lists.sh": [(":start, or", "object:start")],
    "variants/link/link-has-fallbacks-for-usual-libraries.sh": [
        ("write their values to", "What the message says"),
    ],
    "variants/link/link-caches-what-it-made.sh": [
        (": name another folder", "the advice does not help"),
    ],
    "variants/link/link-check-lists-what-is-direct.sh": [
        ("set it as in the build", "LAZY_LIBS=one,two"),
    ],
    "variants/link/link-refuses-what-cannot-be-lazy.sh": [
        ("is a pipe, which cannot be read again", "is a pipe"),
        ("out of LAZY_LIBS, and write", "the advice does not help"),
        ("install lib{}.so, or write -l", "install libalone.so"),
    ],
    "house/dev-refuses-what-it-does-not-know.sh": [("unknown verb '$job': see", "--help"),
                                                   ("takes no arguments: remove", "remove")],
}
# A reason, and parts of messages.
ELSEWHERE: dict[str, list[str]] = {
    "changes the packages, disks, network or users of the machine": [
        "correct the path where it is set; namei",
        "install the development package of {T}",
        "namei -l {P} shows",
        "apk search so:{l}",
        "install its development package",
        "ldd FILE shows what the plugin lacks",
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
        "give a folder that you may write to",
        "no C compiler found: install gcc",
        "-Dtool=disabled",
        "put a newer one before it in PATH",
        "the generator is missing: install",
        "lazynccl needs Python 3.11",
        "install the package that has it",
        "{I}; or put the folder of {N} into LD_LIBRARY_PATH",
        "conda install -c conda-forge",
        "NCCL 1 is in no package",
        "the machine that uname -m shows",
    ],
    "needs the release's maintainer": ["remove this section", "commit or remove first",
                                       "set the next version"],
    "needs a driver": ["nvidia-smi shows whether the driver works",
                       "nvidia-smi must list a GPU; in", "install NVIDIA's driver"],
    "needs a container runtime": ["docker run --gpus all"],
    "needs hardware, or a network of hosts": ["CUBLAS_LOGINFO_DBG", "CUDNN_LOGLEVEL_DBG",
                                              "CUSPARSE_LOG_LEVEL", "CUTENSOR_LOG_LEVEL",
                                              "lazynccl run --trace DIR -- COMMAND on all ranks",
                                              "CUDA_LAUNCH_BLOCKING=1", "NCCL_DEBUG="],
    "changes the kernel or its limits": ["ulimit"],
    "changes the code of a program, plugin or module, or builds it anew": [
        "nm -D FILE shows which library defines it; load or link",
        "import what loads it first",
        "link with -LDIR -l{N}",
        "as its author, link it",
        "-Wl,-rpath-link=DIR",
        "link {F} with -l{N}",
        "cannot be lazy: link the library",
        "describe it in the stub",
        "link the program dynamically",
        "make sure that the headers have the version",
        "give the stub the headers",
        "only a header gives the size of an argument",
    ],
    "needs another release of a library or of lazynccl": [
        "LD_PRELOAD={W}",
        "install the release of {T} that {F}",
        "remove the folder of that file from",
        "install a build of {F} for the release",
        "install the release of {l} that {F}",
        "install a newer release of it; or run patchelf",
        "install the releases of {F}",
        "compare with that release",
        "install matching releases",
        "written by another release",
        "update {T} to {R} or later",
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
    "src/common/linking/preload.c",
    "explain reads errors of loaders",
    "about networks and plugins, and IDs",
    "cannot use a file that LAZYNCCL_LIBPATH",
    "found no usable copy in the search",
    "run-time packages have only",
    "Yields ",
    "lazynccl is for Linux, on",
    "lazynccl refuses a ",
    "which explains the error code",
    "lazynccl run --trace DIR -- COMMAND, then lazynccl trace DIR",
    "its path, or a name as in cc",
    "describe: {}",
    "end < CURRENT",
    "usage: ",
    "link LIBRARY.so",
    "explain a finding, an error message or a log",
    "run a program whose libraries",
    "make libraries that load the real one",
    "write a lazy loader",
    "describe any C library",
    "folders before site-packages",
    "set by the program",
    "correct or unset *_libpath",
    "lazynccl knows v%d",
    "import tomllib",
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
    sources = [*((path, c_texts) for path in (ROOT / "src").rglob("*.[ch]")),
               *((path, python_texts) for path in (ROOT / "gen").rglob("*.py")),
               (ROOT / "dev", shell_texts),
               *((path, shell_texts) for path in (ROOT / "packaging").rglob("*.sh")),
               (ROOT / "meson.build", meson_texts)]
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
    rows = []
    for test, messages in FOLLOWED.items():
        for row in messages:
            part, words = (row, row) if isinstance(row, str) else row
            rows.append((part, f"{test}\0{words}"))
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


sys.exit(main())
