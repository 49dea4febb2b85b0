/* The table of retired findings. docs/findings.md ends with it, and `lazynccl explain ID` reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/retired.h"
#include "common/text/memory.h"
#include <strings.h>

#define GUIDE "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/"
#define VARIABLES GUIDE "env.html"
#define NETWORK GUIDE "troubleshooting/networking_troubleshooting.html"
#define GPUS GUIDE "troubleshooting/gpu_troubleshooting.html"
#define HOST GUIDE "troubleshooting/runtime_and_mpi_issues.html"
#define COMMUNICATORS GUIDE "usage/communicators.html"
#define CODE "lazynccl explain 'MESSAGE', which explains the error code"

/* A row is only added, never changed or removed. */
static const struct retired_row rows[] = {
    {"LN700", "bare-code", "0.1", "NCCL's error code alone does not say what failed", CODE},
    {"LN702", "nvrtc-too-old-for-gpu", "0.1", "NVRTC is older than the GPU", CODE},
    {"LN708", "driver-half-updated", "0.1",
     "the driver's library and its kernel module are of different releases",
     "LN134, which lazynccl doctor finds"},
    {"LN714", "handle-not-created", "0.1", "a library of CUDA could not start on the GPU", CODE},
    {"LN715", "gpu-not-visible", "0.1", "a process does not see the GPU that it requests", CODE},
    {"LN804", "gpu-memory-full", "0.1", "the GPU has too little free memory", CODE},
    {"LN806", "kernel-fails", "0.1", "a kernel of the program failed on the GPU", CODE},
    {"LN807", "gpu-not-in-build", "0.1", "the program has no code for this GPU", CODE},
    {"LN811", "argument-refused", "0.1", "NCCL refused a program's argument", CODE},
    {"LN812", "no-peer-access", "0.1", "two GPUs of a host do not reach each other's memory", CODE},
    {"LN818", "not-supported-here", "0.1", "the driver does not allow what a program requests",
     CODE},
};

const struct retired_row *retired_at(size_t i)
{
    return i < sizeof rows / sizeof *rows ? &rows[i] : NULL;
}

const struct retired_row *retired_row(const char *id)
{
    const struct retired_row *row;

    for (size_t i = 0; (row = retired_at(i)); i++)
        if (strcasecmp(row->id, id) == 0 || strcasecmp(row->word, id) == 0)
            return row;
    return NULL;
}

char *retired_text(const struct retired_row *row)
{
    return memory_print("%s (%s) was retired in %s: %s", row->id, row->word, row->release,
                        row->what);
}
