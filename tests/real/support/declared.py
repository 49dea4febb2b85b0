"""usage: declared.py STUB: prints C that compiles after a release's headers only if the types and
macros of `vendor --declare` agree with them. Standard input is the preprocessed text of the headers
and the names of their macros; names that it lacks are those of other releases."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from gen.c import declare
from gen.library.header_check import CUDA, guarded
from gen.stub.enum import constants
from gen.stub.load import load
from gen.stub.version import version


def main(path: str) -> None:
    stub, words = load(path), {*re.findall(r"\w+", sys.stdin.read())}
    print("#define NAMED(macro) NAMED_(macro)", "#define NAMED_(text) #text", sep="\n")
    for name, meaning in stub.declare.types.items():
        if "{" in meaning:
            print(*(f'_Static_assert({constant} == {value}, "{constant}");'
                    for constant, value in constants(meaning).items() if constant in words),
                  sep="\n")
        elif name in words and meaning.startswith("struct "):  # NCCL 2.28 renamed a tag
            print(f'_Static_assert(__builtin_classify_type(({name})0) == '
                  f'__builtin_classify_type((void *)0), "{name}");')
        elif name in words and meaning != "union" and not meaning.startswith("<"):
            print(declare.definition(name, meaning))
    macros = [f'_Static_assert(!__builtin_strcmp(NAMED({name}), "{meaning}"), "{name}");'
              for name, meaning in stub.declare.macros.items()]
    if macros and stub.described:  # older releases rename to older functions
        print(CUDA, *guarded(stub, version(stub.described), macros), sep="\n")


main(sys.argv[1])
