/* usage: has LIBRARY <SYMBOLS: reads symbols, one a line, and prints those that the library has. */
#include <lazynccl.h>
#include <stdio.h>
#include <string.h>

/* A program has the suffix families that it links: here both. */
void __nvJitLinkCreate_12_0(void);
void __nvJitLinkCreate_13_0(void);
void (*volatile const linked[])(void) = {__nvJitLinkCreate_12_0, __nvJitLinkCreate_13_0};

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    lazynccl_library *library = strcmp(name, "nccl") == 0    ? lazynccl_nccl()
                                : strcmp(name, "nvrtc") == 0 ? lazynccl_nvrtc()
                                                             : lazynccl_nvjitlink();
    char symbol[256];

    while (fgets(symbol, sizeof symbol, stdin)) {
        symbol[strcspn(symbol, "\n")] = '\0';
        if (lazynccl_has(library, symbol))
            puts(symbol);
    }
    return 0;
}
