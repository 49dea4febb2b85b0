/* Reads the driver's version, and knows which CUDA it serves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/driver.h"
#include "common/linking/linker.h"
#include "common/text/memory.h"
#include <sys/stat.h>

/* The first branch of the driver that serves each CUDA, by NVIDIA's release notes. */
static const struct {
    int branch;
    const char *cuda;
} branches[] = {{450, "11.0"}, {455, "11.1"}, {460, "11.2"}, {465, "11.3"}, {470, "11.4"},
                {495, "11.5"}, {510, "11.6"}, {515, "11.7"}, {520, "11.8"}, {525, "12.0"},
                {530, "12.1"}, {535, "12.2"}, {545, "12.3"}, {550, "12.4"}, {555, "12.5"},
                {560, "12.6"}, {565, "12.7"}, {570, "12.8"}, {575, "12.9"}, {580, "13.0"}};
#define BRANCHES ((int)(sizeof branches / sizeof *branches))

static void copy_version(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%.*s", (int)strspn(from, "0123456789."), from);
}

/* Reads the versions of the kernel module and of libcuda.so.1. */
static struct driver *read_driver(struct facts *facts)
{
    struct driver *driver = memory_get(1, sizeof *driver);
    OWNED(memory) char *text = machine_text(facts->machine, "/proc/driver/nvidia/version");
    const char *at = text ? strstr(text, "Kernel Module") : NULL;
    struct stat libcuda;

    /* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  Thu ...", with the open one
     * "... Open Kernel Module for x86_64  560.35.03  Release Build ..." */
    if ((at = at ? strstr(at, "  ") : NULL))
        copy_version(driver->kernel, sizeof driver->kernel, at + strspn(at, " "));
    driver->libcuda = linker_find(facts->machine, NULL, "libcuda.so.1", NULL);
    driver->is_empty =
        driver->libcuda && stat(driver->libcuda, &libcuda) == 0 && libcuda.st_size == 0;
    OWNED(memory) char *real = driver->libcuda ? realpath(driver->libcuda, NULL) : NULL;
    const char *name = real ? strings_base_name(real) : "";
    if (strncmp(name, "libcuda.so.", 11) == 0 && atoi(name + 11) > 99) /* WSL: libcuda.so.1.1 */
        copy_version(driver->library, sizeof driver->library, name + 11);
    return driver;
}

const struct driver *driver_read(struct facts *facts)
{
    if (!facts->driver)
        facts->driver = read_driver(facts);
    return facts->driver;
}

int driver_oldest_branch(int cuda)
{
    for (int row = 0; row < BRANCHES; row++)
        if (atoi(branches[row].cuda) == cuda)
            return branches[row].branch;
    return 0;
}

static const char *version_of(const struct driver *driver)
{
    return *driver->library ? driver->library : driver->kernel;
}

/* Returns the newest CUDA that the driver serves, or NULL. */
static const char *newest_cuda(const struct driver *driver)
{
    int branch = atoi(version_of(driver)), row = BRANCHES;

    while (row > 0 && branches[row - 1].branch > branch)
        row--;
    return row > 0 && branch < branches[BRANCHES - 1].branch + 10 /* later branches are unknown */
               ? branches[row - 1].cuda
               : NULL;
}

int driver_newest_cuda(const struct driver *driver)
{
    const char *cuda = newest_cuda(driver);
    int major = cuda ? atoi(cuda) : 0;

    return major < atoi(branches[BRANCHES - 1].cuda) ? major : 0;
}

char *driver_text(const struct driver *driver)
{
    const char *version = version_of(driver), *cuda = newest_cuda(driver);

    if (cuda)
        return memory_print("%s (CUDA %s)", version, cuda);
    return memory_copy(*version ? version : NULL);
}
