/* Runs the main job, and prints after each step which of NVIDIA's libraries are mapped. Compiled
 * with -DWITH_LAZYNCCL, also prints the search location of each, or why it was not found. With
 * --on-cpu it starts and calls none of them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "job.h"
#include "mapped.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_LAZYNCCL
#include <lazynccl.h>

/* Prints the search location of the library. If it is absent, prints the report without its
 * first line, the reason, which the program's error contains. */
static void tell(lazynccl_library *library)
{
    int version = lazynccl_version(library);
    const char *line = lazynccl_report(library);
    if (lazynccl_path(library)) {
        printf("    version %d.%d", version / 10000, version / 100 % 100);
        if (version % 100) /* CUDA's libraries have no third number */
            printf(".%d", version % 100);
        printf(", found via %s\n", lazynccl_found_via(library));
        return;
    }
    for (line = strchr(line, '\n') + 1; *line; line = strchr(line, '\n') + 1)
        printf("    | %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Prints why nvJitLink is absent: nvJitLink has no function that returns an error's text. */
static void tell_why(lazynccl_library *library)
{
    if (lazynccl_error(library, NULL))
        printf("    %s\n", lazynccl_error(library, NULL));
}
#else
#define tell(library) ((void)0)
#define tell_why(library) ((void)0)
#endif

static const char source[] = "extern \"C\" __global__ void scale(float *x, float by, int count)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < count)\n"
                             "        x[i] *= by;\n"
                             "}\n";

int main(int count, char **arguments)
{
    struct code ltoir = {0}, cubin = {0};
    unsigned char id[128];
    int version, done = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);

    if (count > 1 && !strcmp(arguments[1], "--on-cpu")) {
        printf("started: %.1f MiB of memory\n", resident_mib());
        return 0;
    }
    puts("At start");
    print_newly_mapped();

    puts("NVRTC compiles CUDA C to LTO-IR");
    if (compile_source(source, &ltoir) == 0) {
        printf("    %zu bytes\n", ltoir.size);
        done++;
    }
    print_newly_mapped();
    tell(lazynccl_nvrtc());

    puts("nvJitLink links it to a cubin");
    if (link_cubin(&ltoir, &cubin) == 0) {
        printf("    %zu bytes\n", cubin.size);
        done++;
    } else {
        tell_why(lazynccl_nvjitlink());
    }
    print_newly_mapped();
    tell(lazynccl_nvjitlink());

    puts("NCCL tells its version and makes an id");
    if (identify(&version, id) == 0) {
        printf("    %d, %02x%02x%02x%02x...\n", version, id[0], id[1], id[2], id[3]);
        done++;
    }
    print_newly_mapped();
    tell(lazynccl_nccl());

    free(ltoir.bytes);
    free(cubin.bytes);
    return done == 3 ? 0 : 1;
}
