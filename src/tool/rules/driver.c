/* Rules on the driver: LN106, 119.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "search/file_version.h"
#include "tool/files/scan.h"
#include "tool/linking/driver.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>

void rule_no_libcuda(struct patient *patient)
{
    struct driver driver = driver_of(patient);

    if (*driver.kernel && !driver.libcuda) {
        findings_add(patient, LN119, "the kernel has driver %s, and there is no libcuda.so.1",
                     driver.kernel);
        findings_evidence(patient, "/proc/driver/nvidia/version");
    }
    driver_free(&driver);
}

/* "2.28.9+cuda13.0", behind "NCCL version " */
static int read_cuda(void *context, char before, const char *behind)
{
    const char *at = behind + strspn(behind, "0123456789.");

    (void)before;
    if (at == behind || strncmp(at, "+cuda", 5) != 0)
        return 0;
    at += 5;
    *(int *)context = lazynccl_number(&at);
    return 1;
}

/* The oldest driver branch that a CUDA major runs with; 0: not known. NVIDIA's release notes. */
static int oldest_driver(int cuda)
{
    return cuda == 11 ? 450 : cuda == 12 ? 525 : cuda == 13 ? 580 : 0;
}

void rule_old_driver(struct patient *patient)
{
    static const char *const libraries[] = {"nccl", "nvrtc", "nvjitlink"};
    struct driver driver = driver_of(patient);
    const char *version = *driver.library ? driver.library : driver.kernel;
    int branch = atoi(version);

    for (int i = 0; i < 3 && branch; i++) {
        const struct look *copy = facts_copy(patient, libraries[i]);
        const struct lazynccl_description *is = facts_answer(patient, libraries[i])->is;
        int cuda = copy && is->cuda_named ? copy->version / 10000 : 0;

        if (copy && !is->cuda_named)
            scan_each(copy->path, is->version_text, read_cuda, &cuda);
        if (!copy || branch >= oldest_driver(cuda))
            continue;
        findings_add(patient, LN106, "driver %s is too old for %s, which is of CUDA %d", version,
                     is->title, cuda);
        rule_evidence(patient, is, copy);
        findings_evidence(patient, "CUDA %d needs driver %d or later", cuda, oldest_driver(cuda));
    }
    driver_free(&driver);
}
