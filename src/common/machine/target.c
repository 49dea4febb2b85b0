/* Opens a program, a module, a process or a Python as a consumer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/target.h"
#include "common/files/root.h"
#include "common/machine/python.h"
#include "common/machine/view.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <unistd.h>

const char *consumer_via_word(enum lazynccl_via via)
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

/* "what: why", until the next call. */
static const char *fail(const char *what, const char *why)
{
    static char reason[512];

    snprintf(reason, sizeof reason, "%s: %s", what, why);
    return reason;
}

/* Opens a path of the consumer's as its file. Returns NULL, or why it cannot. */
static const char *open_file(struct consumer *consumer, const char *path,
                             const char *(*open)(struct elf_file *, const char *path))
{
    OWNED(memory) char *inside = view_inside(consumer, path);
    const char *why = inside ? open(&consumer->file, inside) : strerror(errno);

    return why ? fail(path, why) : NULL;
}

/* The path of a file of /proc/PID; its own links are not followed. */
static char *proc_path(const struct consumer *consumer, const char *name)
{
    OWNED(memory) char *named = memory_print("/proc/%d", consumer->pid);
    OWNED(memory) char *folder = view_inside(consumer, named);

    return folder ? memory_print("%s/%s", folder, name) : NULL;
}

static FILE *open_proc(const struct consumer *consumer, const char *name, const char **why)
{
    OWNED(memory) char *path = proc_path(consumer, name);
    FILE *file = path ? fopen(path, "re") : NULL;

    if (!file)
        *why = fail(path ? path : name, strerror(errno));
    return file;
}

static void read_environment(struct consumer *consumer, FILE *file)
{
    struct strings list = {0};
    OWNED(memory) char *entry = NULL;
    size_t room = 0;

    for (ssize_t n; (n = getdelim(&entry, &room, '\0', file)) > 0;)
        strings_add(&list, entry, (size_t)n);
    *MEMORY_ADD(list.list, list.count) = NULL;
    consumer->environment = list.list;
}

/* What is mapped, each file once, in the order in which it was loaded: the kernel puts each new
 * file below those before it, and lists them from below. */
static void read_maps(struct consumer *consumer, FILE *maps)
{
    OWNED(strings) struct strings paths = {0};
    char line[4500], *path;

    while (fgets(line, sizeof line, maps))
        if ((path = strchr(line, '/'))) {
            path[strcspn(path, "\n")] = '\0';
            strings_add_once(&paths, path);
        }
    for (size_t i = paths.count; i-- > 0;) {
        OWNED(memory)
        char *inside = view_inside(consumer, paths.list[i]);
        struct elf_file file;

        if (inside && elf_file_head(&file, inside) == NULL) {
            view_add_object(consumer, paths.list[i], file.soname, file.lazynccl != NULL);
            elf_file_close(&file);
        }
    }
}

static const char *read_process(struct consumer *consumer, const char *import)
{
    OWNED(memory) char *name = proc_path(consumer, "exe");
    char exe[4096];
    ssize_t n = name ? readlink(name, exe, sizeof exe) : -1;
    const char *why = n < 0 ? fail(name ? name : "/proc", strerror(errno)) : NULL;
    FILE *file;

    if (why)
        return why;
    consumer->module = memory_copy_part(exe, (size_t)n);
    if ((why = open_file(consumer, consumer->module, elf_file_open)) ||
        !(file = open_proc(consumer, "environ", &why)))
        return why;
    read_environment(consumer, file);
    fclose(file);
    if (!(file = open_proc(consumer, "maps", &why)))
        return why;
    read_maps(consumer, file);
    fclose(file);
    consumer->who = import ? memory_print("%s with %s imported", consumer->module, import)
                           : memory_print("process %d, %s", consumer->pid, consumer->module);
    return NULL;
}

