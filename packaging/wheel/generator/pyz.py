"""The first module of lazynccl.pyz. Python 2.7 can read it, so that any Python says what is needed.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import sys

USAGE = """\
usage: lazynccl.pyz vendor LIBRARY|FILE.toml|FILE.so... -o DIR [OPTION...]
       lazynccl.pyz vendor --check DIR [FILE...]
       lazynccl.pyz describe HEADER... FILE.so -o NAME.toml [OPTION...]

vendor writes a lazy loader for these libraries, as two C files. Compile lazynccl.c into your
program instead of linking the libraries. --check compares the files in DIR with what this release
generates.

  --declare             also write prototypes, for builds without the libraries' headers
  --def                 also write the part for Windows, and NAME.def for its linker
  --rust                also write a crate around the files, for programs in Rust
  --no-calls            write no trampolines: the program fills its own pointers
  --only LIST           write only these functions, or those that these objects need
  --versions-from FILE  take symbol versions from this library
  --machine LIST        write the assembly for these machines only
  --absent NUMBER       the value that absent functions of a library without a stub return
  --reason LIST         of these functions, those that return the reason as a text
  --null LIST           of these functions, those that return NULL
  --open start          open the libraries before main(), in place of at the first call
  --priority WORD       required, recommended or suggested, in the .note.dlopen
  --prefix WORD         prefix of the files, the API and the variables: WORD.c, WORD_load()
  --search LIST         search locations of the copy, or full
  --cuda MAJOR          take only libraries of this major version of CUDA
  --complete            take only libraries that have all functions of the copy
  --optional LIST       of these functions, those that a library may lack
  --generator           write the generator of these files, as text, for your tree

describe writes a stub of any C library, for vendor. It needs a C compiler and libclang;
describe --help lists its options.
"""


def main(arguments):
    # type: (list[str]) -> int
    if sys.version_info < (3, 9):
        sys.stderr.write("lazynccl.pyz: needs Python 3.9 or newer, and this is %s: run it with a "
                         "newer one\n" % sys.version.split()[0])
        return 2
    from gen.__main__ import run
    from gen.c.interface import release
    from gen.write import MISUSE, safe

    if hasattr(sys.stdout, "reconfigure"):  # a console may lack characters of a name
        sys.stdout.reconfigure(errors="backslashreplace")
    job = arguments[0] if arguments else ""
    if job in ("-V", "--version"):
        sys.stdout.write("lazynccl " + release() + "\n")
        return 0
    if job in ("-h", "--help") or (job == "vendor" and {"-h", "--help"} & set(arguments)):
        sys.stdout.write(USAGE)
        return 0
    if job not in ("vendor", "describe"):
        said = safe(job) + ": no such verb" if job else "no verb"
        sys.stderr.write("lazynccl.pyz: " + said + ": give vendor or describe; see --help\n")
        return MISUSE
    return run(job, arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
