"""Puts stand-ins in the way of the Python programs that `lazynccl run` starts.

LD_LIBRARY_PATH leads the dynamic linker to them, but Python packages go past it: by DT_RPATH, by
the path of a file below a site-packages. So a stand-in that is named there, and whose library this
Python has in one of NVIDIA's wheels or in its conda environment, is
- loaded before anything else: a request for its SONAME, or whether that is loaded, gets it;
- found first by code that searches sys.path for nvidia/*/lib;
- what ctypes loads in place of the real file, by whatever path (JAX does so at the first device).
Imports are as without us: nothing is imported from our folders in sys.path, so that they are not
part of the package nvidia; and the sitecustomize that this one hides is run.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys

HERE = os.path.dirname(__file__)


class Nothing:
    """Stands for a folder with nothing in it to import."""

    def find_spec(self, name, target=None):
        return None


def stand_in(named):
    """Of HERE/KEY/SONAME/nvidia/X/lib: what stands for a site-packages, and the file below it; or
    None."""
    folder = named.rsplit(os.sep, 3)[0]
    if os.path.dirname(os.path.dirname(folder)) != HERE:
        return None
    return folder, os.path.join(os.path.relpath(named, folder), os.path.basename(folder))


def real_files(file):
    """What the stand-in stands for in this Python: wheels' files, and conda's."""
    places = [os.path.join(entry, file) for entry in sys.path]
    conda = os.path.join(sys.prefix, "lib", os.path.basename(file))
    return [os.path.realpath(path) for path in places + [conda] if os.path.exists(path)]


def put_in_the_way(stand_ins):
    import ctypes

    usual, instead = ctypes._dlopen, {}

    def dlopen(name, *mode):
        if name and os.sep in os.fsdecode(name):
            name = instead.get(os.path.realpath(os.fsdecode(name)), name)
        return usual(name, *mode)

    for folder, file, real in stand_ins:
        path = os.path.join(folder, file)
        try:
            ctypes.CDLL(path)
        except OSError:
            continue  # of another architecture than this Python
        instead.update(dict.fromkeys(real, path))
        sys.path_importer_cache[folder] = Nothing()
        sys.path.insert(0, folder)
    ctypes._dlopen = dlopen


def run_the_hidden_one():
    ours = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = ours


sys.path[:] = [entry for entry in sys.path if entry != HERE]
named = os.environ.get("LD_LIBRARY_PATH", "").split(":")
found = [(folder, file, real_files(file)) for folder, file in filter(None, map(stand_in, named))]
chosen = [each for each in found if each[2]]
if chosen:
    put_in_the_way(reversed(chosen))
run_the_hidden_one()
