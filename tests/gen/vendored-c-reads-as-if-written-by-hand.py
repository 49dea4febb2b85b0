"""The C that a project gets has no line above 100 columns, no blank at the end of one, no
`(void)x` for an x that is used, and no member of a struct of the runtime that nothing names, and
compiles without warnings. No statement is left out because a copy does not include the header of a
macro."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE))

from gen.c import locations, parts, runtime, unit  # noqa: E402

Z = ["libz.so.1", "--only", "inflate,zlibVersion"]
COPIES = (["nccl"], ["nccl", "--search", "full"], ["nccl", "--no-calls"],
          ["nccl", "--search", "api"], ["nccl", "--search", "loaded", "--complete"],
          ["nccl", "nvrtc", "nvjitlink", "--def", "--declare"], ["nccl", "--open", "start"],
          ["nvjitlink"], ["cublas", "--cuda", "13", "--search", "wheel,toolkit,soname"],
          [*Z, "--search", "soname"], [*Z, "--search", "env,soname", "--prefix", "z"],
          [*Z, "--search", "full", "--prefix", "lazywaylandclient"])
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FUNCTION = re.compile(r"^\w[^;{}=]*\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
STRUCT = re.compile(r"^struct \w+?_(\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
# Read by assembly, and in the form of a file.
FIXED = ("trampolines", "told", "head", "entry")


def faults(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 100 or line.endswith(" "):
            yield f"{name}:{number}: {len(line)} columns: {line}"
    code = COMMENT.sub("", text)
    for body in FUNCTION.findall(code):
        for word in re.findall(r"^ +\(void\)(\w+);", body, re.MULTILINE):
            if len(re.findall(rf"\b{word}\b", body)) > 1:
                yield f"{name}: (void){word}, which is used:\n{body}"
    for struct, body in STRUCT.findall(code):
        for member in re.findall(r"(\w+)(?:\[[^\]]*\])?;", body):
            if struct not in FIXED and not re.search(rf"(->|\.){member}\b", code):
                yield f"{name}: nothing names {member} of {struct}"


def vanishing() -> Iterator[str]:
    """Yields the calls in sources of small copies that name neither a function of the runtime nor a
    macro of a header that small copies include, or that asks what only the full search does."""
    sources = {path.relative_to(SOURCE / "src/runtime").as_posix(): path.read_text()
               for path in (SOURCE / "src/runtime").rglob("*.[ch]")}
    defined = {*parts.RUNTIME.findall("\n".join(sources.values()))}
    for name, text in sources.items():
        if name.startswith("copy/") or name in (*unit.SHARED, "core/search.h", "loader/object.h"):
            defined |= {*parts.MACRO.findall(text)}
    for name, text in sources.items():
        if name.removesuffix(".c") in runtime.SMALL or name.startswith(
                ("core/", "copy/", "search/location/")):
            yield from (f"{name}: {called} would vanish"
                        for called in parts.CALL.findall(text) if called not in defined)
    table = sources["search/search.c"].replace("LAZYNCCL_SYSTEM", '"soname"')
    yield from (f"search/search.c has no row of {word}" for word in locations.LOCATIONS
                if f'{{"{word}", ' not in table)


def main() -> int:
    wrong = list(vanishing())
    compiler = [*shlex.split(os.environ.get("CC", "cc")), "-Wall", "-Wextra", "-Werror", "-c"]
    for words in COPIES[::4] if "BRIEF" in os.environ else COPIES:
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, SOURCE / "gen", "vendor", *words, "-o", folder],
                                  check=False, capture_output=True, text=True)
            if made.returncode:
                wrong.append(f"{words}: {made.stderr}")
            for path in sorted(Path(folder).glob("*.[ch]")):
                wrong += [*faults(f"{' '.join(words)}: {path.name}", path.read_text())]
            for path in Path(folder).glob("*.c"):
                done = subprocess.run([*compiler, path, "-o", f"{path}.o"], check=False,
                                      capture_output=True, text=True)
                wrong += [f"{words}: {done.stderr}"] * bool(done.returncode or done.stderr)
    print(f"{len(COPIES)} copies", *wrong, sep="\n")
    return bool(wrong)


sys.exit(main())
