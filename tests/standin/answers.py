"""usage: answers.py STUB SONAME: prints a C program that calls each function of a described library
that has a fallback value, and prints the values that it returns and writes."""
import os
import sys

sys.path.insert(0, os.environ["SOURCE"])
from gen.stub.absent import STOP, answer
from gen.stub.declaration import C_TYPES, Type
from gen.stub.load import load
from gen.stub.symbols import libraries, major
from gen.stub.types import types

HEAD = """#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static _Alignas(64) unsigned char to[16][256];
static void show(const char *name, const void *result, size_t size)
{
    printf("%s", name);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", ((const unsigned char *)result)[i]);
    for (int b = 0; b < 16; b++)
        for (int i = 0; i < 256; i++)
            if (to[b][i] != 0x5a)
                printf(" %d+%d=%02x", b, i, to[b][i]);
    puts("");
}
static void text(const char *name, const char *result)
{
    printf("%s %s\\n", name, !result ? "NULL" : *result ? "text" : "empty");
}
static void text_in(int b, int pointers) /* says only whether there is one, for reasons differ */
{
    char *at = (char *)to[b];
    if (pointers > 1)
        memcpy(&at, to[b], sizeof at);
    int kind = !at ? 0x10 : *at ? 0x11 : 0x12;
    memset(to[b], 0x5a, sizeof to[b]);
    to[b][0] = kind;
}
"""


def main(path: str, soname: str) -> None:
    stub = load(path)
    known = types(stub)
    print(HEAD, *known.values(), sep="\n")
    calls = []
    for library in libraries(stub):
        for symbol in library.symbols:
            function, cuda = symbol.function, major(soname)
            gone = stub.cuda_named and (
                library.family not in (0, cuda) or symbol.added.major > cuda
                or (symbol.removed and symbol.removed.major <= cuda))
            if gone or not function.returns or function.variadic or answer(stub, function) == STOP:
                continue
            arguments = []
            for i, type_ in enumerate(function.parameters):
                pointer = type_.pointers or type_.text or type_.parameters is not None
                if pointer or stub.types.kinds.get(type_.base) == "handles":
                    type_ = Type("void", False, (False,))
                elif type_.base not in known and type_.base not in C_TYPES:
                    type_ = Type("uintptr_t")  # any type, because nothing is written
                value = f"to[{i}]" if type_.pointers else f"({type_.base}){{2}}"
                arguments.append((type_.declare(), value))
            returns = function.returns.declare()
            returns = "void *" if returns.endswith("*") and returns != "const char *" else returns
            listed = ", ".join(each for each, _ in arguments) or "void"
            calls.append((f"{returns} {symbol.name}({listed});", symbol.name, returns,
                          ", ".join(value for _, value in arguments),
                          [(p - 1, len(function.parameters[p - 1].pointers))
                           for p, v in stub.absent.written(function.name).values.items()
                           if v in ('""', "reason")]))
    print(*(call[0] for call in calls), "int main(void)\n{", sep="\n")
    for _, name, returns, values, texts in calls:
        print("    memset(to, 0x5a, sizeof to);\n    {")
        print(f"        {'' if returns == 'void' else returns + ' result = '}{name}({values});")
        print(*(f"        text_in({at}, {pointers});" for at, pointers in texts), sep="\n")
        print(f'        text("{name}", result);' if returns == "const char *" else
              f'        show("{name}", NULL, 0);' if returns == "void" else
              f'        show("{name}", &result, sizeof result);', "    }", sep="\n")
    print("    return 0;\n}")


main(*sys.argv[1:])
