/* Rules on the driver: LN106, 119, 126, 134, 135.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/root.h"
#include "tool/rules/rule.h"

/* Returns 1 if LN117 has reported libcuda.so.1, for a file that needs it. */
static int is_reported(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->list[i].row->id, "LN117") == 0 &&
            strncmp(findings->list[i].what, "libcuda.so.1", 12) == 0)
            return 1;
    return 0;
}

FINDING(LN119, "libcuda-not-found", ERROR, "the driver is loaded but its library is not found",
        "The kernel has the driver but ld.so does not find libcuda.so.1: the container was started "
        "without the driver's libraries, or an update is incomplete.",
        "start the container with --gpus all and the capability `compute`, or install the driver's "
        "libraries",
        "NVIDIA/nccl-tests#12")
{
    const struct driver *driver = driver_read(at->facts);

    /* an image built with the driver mounted contains empty files instead of the driver's */
    if (driver->is_empty && is_reported(at->findings))
        return;
    if (driver->is_empty) {
        rule_add(at, "LN119", "libcuda.so.1 is an empty placeholder: the container has no driver");
        rule_line(at, "%s", machine_shown(at->machine, driver->libcuda));
        rule_help(at, "docker run --gpus all, which mounts the host's driver there");
        return;
    }
    if (!*driver->kernel || driver->libcuda)
        return;
    rule_add(at, "LN119", "the kernel has driver %s but ld.so finds no libcuda.so.1",
             driver->kernel);
    rule_line(at, "/proc/driver/nvidia/version");
}

/* Returns 1 if ld.so finds a libcuda.so.1 that is not an empty placeholder. */
static int has_libcuda(const struct driver *driver)
{
    return driver->libcuda && !driver->is_empty;
}

static int is_of_compat(struct examination *at, const struct driver *driver)
{
    return strstr(machine_shown(at->machine, driver->libcuda), "/compat/") != NULL;
}

FINDING(
    LN134, "libcuda-of-other-driver", WARNING, "libcuda.so.1 does not belong to the loaded driver",
    "libcuda.so.1 must be of the same release as the kernel's driver, or the first CUDA call "
    "fails with error 803. In WSL 2 the driver is Windows': its library is in /usr/lib/wsl/lib, "
    "and a library of a Linux driver's package that comes first finds no GPU.",
    "remove the other libcuda.so.1, or its folder from LD_LIBRARY_PATH",
    "rapidsai/cuml#6218, NVIDIA/nccl#726")
{
    static const char wsl[] = "/usr/lib/wsl/lib/libcuda.so.1";
    const struct driver *driver = driver_read(at->facts);

    if (!has_libcuda(driver) || is_of_compat(at, driver))
        return;
    const char *shown = machine_shown(at->machine, driver->libcuda);
    const char *root = at->machine->target->root;
    OWNED(memory) char *real = root_real(root, shown), *of_wsl = root_real(root, wsl);

    if (real && of_wsl && strcmp(real, of_wsl) != 0 && strncmp(real, "/usr/lib/wsl/", 13) != 0) {
        rule_add(at, "LN134", "a Linux driver's libcuda.so.1 comes before that of WSL");
        rule_line(at, "%s", shown);
        rule_line(at, "%s", wsl);
        rule_help_search(at, "/usr/lib/wsl/lib");
        rule_help(at, "remove the Linux driver's package");
    } else if (*driver->kernel && *driver->library &&
               strcmp(driver->kernel, driver->library) != 0) {
        rule_add(at, "LN134", "libcuda.so.1 is of driver %s, the kernel module of %s",
                 driver->library, driver->kernel);
        rule_line(at, "%s", shown);
        rule_line(at, "/proc/driver/nvidia/version");
        rule_help(at, "reboot, or reload the nvidia modules: the driver was updated");
    }
}

FINDING(LN135, "compat-first", NOTE, "cuda-compat's libcuda.so.1 comes before the driver's",
        "The package cuda-compat has the libcuda.so.1 of a newer driver, which works on "
        "data-center GPUs only. On others the first CUDA call fails with error 804, and with 803 "
        "if the driver is as new.",
        "remove the folder cuda/compat from LD_LIBRARY_PATH", "TorchPod#43")
{
    const struct driver *driver = driver_read(at->facts);

    if (!has_libcuda(driver) || !is_of_compat(at, driver))
        return;
    rule_add(at, "LN135", "cuda-compat's libcuda.so.1 comes before the driver's");
    rule_line(at, "%s", machine_shown(at->machine, driver->libcuda));
    if (*driver->kernel)
        rule_line(at, "/proc/driver/nvidia/version: %s", driver->kernel);
}

FINDING(LN126, "no-driver", NOTE, "there is no NVIDIA driver here",
        "The libraries load and what needs no GPU works; the first CUDA call fails. That is as it "
        "should be on a login node or a build machine. A container gets the driver from its host "
        "when it is started.",
        "to start programs without a GPU: lazynccl run --lazy cuda -- COMMAND; on a machine with "
        "GPUs install the driver; docker run --gpus all, apptainer exec --nv",
        "docs/gpus.md")
{
    const struct driver *driver = driver_read(at->facts);
    const struct environment *all = environment_read(at->facts);

    /* with stand-ins the GPU is not the point; a file that needs libcuda.so.1 has LN115 */
    if (*driver->kernel || driver->libcuda || !(all->bindings.count + all->copy_count) ||
        all->standins.count || at->machine->target->from)
        return;
    rule_add(at, "LN126", "there is no NVIDIA driver here");
    at->findings->list[at->findings->count - 1].is_brief = 1;
    rule_line(at, "/proc/driver/nvidia/version: missing");
    rule_line(at, "libcuda.so.1: not found by ld.so");
}

/* Reads the major of CUDA in a version text such as "2.28.9+cuda13.0". */
static int read_cuda(void *context, char before, const char *after)
{
    const char *at = after + strspn(after, "0123456789.");

    if (at == after || strncmp(at, "+cuda", 5) != 0)
        return 0;
    at += 5;
    *(int *)context = lazynccl_number(&at);
    return 1;
}

FINDING(LN106, "driver-too-old", ERROR, "the driver is too old for the libraries' CUDA",
        "A library for CUDA N needs a driver of CUDA N or later. With an older one the first CUDA "
        "call fails: `CUDA driver version is insufficient for CUDA runtime version`, and "
        "ncclCommInitRank with ncclUnhandledCudaError (1).",
        "update the driver, or install libraries for its CUDA", "NVIDIA/nccl-tests#12")
{
    const struct driver *driver = driver_read(at->facts);
    const char *version = *driver->library ? driver->library : driver->kernel;
    int branch = atoi(version);

    for (const struct lazynccl_description *library = NULL;
         branch && (library = nvidia_next(library));) {
        const struct candidate *copy = facts_copy(at->facts, library->name);
        int cuda = copy && library->cuda_named ? copy->version / 10000 : 0;

        if (copy && !library->cuda_named)
            scan_each(copy->path, 0, library->version_text, read_cuda, &cuda);
        if (!copy || branch >= driver_oldest_branch(cuda))
            continue;
        rule_add(at, "LN106", "driver %s is too old for %s, built for CUDA %d", version,
                 library->title, cuda);
        rule_evidence(at, library, copy);
        rule_line(at, "CUDA %d needs driver %d or later", cuda, driver_oldest_branch(cuda));
    }
}
