/* Rules on the releases that programs report: LN137, LN138.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* Returns the file of the wheel location, or NULL. */
static const struct candidate *file_of_wheel(const struct search_result *result)
{
    for (int i = 0; i < result->count; i++)
        if (result->looks[i].location == LAZYNCCL_LOCATION_WHEEL && result->looks[i].version &&
            result->looks[i].verdict == VERDICT_USABLE)
            return &result->looks[i];
    return NULL;
}

FINDING(LN137, "bare-name-differs", NOTE,
        "by its bare name a program gets another release than the wheel's",
        "A program that opens a library by its bare name, as ctypes and the loaders of vLLM and "
        "SGLang do, gets the file of ld.so, which does not search wheels. Modules with a RUNPATH "
        "into the wheel get the wheel's file, and a process may have both.",
        "give the program the path that `lazynccl find nccl --path` prints, in its own variable",
        "vllm-project/vllm#15525")
{
    const struct target *target = at->machine->target;

    if (target->from && !elf_file_imports_dlopen(&target->file))
        return; /* it opens nothing by a name */
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct search_result *result = facts_search_result(at->facts, desc->name);
        const struct candidate *wheel = file_of_wheel(result), *bare = &result->linker;

        if (desc->cuda_named || target->pid) /* LN107 reports what fails */
            continue;
        if (!wheel || !bare->path || !bare->version || bare->version == wheel->version ||
            strcmp(strings_base_name(bare->path), strings_base_name(wheel->path)) != 0 ||
            strcmp(bare->found_via, "LD_LIBRARY_PATH") == 0) /* LN104 and others report that */
            continue;
        rule_add(at, "LN137", "by its bare name a program gets %s %s, not %s of the wheel",
                 desc->title, NVIDIA_VERSION(desc, bare->version),
                 NVIDIA_VERSION(desc, wheel->version));
        rule_evidence(at, desc, bare);
        rule_evidence(at, desc, wheel);
    }
}

/* Returns the release of NCCL that PyTorch's metadata require, or 0. */
static int release_required(struct machine *machine, struct distribution *torch)
{
    const struct dist_info *info = distribution_metadata(machine, torch);

    for (size_t i = 0; i < info->requires.count; i++) {
        const char *exact = strstr(info->requires.list[i], "==");

        if (strncmp(info->requires.list[i], "nvidia-nccl-", 12) == 0 && exact)
            return lazynccl_version_read(exact + 2);
    }
    return 0;
}

FINDING(LN138, "nccl-version-built-in", NOTE, "PyTorch prints another release of NCCL than is used",
        "`torch.cuda.nccl.version()` is compiled into PyTorch: it is the release that PyTorch was "
        "built with, which its package requires, whichever file is loaded.",
        "lazynccl find --import torch shows the file that is loaded",
        "PyTorch 2.15 torch/csrc/cuda/nccl.cpp; verl#6621, NVIDIA/nccl#1212")
{
    const struct candidate *wheel = file_of_wheel(facts_search_result(at->facts, "nccl"));
    const struct lazynccl_description *desc = nvidia_description("libnccl.so.2");
    const struct target *target = at->machine->target;

    for (int s = 0; wheel && s < target->site_count; s++)
        for (struct distribution *each = distributions_of(at->machine, target->sites[s]); each;
             each = each->next) {
            int required = strncmp(strings_base_name(each->folder), "torch-", 6) == 0
                               ? release_required(at->machine, each)
                               : 0;

            if (!required || required == wheel->version)
                continue;
            rule_add(at, "LN138", "PyTorch prints NCCL %s, but %s is installed",
                     NVIDIA_VERSION(desc, required), NVIDIA_VERSION(desc, wheel->version));
            rule_evidence(at, desc, wheel);
        }
}
