"""usage: build.py PACKAGE few|all PROGRAM ARGUMENT [COMMAND...]: builds a Debian source package
with the direct link, and links it once more with every library lazy that can be; some packages also
with NAME:stop for each.

Runs in a Debian system that has lazynccl's sources, with an empty /tmp. COMMAND, the package's own
tests, runs after each link. Prints rows for docs/measurements.md. Exits with 1 if a lazy link or
its tests end differently, and with 77 if the direct build fails."""
import collections
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE))

from gen import elf  # noqa: E402
from gen.link.library import needed_at_start, stem  # noqa: E402

SOURCES = Path("/sources")
SETTINGS = {**os.environ, "CFLAGS": "-O2 -Wno-error", "CXXFLAGS": "-O2 -Wno-error",
            "FORCE_UNSAFE_CONFIGURE": "1"}
REFUSED = re.compile(r"lazynccl link: .*?(\S+) cannot be lazy: (.*): take (\S+) out of LAZY_LIBS")
USES = re.compile(r"uses (?:its (?:thread-local )?(?:variable )?)?(\S+)")
STAYS = re.compile(r"lazynccl link: (\S+): (\S+) stays linked directly, because without it "
                   r"calls of ([^ ,]+)")
NOTE = re.compile(rb'"soname":\["([^"]*)"\],"feature":"[^"]*","description":"[^"]* at (startup)?')
STOPPING = ("leveldb", "libxslt", "pillow")  # which are also linked with NAME:stop
# The line of one test, or of a sum, as test drivers print it.
RESULT = re.compile(r"^(?:.*[ .:])?(PASS(?:ED)?|FAIL|XFAIL|XPASS|SKIP|ERROR|passed|failed"
                    r"|skipped|ok|OK)(?:\b[^/=\n]*)?$|^(?:## )?Running .*$"
                    r"|^# of expected passes.*$", re.MULTILINE)
GOLANG = "dh_auto_WHAT --buildsystem=golang --builddirectory=_build"
CARGO = ('eval "$(dpkg-buildflags --export=sh)"; CARGO_HOME=$PWD/debian/cargo_home'
         " DEB_CARGO_CRATE=exa DEB_HOST_GNU_TYPE=x86_64-linux-gnu"
         " DEB_HOST_RUST_TYPE=x86_64-unknown-linux-gnu /usr/share/cargo/bin/cargo")
# Debian's rules run these before configure, or in place of it.
PREPARE = {
    "bubblewrap": "meson setup build -Dman=disabled -Dselinux=enabled",
    "gawk": "cd doc && touch gawktexi.in && for name in gawk gawkinet gawkworkflow pm-gawk; do"
            " touch $name.texi $name.info; done",
    "kmod": "touch libkmod/docs/gtk-doc.make",
    "leveldb": "cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBUILD_SHARED_LIBS=ON"
               " -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF .",
    "libzip": "cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF .",
    "lsof": "./Configure -n linux",
    "pillow": "echo '#!/bin/sh' >run && echo 'PYTHONPATH=${0%/*}/src exec python3 -c"
              " \"import PIL._imaging\"' >>run && chmod +x run",
    "runc": GOLANG.replace("WHAT", "configure"),
    "rust-exa": f"rm Cargo.lock; {CARGO} prepare-debian debian/cargo_registry --link-from-system",
    "squashfs-tools": "printf 'all:\\n\\t$(MAKE) -C squashfs-tools XZ_SUPPORT=1"
                      " LZMA_XZ_SUPPORT=1 LZO_SUPPORT=1 LZ4_SUPPORT=1"
                      " ZSTD_SUPPORT=1 XATTR_SUPPORT=1\\n' >Makefile",
}
# The commands that build a package in place of make
COMMANDS = {"bubblewrap": "ninja -k0 -C build", "pillow": "python3 setup.py build_ext --inplace",
            "runc": f"{GOLANG.replace('WHAT', 'build')} -- -tags 'seccomp urfave_cli_no_docs'",
            "rust-exa": f"{CARGO} build --release"}
# Options of configure, without which a package uses few libraries.
OPTIONS = {
    "kmod": "--with-xz --with-zlib --with-zstd --with-openssl --disable-manpages",
    "sudo": "--prefix=/tmp/sudo --with-selinux --with-linux-audit --with-pam --without-ldap",
    "util-linux": "--with-selinux --with-audit --with-udev --with-systemd"
                  " --with-cryptsetup --with-python=3 --disable-asciidoc",
}
WRAPPER = {"COMPILER_PATH": str(SOURCE / "gen/link/wrapper")}


class Failed(Exception):
    """A build failed."""


def run_logged(what: str, command: str, tree: Path, **settings: str) -> tuple[int, str]:
    """Runs a shell command. Returns its status and output."""
    with open(tree.parent / f"{what}.log", "wb") as log:
        status = subprocess.run(["sh", "-c", command], cwd=tree, env={**SETTINGS, **settings},
                                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                check=False).returncode
    return status, (tree.parent / f"{what}.log").read_text(encoding="utf-8", errors="replace")


