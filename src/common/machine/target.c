/* Opens a program, a module, a process or a Python as a target.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/target.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/machine/python.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <unistd.h>

const char *target_via_word(enum lazynccl_via via)
{
    static const char *const words[] = {[LAZYNCCL_VIA_LOADED] = "loaded",
                                        [LAZYNCCL_VIA_RPATH] = "RPATH",
                                        [LAZYNCCL_VIA_LD_LIBRARY_PATH] = "LD_LIBRARY_PATH",
                                        [LAZYNCCL_VIA_RUNPATH] = "RUNPATH",
                                        [LAZYNCCL_VIA_CACHE] = "ld.so.cache",
                                        [LAZYNCCL_VIA_DEFAULT] = "default",
                                        [LAZYNCCL_VIA_UNKNOWN] = "ld.so"};

    return words[via];
}

/* Returns "what: why", valid until the next call. */
static const char *fail(const char *what, const char *why)
{
    static char reason[512];

    snprintf(reason, sizeof reason, "%s: %s", what, why);
    return reason;
}

/* Reads the file at a path of the target as the target's file. Returns NULL, or why that fails. */
static const char *read_file(struct target *target, const char *path)
{
    OWNED(memory) char *inside = view_inside(target, path);
    const char *why = strerror(errno);
    const struct elf_file *file = inside ? elf_cache_get(inside, &why) : NULL;

    if (!file)
        return fail(path, why);
    target->file = *file;
    return NULL;
}

/* Returns the path of a file in /proc/PID, to be freed. Follows no link there, such as exe. */
static char *proc_path(const struct target *target, const char *name)
{
    OWNED(memory) char *named = memory_print("/proc/%d", target->pid);
    OWNED(memory) char *folder = view_inside(target, named);

    return folder ? memory_print("%s/%s", folder, name) : NULL;
}

static void read_environment(struct target *target, FILE *file)
{
    struct strings list = {0};
    OWNED(memory) char *entry = NULL;
    size_t room = 0;

    for (ssize_t n; (n = getdelim(&entry, &room, '\0', file)) > 0;)
        strings_add(&list, entry, (size_t)n);
    *MEMORY_ADD(list.list, list.count) = NULL;
    target->environment = list.list;
}

/* Reads the mapped files, each once, in load order. The kernel maps each new file below the earlier
 * ones and lists the lowest first, so the list is reversed. */
static void read_maps(struct target *target, FILE *maps)
{
    OWNED(strings) struct strings paths = {0};
    char line[4500], *path;

    while (fgets(line, sizeof line, maps))
        if ((path = strchr(line, '/'))) {
            path[strcspn(path, "\n")] = '\0';
            strings_add_once(&paths, path);
        }
    for (size_t i = paths.count; i-- > 0;) {
        OWNED(memory) char *inside = view_inside(target, paths.list[i]);
        const struct elf_file *file = inside ? elf_cache_head(inside, NULL) : NULL;

        if (file)
            view_add_object(target, paths.list[i], file->soname, file->exports_lazynccl);
    }
}

/* Reads a file of /proc/PID. Returns NULL, or why that fails. */
static const char *read_proc(struct target *target, const char *name,
                             void (*read)(struct target *, FILE *))
{
    OWNED(memory) char *path = proc_path(target, name);
    FILE *file = path ? fopen(path, "re") : NULL;

    if (!file)
        return fail(path ? path : name, strerror(errno));
    read(target, file);
    fclose(file);
    return NULL;
}

/* Opens a process as the target. Returns NULL, or why that fails. */
static const char *read_process(struct target *target, const char *import)
{
    OWNED(memory) char *name = proc_path(target, "exe");
    char exe[4096];
    ssize_t n = name ? readlink(name, exe, sizeof exe) : -1;
    const char *why;

    if (n < 0)
        return fail(name ? name : "/proc", strerror(errno));
    target->program = target->module = memory_copy_part(exe, (size_t)n);
    if ((why = read_file(target, target->module)) ||
        (why = read_proc(target, "environ", read_environment)) ||
        (why = read_proc(target, "maps", read_maps)))
        return why;
    target->who = import ? memory_print("%s with %s imported", target->module, import)
                         : memory_print("process %d, %s", target->pid, target->module);
    return NULL;
}

/* Opens a program or a module as the target. Returns NULL, or why that fails. */
static const char *read_module(struct target *target, const char *named)
{
    const char *path = target->module = root_absolute(target->root, named), *why;

    if (!path)
        return fail(named, strerror(errno));
    if ((why = read_file(target, path)))
        return why;
    size_t site = lazynccl_site_length(path);
    const char *python = strstr(path, "/python3.");

    target->from = path;
    if (site)
        target->sites[target->site_count++] = memory_copy_part(path, site);
    target->who = site && python ? memory_print("%s in %.*s (python %.*s)", strings_base_name(path),
                                                (int)(python - path) - (int)strlen("/lib"), path,
                                                (int)strspn(python + 7, "0123456789."), python + 7)
                                 : memory_copy(path);
    return NULL;
}

/* Returns 0 if the path is a Python, or a shim of pyenv for one, which is then the target. */
static int read_interpreter(struct target *target, const char *interpreter)
{
    OWNED(memory) char *started = python_of_shim(target, interpreter);
    const char *path = started ? started : interpreter;
    OWNED(memory) char *inside = view_inside(target, path);

    /* skip its symbols: an interpreter needs no NVIDIA library */
    if (!inside || elf_file_head(&target->file, inside))
        return -1;
    if (python_read(target, path) == 0)
        return 0;
    elf_file_close(&target->file);
    return -1;
}

