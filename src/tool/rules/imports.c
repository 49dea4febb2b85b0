/* LN509: recognizes packages that open a library when imported, by the line of code that opens it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* These packages use ctypes, so that no ELF file shows the dependency. */
static const struct {
    const char *package, *library;
    const char *file;   /* path below site-packages */
    const char *line;   /* start of the line */
    const char *remedy; /* NULL if the finding's remedy applies */
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

const char *imports_file(size_t number)
{
    return number < sizeof known / sizeof *known ? known[number].file : NULL;
}

void imports_check(struct findings *to, size_t number, const char *text, const char *prefix)
{
    if (!text || !has_line(text, known[number].line))
        return;
    findings_add(to, "LN509", "%s opens %s when it is imported", known[number].package,
                 known[number].library);
    findings_evidence(to, "%s%s: %s", prefix, known[number].file,
                      known[number].line + strspn(known[number].line, " "));
    if (known[number].remedy)
        findings_remedy(to, "%s", known[number].remedy);
}

void imports_in_folder(struct findings *to, struct machine *of, const char *path)
{
    OWNED(memory) char *prefix = memory_print("%s/", path);
    const char *name;

    for (size_t i = 0; (name = imports_file(i)); i++) {
        OWNED(memory) char *file = memory_print("%s%s", prefix, name);
        OWNED(memory) char *text = machine_text(of, file);

        imports_check(to, i, text, prefix);
    }
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