static const char *read_module(struct consumer *consumer, const char *named)
{
    const char *path = consumer->module = root_absolute(consumer->root, named), *why;

    if (!path)
        return fail(named, strerror(errno));
    if ((why = open_file(consumer, path, elf_file_open)))
        return why;
    size_t site = lazynccl_site_length(path);
    const char *python = strstr(path, "/python3.");

    consumer->from = path;
    if (site)
        consumer->sites[consumer->site_count++] = memory_copy_part(path, site);
    consumer->who = site && python
                        ? memory_print("%s in %.*s (python %.*s)", strings_base_name(path),
                                       (int)(python - path) - (int)strlen("/lib"), path,
                                       (int)strspn(python + 7, "0123456789."), python + 7)
                        : memory_copy(path);
    return NULL;
}

/* Returns 0 if the path is a Python, which is then the consumer. */
static int read_interpreter(struct consumer *consumer, const char *interpreter)
{
    /* its symbols do not matter: an interpreter needs nothing of NVIDIA's */
    if (open_file(consumer, interpreter, elf_file_head))
        return -1;
    if (python_read(consumer, interpreter) == 0)
        return 0;
    elf_file_close(&consumer->file);
    return -1;
}

/* 1 if it is a script, or a link to another program: what it starts cannot be told. */
static int starts_another(const struct consumer *consumer, const char *path)
{
    OWNED(memory) char *real = root_real(consumer->root, path);
    OWNED(memory) char *text = root_text(consumer->root, path);

    return text && (strncmp(text, "#!", 2) == 0 ||
                    (real && strncmp(strings_base_name(real), "python", 6) != 0));
}

/* The first python3 in PATH that is a program. */
static int read_python(struct consumer *consumer)
{
    OWNED(memory) char *skipped = NULL;
    OWNED(strings)
    struct strings path = strings_split(consumer->view.variable(&consumer->view, "PATH"), ':');

    for (size_t i = 0; i < path.count; i++) {
        OWNED(memory) char *interpreter = memory_print("%s/python3", path.list[i]);

        if (*path.list[i] != '/' || python_of_uvx(consumer, path.list[i]))
            continue;
        OWNED(memory) char *real = python_of_shim(consumer, interpreter);
        if ((real && read_interpreter(consumer, real) == 0) ||
            read_interpreter(consumer, interpreter) == 0) {
            consumer->skipped = skipped;
            skipped = NULL;
            return 0;
        }
        if (!skipped && starts_another(consumer, interpreter))
            skipped = memory_copy(interpreter);
    }
    consumer->skipped = skipped;
    skipped = NULL;
    return -1;
}

static const char *inside_of(const struct lazynccl_view *view, struct lazynccl_arena *arena,
                             const char *path)
{
    OWNED(memory) char *inside = view_inside((const struct consumer *)view, path);

    return lazynccl_arena_print(arena, "%s", inside ? inside : "");
}

const char *consumer_open(struct consumer *consumer, const struct consumer_choice *choice)
{
    const char *why = NULL;

    *consumer = (struct consumer){
        .root = choice->root ? choice->root : "", .pid = choice->pid, .environment = environ};
    consumer->view = (struct lazynccl_view){.inside = inside_of,
                                            .variable = view_variable,
                                            .objects = &consumer->objects,
                                            .walk = 1,
                                            .folders = view_folders};
    if (choice->pid)
        why = read_process(consumer, choice->import);
    else if (choice->from)
        why = read_module(consumer, choice->from);
    else if (choice->no_python || read_python(consumer) < 0)
        consumer->who = memory_copy("a plain program");
    if (consumer->skipped) {
        OWNED(memory) char *who = consumer->who;

        consumer->who =
            memory_print("%s (not %s, which starts another: activate it, or use --from or --pid)",
                         who, consumer->skipped);
    }
    consumer->view.module = consumer->module;
    return why;
}

struct consumer consumer_as(const struct consumer *base, const char *path,
                            const struct elf_file *file)
{
    struct consumer other = *base;

    other.file = *file;
    other.module = (char *)path;
    other.view.module = path;
    return other;
}