/* Reads a Python that was named: an interpreter, or the folder above bin/. Returns 0, or -1. */
static int read_python_of(struct target *target, const char *named)
{
    OWNED(memory) char *path = root_absolute(target->root, named);
    OWNED(memory) char *folder = root_real(target->root, named);
    OWNED(memory) char *below = memory_print("%s/bin/python3", folder ? folder : named);

    return read_interpreter(target, path ? path : "") == 0 ? 0 : read_interpreter(target, below);
}

/* Opens the Python that the user named. Returns NULL, or why that is not a Python. */
static const char *read_named_python(struct target *target, const char *named)
{
    OWNED(memory) char *path = root_absolute(target->root, named);

    if (!path)
        return fail(named, strerror(errno));
    if (read_python_of(target, named) == 0)
        return NULL;
    OWNED(memory) char *text = root_text(target->root, path);
    OWNED(memory)
    char *script = memory_print("a script: if it starts a Python, give what this prints: %s -c "
                                "'import sys; print(sys.executable)'",
                                named);
    if (text && strncmp(text, "#!", 2) == 0)
        return fail(named, script);
    return fail(named, "not a Python: give an interpreter, or the folder of a virtual environment");
}

/* Returns 1 for a script or a link to another program, because it may start any Python. */
static int starts_another(const struct target *target, const char *path)
{
    OWNED(memory) char *real = root_real(target->root, path);
    OWNED(memory) char *text = root_text(target->root, path);

    return text && (strncmp(text, "#!", 2) == 0 ||
                    (real && strncmp(strings_base_name(real), "python", 6) != 0));
}

/* Reads the first python3 in PATH that is a Python. Returns 0, or -1 if there is none. */
static int read_python(struct target *target)
{
    OWNED(memory) char *skipped = NULL;
    OWNED(strings)
    struct strings path = strings_split(target->view.variable(&target->view, "PATH"), ':');

    for (size_t i = 0; i < path.count; i++) {
        OWNED(memory) char *interpreter = memory_print("%s/python3", path.list[i]);

        if (*path.list[i] != '/' || python_of_uvx(target, path.list[i]))
            continue;
        if (read_interpreter(target, interpreter) == 0) {
            target->skipped = skipped;
            skipped = NULL;
            return 0;
        }
        if (!skipped && starts_another(target, interpreter))
            skipped = memory_copy(interpreter);
    }
    target->skipped = skipped;
    skipped = NULL;
    return -1;
}

/* Returns 1 if Python imports the file. */
static int is_extension(const struct elf_file *file)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && strncmp(file->symbols[i].name, "PyInit_", 7) == 0)
            return 1;
    return 0;
}

const char *target_import(struct target *target, const char *named)
{
    const char *active = view_variable(&target->view, "VIRTUAL_ENV");
    struct target python = *target;

    if (!named && (target->view.program || lazynccl_site_length(target->module) ||
                   !is_extension(&target->file)))
        return NULL;
    if (named && (target->file.is_program || !target->from))
        return fail(target->who, "not a module that a Python imports: use it without --python");
    const char *why = named ? read_named_python(&python, named) : NULL;
    if (why || (!named && !(active && *active && read_python_of(&python, active) == 0) &&
                read_python(&python) != 0))
        return why;
    target->program = python.program;
    target->view.program = python.view.program;
    target->view.objects = &target->objects;
    view_add_object(target, target->program, NULL, 0);
    target->who = memory_print("%s (%s)", target->module, python.who);
    return NULL;
}

static const char *inside_of(const struct lazynccl_view *view, struct lazynccl_arena *arena,
                             const char *path)
{
    OWNED(memory) char *inside = view_inside((const struct target *)view, path);

    return lazynccl_arena_print(arena, "%s", inside ? inside : "");
}

const char *target_open(struct target *target, const struct target_choice *choice)
{
    const char *why = NULL;

    *target = (struct target){
        .root = choice->root ? choice->root : "", .pid = choice->pid, .environment = environ};
    target->view = (struct lazynccl_view){.inside = inside_of,
                                          .variable = view_variable,
                                          .objects = &target->objects,
                                          .walk = 1,
                                          .folders = view_folders};
    if (choice->pid)
        why = read_process(target, choice->import);
    else if (choice->from)
        why = read_python_of(target, choice->from) == 0 ? NULL : read_module(target, choice->from);
    else if (choice->python)
        why = read_named_python(target, choice->python);
    else if (choice->no_python || read_python(target) < 0)
        target->who = memory_copy("this machine, without Python");
    if (choice->from && !why && !choice->pid && !choice->no_python)
        why = target_import(target, choice->python);
    if (target->skipped) {
        OWNED(memory) char *who = target->who;

        target->who = memory_print(
            "%s (not %s, which starts another: activate it, or use --python, --from or --pid)", who,
            target->skipped);
    }
    target->view.module = target->module;
    return why;
}

struct target target_as(const struct target *base, const char *path, const struct elf_file *file)
{
    struct target other = *base;

    other.file = *file;
    other.module = (char *)path;
    other.view.module = path;
    if (file->is_program)
        other.program = NULL; /* the program is the file itself */
    return other;
}
