/* LN509: recognizes packages that open a library when imported, by the line of code that opens it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* These use ctypes, so no ELF file shows the dependency. */
static const struct {
    const char *package, *library;
    const char *file, *line; /* path below site-packages; start of the line */
    const char *remedy;      /* NULL if the finding's remedy applies */
} known[] = {
    {"cupy", "NCCL", "cupy/__init__.py", "_environment._preload_library('nccl')",
     "install CuPy 13.2.0 or later, which opens NCCL at `import cupy.cuda.nccl`"},
    {"transformer_engine", "NVRTC", "transformer_engine/common/__init__.py",
     "    _NVRTC_LIB_CTYPES = _load_nvrtc()", NULL},
};

static int has_line(const char *text, const char *line)
{
    for (const char *at = text; (at = strstr(at, line)); at++)
        if (at == text || at[-1] == '\n')
            return 1;
    return 0;
}

void imports_find(struct findings *to, imports_text *text, void *context, const char *prefix)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        OWNED(memory) char *content = text(context, known[i].file);

        if (content && has_line(content, known[i].line)) {
            findings_add(to, "LN509", "%s opens %s when it is imported", known[i].package,
                         known[i].library);
            findings_evidence(to, "%s%s: %s", prefix, known[i].file,
                              known[i].line + strspn(known[i].line, " "));
            if (known[i].remedy)
                findings_remedy(to, "%s", known[i].remedy);
        }
    }
}

struct folder {
    struct machine *of; /* the path is below the sysroot */
    const char *path;
};

static char *text_in_folder(void *context, const char *file)
{
    const struct folder *folder = context;
    OWNED(memory) char *path = memory_print("%s/%s", folder->path, file);

    return machine_text(folder->of, path);
}

void imports_in_folder(struct findings *to, struct machine *of, const char *path)
{
    struct folder folder = {of, path};
    OWNED(memory) char *prefix = memory_print("%s/", path);

    imports_find(to, text_in_folder, &folder, prefix);
}

FINDING(LN509, "opened-at-import", NOTE, "a package opens a library when it is imported",
        "Importing it loads the library, needed or not. That takes memory, and time, above all on "
        "a network file system. The copy that this package opens is also the one that all others "
        "get, because the first file loaded under a SONAME serves the whole process.",
        "import the package after those that need another copy, or only where it is needed",
        "cupy/cupy#8354, rapidsai/cugraph#4465")
{
    const struct target *target = at->machine->target;

    for (int i = 0; i < target->site_count && !target->from && !target->pid; i++)
        imports_in_folder(at->findings, at->machine, target->sites[i]);
}