def run_or_fail(what: str, command: str, tree: Path, **settings: str) -> str:
    """Runs a shell command. Returns its output. Raises Failed with the end of the output."""
    status, said = run_logged(what, command, tree, **settings)
    if status:
        raise Failed("\n".join([f"{what}: status {status}", *said.splitlines()[-25:]]))
    return said


def is_linked(path: Path) -> bool:
    """Returns whether a file is ELF of type ET_EXEC or ET_DYN."""
    with path.open("rb") as file:
        start = file.read(18)
    return start[:4] == b"\x7fELF" and start[16:] in (b"\2\0", b"\3\0")


def linked(tree: Path) -> dict[str, elf.Elf]:
    """Returns path → contents of each program and shared library in the tree, without further hard
    links, such as git's."""
    paths = {path.stat().st_ino: path for path in sorted(tree.rglob("*"), reverse=True)
             if path.is_file() and not path.is_symlink() and is_linked(path)}
    read = {str(path.relative_to(tree)): elf.read(str(path)) for path in sorted(paths.values())}
    return {path: each for path, each in read.items() if each}


def needed(files: dict[str, elf.Elf]) -> list[str]:
    """Returns the libraries of other packages that could be lazy."""
    own = {each.soname for each in files.values()} | {os.path.basename(path) for path in files}
    return sorted({stem(soname) for each in files.values() for soname in each.needed
                   if soname not in own and not needed_at_start(soname)})


def calls(tree: Path, program: str, argument: str) -> int:
    """Returns the number of system calls of a program."""
    files = linked(tree)
    own = [str(tree / path) for path, each in files.items() if program in files
           and each.soname and each.soname in files[program].needed]
    trace = tree.parent / "trace"
    preload = ["-E", f"LD_PRELOAD={':'.join(own)}"] if own else []
    subprocess.run(["strace", *preload, "-f", "-o", trace, tree / program, argument], check=False,
                   stdin=subprocess.DEVNULL, capture_output=True)
    return len(re.findall(r"^\d+ +\w+\(", trace.read_text(errors="replace"), re.MULTILINE))


def opened(tree: Path, program: str) -> str:
    """Returns how many lazy libraries a program opens at its start, of how many."""
    files = linked(tree)
    own = files[program].needed if program in files else None  # a script uses all files
    notes = b"".join((tree / path).read_bytes() for path, each in files.items()
                     if own is None or path == program or each.soname in own)
    found = dict(NOTE.findall(notes))
    return f"{sum(map(bool, found.values()))} of {len(found)}"


def sizes(tree: Path, files: dict[str, elf.Elf]) -> dict[str, int]:
    """Returns path → bytes of the stripped files."""
    found = {}
    for path in files:
        shutil.copy(tree / path, tree.parent / "stripped")
        subprocess.run(["strip", tree.parent / "stripped"], check=True)
        found[path] = (tree.parent / "stripped").stat().st_size
    return found


def results(said: str) -> collections.Counter[str]:
    return collections.Counter(match[0].strip() for match in RESULT.finditer(said))


def replaceable(names: list[str]) -> set[str]:
    """Returns the exports of these libraries. With a direct link, a program exports its own
    functions of these names, and replaces them in the library."""
    said = (subprocess.run(["cc", f"-print-file-name=lib{name}.so"], capture_output=True, text=True,
                           check=True).stdout.strip() for name in names)
    return {symbol.name for each in map(elf.read, said) if each for symbol in each.exported()}


def differences(direct: dict[str, elf.Elf], lazy: dict[str, elf.Elf],
                taken: list[str]) -> Iterator[str]:
    """Yields what must be the same in both builds, and is not."""
    replaced = replaceable(taken)
    for path in direct:
        one, two = ({symbol.name for symbol in each[path].exported()} for each in (direct, lazy))
        if other := (one ^ two) - replaced:
            yield f"{path} exports other names: {', '.join(sorted(other)[:5])}"


def keep(files: Mapping[str, elf.Elf], tree: Path, name: str) -> None:
    """Copies the files for uses/PACKAGE.sh."""
    for path, each in files.items():
        to = Path("/tmp", name, path)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(tree / path, to)
        if each.soname and each.soname != to.name:
            to.with_name(each.soname).symlink_to(to.name)


