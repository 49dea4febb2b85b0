/* Links the three libraries and calls none; with an argument it prints its memory maps. */
#include <stdio.h>

int ncclGetVersion(int *version);
int nvrtcVersion(int *major, int *minor);
int nvJitLinkVersion(unsigned *major, unsigned *minor);

int main(int count, char **words)
{
    char line[4096];
    FILE *maps = count > 1 ? fopen("/proc/self/maps", "r") : NULL;

    (void)words;
    while (maps && fgets(line, sizeof line, maps))
        fputs(line, stdout);
#ifndef UNLINKED
    if (count > 2)
        return ncclGetVersion(NULL) + nvrtcVersion(NULL, NULL) + nvJitLinkVersion(NULL, NULL);
#endif
    return 0;
}
