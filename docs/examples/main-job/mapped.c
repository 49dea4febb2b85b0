/* Reads from /proc/self which of NVIDIA's libraries are in this process, and how much memory it
 * uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mapped.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 32 };

static char seen[MOST][512]; /* the libraries that were printed */
static int count;

/* Returns 1 for NCCL, NVRTC and nvJitLink. */
static int is_nvidias(const char *path)
{
    const char *name = strrchr(path, '/');
    return name && (!strncmp(name, "/libnccl", 8) || !strncmp(name, "/libnvrtc", 9) ||
                    !strncmp(name, "/libnvJitLink", 13));
}

/* Makes the path of a file below the current folder relative. */
static const char *shorten(const char *path)
{
    static char here[512];
    size_t size;
    if (!getcwd(here, sizeof here))
        return path;
    size = strlen(here);
    return !strncmp(path, here, size) && path[size] == '/' ? path + size + 1 : path;
}

void print_newly_mapped(void)
{
    char line[1024];
    int before = count, i;
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps)
        return;
    while (fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/');
        if (!path || !is_nvidias(path))
            continue;
        path[strcspn(path, "\n")] = 0;
        for (i = 0; i < count && strcmp(seen[i], path); i++)
            ;
        if (i < count || count == MOST)
            continue;
        snprintf(seen[count++], sizeof seen[0], "%s", path);
        printf("    mapped %s\n", shorten(path));
    }
    fclose(maps);
    if (count == before)
        puts(before ? "    nothing more of NVIDIA's is mapped"
                    : "    nothing of NVIDIA's is mapped");
}

double resident_mib(void)
{
    unsigned long all, resident = 0;
    FILE *pages = fopen("/proc/self/statm", "r");
    if (!pages)
        return 0;
    if (fscanf(pages, "%lu %lu", &all, &resident) != 2)
        resident = 0;
    fclose(pages);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}
