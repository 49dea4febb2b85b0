/* Knows packages that load NVIDIA's libraries before their own modules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/preload.h"
#include "common/machine/distributions.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

/* 1 if `import torch` opens the library from its wheel before torch's modules: torch 2.5 to 2.9
 * opens those that a call names, later releases all in a list. */
static int torch_loads(struct machine *machine, const char *site, const char *soname)
{
    OWNED(memory) char *path = memory_print("%s/torch/__init__.py", site);
    OWNED(memory) char *text = machine_text(machine, path);
    OWNED(memory) char *name = memory_print("\"%.*s.so.*", (int)strcspn(soname, "."), soname);
    int all = text && strstr(text, "_preload_cuda_deps(required=False)");

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        if (strstr(line, name) && (all || strstr(line, "_preload_cuda_")))
            return 1;
    return 0;
}

/* The package whose import opens libraries before the modules of this one: itself, with
 * cuda.pathfinder, which CuPy 14, nvmath and numba-cuda require, or with private code, as in JAX's
 * plugins and Transformer Engine; or torch, for packages that import torch. NULL: none. */
static const char *loads_first(const struct dist_info *package, int torch)
{
    if (!package->name)
        return NULL;
    if (dist_info_requires(package, "cuda-pathfinder") ||
        strings_length_of_first("jax-cuda|transformer_engine|transformer-engine", package->name))
        return package->name;
    return torch && dist_info_requires(package, "torch") ? "torch" : NULL;
}

/* 1 for an extension of PyTorch, which is imported after it. */
static int needs_torch(const struct elf_file *file)
{
    for (size_t i = 0; i < file->needed_count; i++)
        if (strcmp(file->needed[i], "libc10.so") == 0 ||
            strncmp(file->needed[i], "libtorch", 8) == 0)
            return 1;
    return 0;
}

char *preload_package(struct machine *machine, const struct elf_file *asks, const char *file,
                      const char *soname)
{
    size_t length = lazynccl_site_length(file);
    OWNED(memory) char *site = memory_copy_part(file, length);
    int torch = length && torch_loads(machine, site, soname);

    /* NVIDIA's own libraries need each other, and have a RUNPATH, which LD_LIBRARY_PATH precedes */
    if (torch && (needs_torch(asks) || strncmp(file + length, "/nvidia/", 8) == 0))
        return memory_copy("torch");
    for (struct distribution *at = length ? distributions_of(machine, site) : NULL; at;
         at = at->next) {
        const char *first = loads_first(distribution_metadata(machine, at), torch);

        if (first && distribution_has(machine, at, file + length + 1))
            return memory_copy(first);
    }
    return NULL;
}
