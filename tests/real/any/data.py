"""For libraries whose macros and inline functions use variables: `describe` lists these. With
lazynccl_data.h a program works as if it were linked; without the library it ends with the reason.
"""
import os
import sys
from pathlib import Path

import cover
import debian
import debs
import described

# Program → Debian's package, the library, its header, and one of the names that `describe` lists.
LIBRARIES = {
    "mpi": ("libopenmpi-dev", "libmpi", f"lib/{debian.TRIPLE}/openmpi/include/mpi.h",
            "MPI_COMM_WORLD"),
    "wayland": ("libwayland-dev", "libwayland-client", "include/wayland-client.h",
                "wl_display_get_registry"),
    "hdf5": ("libhdf5-dev", "libhdf5_serial", "include/hdf5/serial/hdf5.h", "H5T_NATIVE_INT"),
    "python": ("libpython3.11-dev", r"libpython3\.11", "include/python3.11/Python.h", "Py_None"),
}
MORE = ["libpython3.11", "libpython3.11-minimal", "libpython3.11-stdlib"]


def one(name: str, root: Path) -> str:
    package, wanted, header, user = LIBRARIES[name]
    file, headers, options = debian.located(root, package, [wanted, os.path.basename(header)])
    folder = os.path.dirname(f"{root}/usr/{header}")
    said = described.one(described.Library(name, file, headers, [f"-I{folder}", *options]))
    if user not in said.split():
        raise cover.Failed(f"describe does not name {user}")
    return said.split("\n")[0].partition(": ")[2]


def main() -> int:
    root = debs.fetch([*(package for package, *_ in LIBRARIES.values()), *MORE])
    debian.search_in(root)
    os.environ |= {"OPAL_PREFIX": f"{root}/usr", "OMPI_MCA_ess_singleton_isolated": "1",
                   "PYTHONHOME": f"{root}/usr"}
    return cover.count_failed(sys.argv[1:] or LIBRARIES,
                              lambda name: f"works; {one(name, root)}") > 0


sys.exit(main())
