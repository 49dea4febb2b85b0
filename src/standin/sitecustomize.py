"""Makes the Python programs that `lazynccl run` starts load stand-ins.

LD_LIBRARY_PATH leads the dynamic linker to stand-ins, but Python packages bypass it by DT_RPATH or
by the path of a file below a site-packages. If this Python has a library of this set, in an NVIDIA
wheel or in its conda environment, the library's stand-in is
- loaded before anything else, so that later requests for the SONAME get the stand-in;
- found first by code that searches sys.path for nvidia/*/lib;
- loaded by ctypes in place of the real file, under any path (JAX does this at the first device).
If this Python has other wheels than those that the set was made from, it asks `lazynccl run` for
its own set, and its children inherit that set. So a Python may be started through env, a shell, uv
or Jupyter. Imports do not change: nothing is imported from our folders in sys.path, so they do not
become part of the package nvidia, and the sitecustomize that this one hides is run.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import stat
import sys

HERE = os.path.dirname(__file__)
LIB = os.path.join(sys.prefix, "lib")  # has the libraries of a conda environment


class Nothing:
    """An importer of a folder, which finds no module there."""

    def find_spec(self, name, target=None):
        return None


def has_own_libraries():
    """Returns whether this Python's prefix, a conda environment, has NVIDIA libraries in lib."""
    try:
        return any(name.startswith(("libcu", "libnccl", "libnv")) for name in os.listdir(LIB))
    except OSError:
        return False


def own_sites():
    """Returns this Python's site-packages that have NVIDIA's wheels; every site-packages if its
    conda environment has NVIDIA libraries."""
    library = os.path.dirname(os.__file__)
    own = [entry for entry in sys.path
           if entry not in (library, os.path.join(library, "lib-dynload"))
           and not entry.endswith(".zip") and os.path.isdir(os.path.join(entry, "nvidia"))]
    if has_own_libraries():
        own += [entry for entry in sys.path if os.path.basename(entry) == "site-packages"]
    return list(dict.fromkeys(map(os.path.realpath, own)))


def manifest(folder):
    """Returns a set's manifest, its lines by their first word; empty if the file is unreadable."""
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
    """Returns whether this process has the rights of the user who ran `run`, and no more."""
    user = lines.get("user", [["-"]])[0][0]
    if user != str(os.getuid()) or os.getuid() != os.geteuid() or os.getgid() != os.getegid():
        return False
    import ctypes

    return not ctypes.CDLL(None).getauxval(23)  # AT_SECURE


def other_set(lines, sites):
    """Lets the command that made this set make one for this Python. Returns its folder, or None."""
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
    """Makes children use the set of this Python."""
    for name, below in (("LD_LIBRARY_PATH", "/lib"), ("PYTHONPATH", "")):
        parts = os.environ.get(name, "").split(":")
        os.environ[name] = ":".join(folder + below if part == HERE + below else part
                                    for part in parts)


def real_files(name, size, folders):
    """Yields the files of this name and size. The paths of `folders` must contain no links."""
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
    """Warns if a prepared set was made from another file of a library than this Python has: a
    function that only the new file has is then missing."""
    made = {os.path.basename(path) for _, path, _ in found}
    for soname, file, size, *_ in lines.get("stand-in", []):
        if size != "0" and soname not in made:
            for path in (os.path.join(site, file) for site in sites):
                if os.path.exists(path):
                    print(f"lazynccl: {HERE} was made from another file than {path}: make it "
                          "with lazynccl stand-in ENVIRONMENT --into DIR", file=sys.stderr)
                    return


def chosen(folder, lines, sites):
    """Yields (site folder of the stand-in, the stand-in, real files) for each library that this
    Python has."""
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
    """Sets VIRTUAL_ENV if Python was started by a relative path. Stand-ins find the wheels by that
    path, but the current folder may change."""
    started = getattr(sys, "orig_argv", [""])[0]
    if os.sep in started and not os.path.isabs(started):
        os.environ.setdefault("VIRTUAL_ENV", sys.prefix)


def put_in_the_way(stand_ins):
    """Loads the stand-ins, and makes sys.path and ctypes find them instead of the real files."""
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
    """Uses this set, or another one that matches this Python's wheels."""
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
    """Imports the next sitecustomize in sys.path, if there is one."""
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
