"""doctor --from FILE, audit FILE, find --from FILE and explain MESSAGE agree with dlopen(FILE,
RTLD_NOW) in a child process and name one cause, in each of twelve environments that users had.
After the remedy that they print, the fault is gone.

usage: PROGRAM [FOLDER]: with libraries that it builds, or with NVIDIA's in a folder of unpacked
wheels, PACKAGE-VERSION."""
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from environments import HOST, compile_c

if not shutil.which("patchelf"):
    print("skipped: patchelf is not installed")
    sys.exit(77)
TOOL, CC, SOURCE = os.environ["TOOL"], os.environ["CC"].split(), os.environ["SOURCE"]
WHEELS = Path(sys.argv[1]) if len(sys.argv) > 1 else None
SITE = "venv/lib/python3.11/site-packages"
RELEASES = {  # package: its releases, oldest first; the fake's library, and its folder
    "nvidia-nccl-cu12": (["2.18.1"], "nccl", "nvidia/nccl/lib"),
    "nvidia-nccl-cu13": (["2.28.9"], "nccl", "nvidia/nccl/lib"),
    "nvidia-nvjitlink-cu12": (["12.2.140", "12.8.93", "12.9.86"], "nvjitlink",
                              "nvidia/nvjitlink/lib"),
    "nvidia-cusparse-cu12": (["12.5.10.65"], "", "nvidia/cusparse/lib"),
}
ALL = "doctor", "audit", "find", "explain"
SETTINGS = "doctor", "explain"  # audit and find examine the file, which loads


