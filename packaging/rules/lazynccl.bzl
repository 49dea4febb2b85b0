"""lazynccl_library(): generates a lazy loader while your project is built. Copy this file and
lazynccl.pyz of a release into one package, whose BUILD file has exports_files(["lazynccl.pyz"]).

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

GENERATOR = "//third_party/lazynccl:lazynccl.pyz"

def lazynccl_library(
        name,
        stub,
        functions = [],
        search = [],
        options = [],
        export = False,
        prefix = "",
        **attributes):
    """Defines a cc_library to depend on in place of the library itself.

    Args:
      name: the target; include "lazynccl.h"
      stub: the name of a stub, or a list of names; or labels, of a .toml or a library
      functions: only these; default: all
      search: where the library is searched for; default: as vendor --search
      options: other options of vendor, such as --declare
      export: export the functions from the binary that contains the library, or from a .so of it
      prefix: of the files and the API; default: lazynccl, or that of the .toml
      **attributes: of cc_library, such as visibility
    """
    generator = str(Label(GENERATOR))
    stubs = [stub] if type(stub) == "string" else stub
    labels = [each for each in stubs if ":" in each or "." in each]
    words = ["$(location %s)" % each if each in labels else each for each in stubs]
    if functions:
        words += ["--only", ",".join(functions)]
    if search:
        words += ["--search", ",".join(search)]
    if export or prefix:
        prefix = prefix or "lazynccl"
        words += ["--prefix", prefix]
    made = [name + "/" + (prefix or "lazynccl") + end for end in [".c", ".h"]]
    native.genrule(
        name = name + "_generated",
        srcs = labels,
        outs = made,
        tools = [generator],
        cmd = "python3 $(location %s) vendor %s -o $(RULEDIR)/%s" %
              (generator, " ".join(words + options), name),
    )
    native.cc_library(
        name = name,
        srcs = made[:1],
        hdrs = made[1:],
        copts = ["-std=c11", "-fexceptions"],  # exceptions of callbacks pass through
        includes = [name],
        linkopts = ["-ldl"],
        local_defines = [prefix.upper() + "_EXPORTED"] if export else [],
        alwayslink = export,
        linkstatic = not export,  # hidden names do not cross a .so
        **attributes
    )
