"""Puts stand-ins in the way of the Python programs that `lazynccl run` starts.

LD_LIBRARY_PATH leads the dynamic linker to them, but Python packages go past it: by DT_RPATH, by
the path of a file below a site-packages. So a stand-in in this set whose library this Python has,
in one of NVIDIA's wheels or in its conda environment, is
- loaded before anything else: a request for its SONAME, or whether that is loaded, gets it;
- found first by code that searches sys.path for nvidia/*/lib;
- what ctypes loads in place of the real file, by whatever path (JAX does so at the first device).
A Python with other wheels than those that the set was made from asks `lazynccl run` for its own
set, so that it does not matter what stands between: env, a shell, uv, Jupyter. Its children inherit
that set. Imports are as without us: nothing is imported from our folders in sys.path, so that they
are not part of the package nvidia; and the sitecustomize that this one hides is run.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import stat
import sys

HERE = os.path.dirname(__file__)
LIB = os.path.join(sys.prefix, "lib")  # conda's libraries are there


class Nothing:
    """Stands for a folder with nothing in it to import."""

    def find_spec(self, name, target=None):
        return None


def has_own_libraries():
    try:
        return any(name.startswith(("libcu", "libnccl", "libnv")) for name in os.listdir(LIB))
    except OSError:
        return False


def own_sites():
    """This Python's site-packages that have NVIDIA's wheels, or whose conda environment has its
    libraries."""
    library = os.path.dirname(os.__file__)
    own = [entry for entry in sys.path
           if entry not in (library, os.path.join(library, "lib-dynload"))
           and not entry.endswith(".zip") and os.path.isdir(os.path.join(entry, "nvidia"))]
    if has_own_libraries():
        own += [entry for entry in sys.path if os.path.basename(entry) == "site-packages"]
    return list(dict.fromkeys(map(os.path.realpath, own)))


def manifest(folder):
    """The lines of a set's manifest by their first word; none if it is gone or damaged."""
    lines = {}
    try:
        with open(os.path.join(folder, "manifest"), errors="surrogateescape") as file:
            for line in file:
                word, *values = line.rstrip("\n").split("\t")
                lines.setdefault(word, []).append(values)
    except OSError:
        pass
    return lines


def is_users(lines):
    """1 if this process has the rights of the user who ran `run`, and no more."""
    user = lines.get("user", [["-"]])[0][0]
    if user != str(os.getuid()) or os.getuid() != os.geteuid() or os.getgid() != os.getegid():
        return False
    import ctypes

    return not ctypes.CDLL(None).getauxval(23)  # AT_SECURE


def other_set(lines, sites):
    """The set of this Python, made by the command that has made this one; or None."""
    import subprocess

    command = lines["command"][0][0]
    words = [command, "run", "--print", "--lazy", lines["lazy"][0][0], "--sites", ":".join(sites)]
    try:
        said = subprocess.run([*words, "--", sys.executable or command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE)
    except OSError:
        return None
    for line in os.fsdecode(said.stdout).splitlines():
        if line.startswith("PYTHONPATH="):
            return line.partition("=")[2].split(":")[0]
    return None


def hand_on(folder):
    """Children use the set of this Python."""
    for name, below in (("LD_LIBRARY_PATH", "/lib"), ("PYTHONPATH", "")):
        parts = os.environ.get(name, "").split(":")
        os.environ[name] = ":".join(folder + below if part == HERE + below else part
                                    for part in parts)


def real_files(name, size, folders):
    """The files of this name and size in folders whose paths have no links."""
    for folder in folders:
        path = os.path.join(folder, name)
        try:
            facts = os.lstat(path)
            if stat.S_ISLNK(facts.st_mode):
                path = os.path.realpath(path)
                facts = os.stat(path)
        except OSError:
            continue
        if str(facts.st_size) == size:
            yield path


def report_others(lines, sites, found):
    """Names a library of which this Python has another file than the one that a prepared set was
    made from: a function that only the new file has is missing then."""
    made = {os.path.basename(path) for _, path, _ in found}
    for soname, file, size, *_ in lines.get("stand-in", []):
        if size != "0" and soname not in made:
            for path in (os.path.join(site, file) for site in sites):
                if os.path.exists(path):
                    print(f"lazynccl: {HERE} was made from another file than {path}: make it "
                          "with lazynccl stand-in ENVIRONMENT --into DIR", file=sys.stderr)
                    return


def chosen(folder, lines, sites):
    """(site folder of the stand-in, the stand-in, real files) of each library that this Python
    has."""
    places = {}
    prefix = [os.path.realpath(LIB)] if has_own_libraries() else []
    for soname, file, size, *_ in lines.get("stand-in", []):
        if size == "0":
            continue  # made from a stub
        below, name = os.path.split(file)
        if below not in places:
            places[below] = [os.path.realpath(os.path.join(site, below)) for site in sites]
        real = [*real_files(name, size, places[below]), *real_files(soname, size, prefix)]
        if real:
            above = os.path.join(folder, "site", soname)
            yield above, os.path.join(above, file), real


def name_environment():
    """Stand-ins find the wheels by the path by which Python was started. A relative path is not one
    later on, so then they find them as in an environment that is activated."""
    started = getattr(sys, "orig_argv", [""])[0]
    if os.sep in started and not os.path.isabs(started):
        os.environ.setdefault("VIRTUAL_ENV", sys.prefix)


def put_in_the_way(stand_ins):
    import ctypes

    usual, instead = ctypes._dlopen, {}

    def dlopen(name, *mode):
        if name and os.sep in os.fsdecode(name):
            name = instead.get(os.path.realpath(os.fsdecode(name)), name)
        return usual(name, *mode)

    for folder, path, real in stand_ins:
        try:
            ctypes.CDLL(path)
        except OSError:
            continue  # of another architecture than this Python
        instead.update(dict.fromkeys(real, path))
        sys.path_importer_cache[folder] = Nothing()
        sys.path.insert(0, folder)
    ctypes._dlopen = dlopen


def start():
    sites = own_sites()
    if not sites:
        return
    lines, folder = manifest(HERE), HERE
    if "command" in lines and not all([site] in lines.get("site", []) for site in sites):
        if is_users(lines):
            folder = other_set(lines, sites) or HERE
        lines = manifest(folder)
        hand_on(folder)
    found = list(chosen(folder, lines, sites))
    if "command" not in lines:
        report_others(lines, sites, found)
    if found:
        name_environment()
        put_in_the_way(reversed(found))


def run_the_hidden_one():
    ours = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = ours


sys.path[:] = [entry for entry in sys.path if entry != HERE]
start()
run_the_hidden_one()
