/* usage: has LIBRARY <SYMBOLS: reads symbols, one a line, and prints those that the library has. */
#include "found.h"

/* A program has the suffix families that it links: here both. */
void __nvJitLinkCreate_12_0(void);
void __nvJitLinkCreate_13_0(void);
void (*volatile const linked[])(void) = {__nvJitLinkCreate_12_0, __nvJitLinkCreate_13_0};

int main(int argc, char **argv)
{
    lazynccl_library *library = library_named(argc == 2 ? argv[1] : "");
    char symbol[256];

    while (fgets(symbol, sizeof symbol, stdin)) {
        symbol[strcspn(symbol, "\n")] = '\0';
        if (lazynccl_has(library, symbol))
            puts(symbol);
    }
    return 0;
}