@dataclass
class Machine:
    folder: Path
    variables: dict[str, str] = field(default_factory=lambda: {
        "PATH": "/usr/bin:/bin", "LAZYNCCL_SEARCH": "api,env,loaded,partner,wheel,conda"})
    prefix: list[str] = field(default_factory=list)  # of the command that loads the file

    @property
    def site(self) -> Path:
        return self.folder / SITE

    def shell(self, script: str, *words: str) -> None:
        subprocess.run(["sh", "-c", f'cd "$1"; shift; set -e; {script}', "sh", str(self.folder),
                        *words], check=True, env=os.environ)

    def install(self, package: str, version: str, to: Path | None = None) -> None:
        """Installs a release as pip does."""
        _, library, folder = RELEASES[package]
        site = to or self.site
        name = package.replace("-", "_")
        for old in site.glob(f"{name}-*.dist-info"):
            shutil.rmtree(old)
        if WHEELS:  # without the metadata
            shutil.copytree(WHEELS / f"{package}-{version}", site, dirs_exist_ok=True,
                            copy_function=self.replace)
        elif library:
            self.shell('. "$SOURCE/tests/stage.sh"; fake_library "$@"', library,
                       ".".join(version.split(".")[:2 if library == "nvjitlink" else 3]),
                       str(site / folder))
        else:
            compile_c(site / folder / "libcusparse.so.12",
                      "int __nvJitLinkCreate_12_9(); int use(void)"
                      "{ return __nvJitLinkCreate_12_9(); }",
                      "-Wl,-soname,libcusparse.so.12", "-Wl,-rpath,$ORIGIN/../../nvjitlink/lib",
                      str(self.reference("nvidia-nvjitlink-cu12", "libnvJitLink.so.12")))
        info = site / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Name: {package}\nVersion: {version}\n")
        (info / "RECORD").write_text("".join(f"{folder}/{file.name},,\n"
                                             for file in (site / folder).iterdir()))

    @staticmethod
    def replace(source: str, to: str) -> str:
        Path(to).unlink(missing_ok=True)
        os.link(source, to)
        return to

    def uninstall(self, package: str) -> None:
        for info in self.site.glob(f"{package.replace('-', '_')}-*.dist-info"):
            for row in (info / "RECORD").read_text().splitlines():
                (self.site / row.split(",")[0]).unlink(missing_ok=True)
            shutil.rmtree(info, ignore_errors=True)

    def reference(self, package: str, name: str) -> Path:
        """The newest release of a library, to link with."""
        folder = self.folder / "reference" / package
        if not folder.exists():
            self.install(package, RELEASES[package][0][-1], folder)
        return folder / RELEASES[package][2] / name

    def nccl(self) -> Path:
        return self.reference("nvidia-nccl-cu13", "libnccl.so.2")

    def module(self, calls: list[str], *options: str) -> Path:
        text = "".join(f"int {one}(); int use_{one}(void) {{ return {one}(); }}\n"
                       for one in calls)
        return compile_c(self.site / "package/module.so", text, "-Wl,--allow-shlib-undefined",
                         *options)

    def library(self, path: str, code: str, *options: str) -> Path:
        return compile_c(self.folder / path, code, f"-Wl,-soname,{Path(path).name}", *options)

    def run(self, *command: str) -> tuple[int, str]:
        done = subprocess.run(command, env=self.variables, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def load(self, file: Path) -> tuple[int, str]:
        return self.run(*self.prefix, str(self.folder / "venv/bin/python3"), str(file))


NCCL_PATH = "-Wl,-rpath,$ORIGIN/../nvidia/nccl/lib"


def cusparse(at: Machine, release: str, toolkit: str = "") -> Path:
    at.install("nvidia-nvjitlink-cu12", release)
    at.install("nvidia-cusparse-cu12", "12.5.10.65")
    if toolkit:
        at.install("nvidia-nvjitlink-cu12", toolkit, at.folder / "toolkit")
        at.variables["LD_LIBRARY_PATH"] = f"{at.folder}/toolkit/nvidia/nvjitlink/lib"
    return at.site / "nvidia/cusparse/lib/libcusparse.so.12"


def toolkit_first(at: Machine) -> Path:
    return cusparse(at, "12.9.86", "12.2.140")


def toolkit_and_wheel(at: Machine) -> Path:
    return cusparse(at, "12.8.93", "12.2.140")


def older_wheel(at: Machine) -> Path:
    return cusparse(at, "12.8.93")


def two_nccls(at: Machine) -> Path:
    at.install("nvidia-nccl-cu13", "2.28.9")
    at.install("nvidia-nccl-cu12", "2.18.1", at.folder / "old")
    at.variables["LD_LIBRARY_PATH"] = f"{at.folder}/old/nvidia/nccl/lib"
    return at.module(["ncclGetVersion", "ncclCommShrink"], str(at.nccl()), NCCL_PATH)


def one_of_two_uninstalled(at: Machine) -> Path:
    at.install("nvidia-nccl-cu13", "2.28.9")
    at.install("nvidia-nccl-cu12", "2.18.1")
    at.uninstall("nvidia-nccl-cu12")
    return at.module(["ncclGetVersion"], str(at.nccl()), NCCL_PATH)


def no_driver(at: Machine) -> Path:
    driver = at.library("reference/libcuda.so.1", "int cuInit(void) { return 0; }")
    return at.module(["cuInit"], str(driver))


def no_verbs(at: Machine) -> Path:
    at.install("nvidia-nccl-cu13", "2.28.9")
    at.variables["NCCL_NET"] = "IB"
    return at.module(["ncclGetVersion"], str(at.nccl()), NCCL_PATH)


def empty_net(at: Machine) -> Path:
    file = no_verbs(at)
    at.variables["NCCL_NET"] = ""
    return file


def plugin(at: Machine) -> Path:  # no system has this version of libfabric
    fabric = at.library("reference/libfabric.so.2", "int fi_getinfo(void) { return 0; }")
    at.variables |= {"NCCL_NET_PLUGIN": "ofi", "LD_LIBRARY_PATH": f"{at.folder}/plugins"}
    return at.library("plugins/libnccl-net-ofi.so", "int fi_getinfo(); const char *ncclNetPlugin_v8"
                      "[22] = {\"ofi\"}; int use(void) { return fi_getinfo(); }", str(fabric))


def builders_path(at: Machine) -> Path:
    at.install("nvidia-nccl-cu13", "2.28.9")
    return at.module(["ncclGetVersion"], str(at.nccl()), "-Wl,-rpath,/home/builder/nccl/lib")


def stub_driver(at: Machine) -> Path:
    stub = at.library("toolkit/stubs/libcuda.so.1", "int cuInit(void) { return 34; }")
    at.library("driver/libcuda.so.1", "int cuInit(void) { return 0; }")
    at.variables["LD_LIBRARY_PATH"] = f"{stub.parent}:{at.folder}/driver"
    return at.module(["cuInit"], str(stub))


def undefined(at: Machine) -> Path:
    at.install("nvidia-nccl-cu13", "2.28.9")
    return at.module(["ncclGetVersion", "ncclCommShrink"])


@dataclass
class Case:
    make: Callable[[Machine], Path]
    finding: str
    cause: str
    remedy: str
    fails: bool = True  # to load
    message: str = ""   # in place of ld.so's
    by: tuple[str, ...] = ALL  # who has the finding
    explained: str = ""  # the finding of explain, if it is another one


def loads(library: str) -> bool:
    """Whether ld.so finds the library on this machine."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


NET = "node1:7:7 [0] NCCL WARN "
CASES = [
    Case(toolkit_first, "LN107", "12.2", "unset LD_LIBRARY_PATH"),
    Case(toolkit_and_wheel, "LN107", "12.2",
         "pip install 'nvidia-nvjitlink-cu12>=12.9'; export LD_LIBRARY_PATH="),
    Case(older_wheel, "LN107", "12.8", "pip install 'nvidia-nvjitlink-cu12>=12.9'"),
    Case(two_nccls, "LN103", "ncclCommShrink", "unset LD_LIBRARY_PATH"),
    Case(one_of_two_uninstalled, "LN115", "libnccl.so.2",
         "pip install --force-reinstall --no-deps nvidia-nccl-cu13==2.28.9"),
    Case(no_driver, "LN115", "libcuda.so.1", "lazynccl run --lazy cuda -- COMMAND"),
    Case(no_verbs, "LN203" if loads("libibverbs.so.1") else "LN201", "NCCL_NET",
         "unset NCCL_NET", fails=False, by=SETTINGS,
         message=NET + "Error: network IB not found."),
    Case(empty_net, "LN202", "NCCL_NET", "unset NCCL_NET", fails=False, by=SETTINGS,
         message=NET + "Error: network  not found."),
    Case(plugin, "LN115", "libfabric.so.2", "install the package that contains the library",
         explained="LN302",
         message="NCCL INFO NET/Plugin: Could not find: ofi libnccl-net-ofi.so. libfabric.so.2: "
                 "cannot open shared object file: No such file or directory"),
    Case(builders_path, "LN115", "libnccl.so.2",
         "give the file the search path $ORIGIN/../nvidia/nccl/lib"),
    Case(stub_driver, "LN105", "stub", "export LD_LIBRARY_PATH=", fails=False,
         by=("doctor", "audit", "explain"),
         message="CUDA error: CUDA driver is a stub library"),
    Case(undefined, "LN511", "ncclCommShrink", "compile lazynccl.c as part of the file"),
]


def follow(at: Machine, file: Path, line: str) -> None:
    """Carries out a remedy; pip installs the newest release that fits."""
    for step in re.split(r"; export ", line):
        if match := re.match(r"unset (\w+)", step):
            del at.variables[match[1]]
        elif match := re.match(r"pip install .*?'?(nvidia-[a-z-]+-cu\d+)", step):
            at.install(match[1], RELEASES[match[1]][0][-1])
        elif step.startswith("lazynccl run --lazy cuda -- "):
            at.variables["XDG_CACHE_HOME"] = str(at.folder / "cache")
            at.prefix = [TOOL, *step.split(" COMMAND")[0].split()[1:]]
        elif step.startswith("install the package"):
            at.library("plugins/libfabric.so.2", "int fi_getinfo(void) { return 0; }")
        elif match := re.match(r"give the file the search path (\S+)", step):
            subprocess.run(["patchelf", "--set-rpath", match[1], str(file)], check=True)
        elif match := re.match(r"(?:export )?LD_LIBRARY_PATH=(\S+)", step):
            at.variables["LD_LIBRARY_PATH"] = match[1]
        elif step.startswith("compile lazynccl.c"):
            at.module(["ncclGetVersion", "ncclCommShrink"], os.environ["ARCHIVE"], "-pthread")
        else:
            raise AssertionError(f"no such step: {step}")


def ask(at: Machine, case: Case, file: Path, message: str) -> dict[str, list[dict[str, Any]]]:
    """Returns each verb's findings about this case. No verb may report another error."""
    asked = {}
    for words in (["doctor", "--from", str(file)], ["audit", str(file)],
                  ["find", "--from", str(file)], ["explain", message]):
        status, output = at.run(TOOL, *words, "--json")
        found = json.loads(output)["findings"]
        print(f"    {words[0]:8} {status} {', '.join(one['what'] for one in found)}")
        assert status == int(any(one["severity"] != "note" for one in found)), (words, found)
        wanted = {case.finding, case.explained}
        asked[words[0]] = [one for one in found if one["id"] in wanted]
        others = [one for one in found if one["severity"] == "error" and one["id"] not in wanted]
        assert not others, others
    return asked


def check(at: Machine, case: Case) -> None:
    file = case.make(at)
    failed, said = at.load(file)
    print(f"{case.make.__name__}\n    dlopen   {failed} {said.strip()}")
    assert bool(failed) == case.fails, said
    message = case.message or f"{file}: error while loading shared libraries: {said.strip()}"
    answers = ask(at, case, file, message)
    assert tuple(verb for verb, found in answers.items() if found) == case.by, answers
    assert all(case.cause in json.dumps(found) for found in answers.values() if found), answers
    same = {json.dumps([(one["what"], one["remedy"]) for one in found if one["id"] == case.finding])
            for verb, found in answers.items()
            if verb in case.by and not (case.message and verb == "explain")}
    assert len(same) == 1, same
    lines = [line for one in answers["doctor"] for line in one["remedy"]
             if line.startswith(case.remedy)]
    assert lines, answers["doctor"]
    print(f"    {lines[0]}")
    follow(at, file, lines[0])
    failed, said = at.load(file)
    assert not failed, said
    if not at.prefix:  # which the verbs do not see
        left = [one for found in ask(at, case, file, message).values() for one in found]
        assert all(one["severity"] == "note" for one in left), left


def be_alone() -> None:
    """Hides the CUDA of this machine, and ld.so's cache, which may list it."""
    if os.geteuid() == 0 and "ALONE" not in os.environ and \
            subprocess.run(["unshare", "-m", "true"], check=False).returncode == 0:
        script = """: >"$TMPDIR/cache" && mount --bind "$TMPDIR/cache" /etc/ld.so.cache || exit
            for toolkit in /usr/local/cuda*; do
                [ ! -d "$toolkit" ] || mount -t tmpfs none "$toolkit" || exit
            done
            exec "$@" """
        with tempfile.TemporaryDirectory() as name:
            done = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", sys.executable, "-B",
                                   *sys.argv], check=False,
                                  env={**os.environ, "ALONE": "1", "TMPDIR": name})
        sys.exit(done.returncode)


def main() -> int:
    be_alone()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        host = Path(name) / "host"
        subprocess.run([*CC, "-xc", "-", "-o", str(host), "-ldl"], input=HOST.encode(), check=True)
        for library in ("libnccl.so.2", "libcuda.so.1"):
            if loads(library):
                print(f"skipped: ld.so finds a {library} on this machine")
                return 77
        for number, case in enumerate(CASES):
            if case.make is no_verbs and os.path.isdir("/sys/class/infiniband"):
                continue  # this machine has InfiniBand
            at = Machine(Path(name) / str(number))
            (at.folder / "venv/bin").mkdir(parents=True)
            at.site.mkdir(parents=True)
            (at.folder / "venv/bin/python3").symlink_to("../../../host")
            try:
                check(at, case)
            except AssertionError as error:
                failed += 1
                print(f"WRONG: {case.make.__name__}: {error}")
    return failed > 0


sys.exit(main())