def link_lazily(tree: Path, direct: dict[str, elf.Elf], names: list[str],
                ending: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Links again with the libraries lazy that are not refused. Returns the refusals, and the
    output, SONAME and function of each library that stays direct."""
    refused, said = dict[str, str](), ""
    while len(refused) < len(names):
        old = {(tree / path).stat().st_ino for path, each in direct.items()
               if (tree / path).exists() and {*map(stem, each.needed)} & {*names}}
        for path in [*tree.rglob("*")]:
            if path.is_file() and not path.is_symlink() and (
                    path.suffix == ".la" or path.stat().st_ino in old):
                path.unlink()
        lazy = ",".join(name + ending for name in names if name not in refused)
        status, said = run_logged("lazy", command(tree), tree, **WRAPPER, LAZY_LIBS=lazy,
                                  LAZY_DIRECT="/tmp/kept files")
        new = {stem(soname): f"{soname}: {why}" for soname, why, _ in REFUSED.findall(said)}
        refused |= new
        if status and not new:
            raise Failed("\n".join(said.splitlines()[-25:]))
        if not status:
            break
    return refused, STAYS.findall(said)


def command(tree: Path) -> str:
    """Returns the shell command that builds a package, all of it if something fails."""
    return COMMANDS.get(tree.parent.name, f"make -k -j{os.cpu_count()}")


def build(package: str, tree: Path) -> dict[str, elf.Elf]:
    """Builds with the direct link. Returns the programs and libraries."""
    description = next(SOURCES.glob(f"{package}_*.dsc"))
    run_or_fail("unpack", f"dpkg-source --no-check -x {description} {tree}", tree.parent)
    shipped = {*linked(tree)}
    # Patches make sources newer than what Autotools made from them.
    run_or_fail("prepare", PREPARE.get(package, ":"), tree)
    run_or_fail("configure", "find . -exec touch -hd 2020-01-01 {} +; "
                             "[ -x configure ] || [ ! -e configure.ac ] || autoreconf -fi; "
                             "[ ! -x configure ] || ./configure --disable-silent-rules "
                             + OPTIONS.get(package, ""), tree)
    run_or_fail("direct", command(tree), tree)
    return {path: each for path, each in linked(tree).items() if path not in shipped}


class Direct:
    """The direct build of a package, and what was measured of it."""

    def __init__(self, package: str, program: str, argument: str, check: str) -> None:
        self.package, self.program, self.argument = package, program, argument
        self.check = check or f"./{program} {argument}"
        self.tests = "not run" if not check else ""
        self.tree = Path("/tmp/build", package, "tree")  # remains for uses/PACKAGE.sh
        self.tree.parent.mkdir(parents=True)
        self.files = build(package, self.tree)
        self.names = needed(self.files)
        self.calls = calls(self.tree, program, argument)
        self.sizes = sizes(self.tree, self.files)
        keep(self.files, self.tree, "direct")
        self.status, self.said = run_logged("check-direct", self.check, self.tree)


def relink(one: Direct, ending: str) -> list[str]:
    """Links a package lazily, prints its row, and returns what is wrong."""
    tree = one.tree
    refused, stays = link_lazily(tree, one.files, one.names, ending)
    lazy = linked(tree)
    # make does not link tools again whose output exists.
    direct = {path: each for path, each in one.files.items() if path in lazy}
    left = {(os.path.basename(path), stem(soname)) for path in direct
            for soname in lazy[path].needed if stem(soname) in {*one.names} - {*refused}}
    explained = {(name, stem(soname)) for name, soname, _ in stays}
    taken = [name for name in one.names if name not in refused and any(
        stem(soname) == name for path in direct
        for soname in {*direct[path].needed} - {*lazy[path].needed})]
    places = {name: USES.findall(why)[0] for name, why in refused.items()}
    columns = [dict.fromkeys(taken, ""), {stem(soname): where for _, soname, where in stays},
               places]
    texts = [", ".join(f"{name} (`{place}`)" if place else name
                       for name, place in sorted(each.items())) or "-" for each in columns]
    what = f"{one.package}, `{ending}`" if ending else one.package
    row = f"score: | {what} | {' | '.join(texts)} |"
    print(*(f"refused: {why}" for why in refused.values()),
          *(f"stays: {' '.join(each)}" for each in stays), sep="\n")
    if not taken:
        print(f"{row} - | {one.calls} | {sum(one.sizes.values()):,} | - |")
        return []
    keep(lazy, tree, ending[1:] or "lazy")
    wrong = [*differences(direct, lazy, taken)]
    wrong += [f"{file}: still loads {name} at the start" for file, name in sorted(left - explained)]
    counts = f"{one.calls} → {calls(tree, one.program, one.argument)}"
    more = sizes(tree, direct)
    total = f"{sum(one.sizes[path] for path in more):,} → {sum(more.values()):,}"
    now, after = run_logged("check-lazy", one.check, tree, **WRAPPER,
                            LAZY_LIBS=",".join(name + ending for name in taken))
    before, found = results(one.said), results(after)
    if one.status != now or before != found:
        wrong.append(f"tests: status {one.status}, now {now}: {before - found}, now "
                     f"{found - before}")
    if not one.tests and not found:
        wrong.append("\n".join(["tests: none ran", *after.splitlines()[-25:]]))
    print(*(f"result: {line}" for line in found), *wrong, sep="\n")
    tests = one.tests or ("the same" if one.status else "passed")
    print(f"{row} {opened(tree, one.program)} | {counts} | {total} | {tests} |")
    return wrong


def main() -> int:
    package, _, program, argument, *words = sys.argv[1:]
    try:
        direct = Direct(package, program, argument, " ".join(words))
    except Failed as error:
        print(f"{error}\nskipped: {package}: its direct build fails here, too")
        return 77
    endings = ["", ":stop"] if package in STOPPING else [""]
    try:
        wrong = [line for ending in endings for line in relink(direct, ending)]
    except Failed as error:
        print(error)
        return 1
    return bool(wrong)


sys.exit(main())
