/* Follows the import statements of Python sources to the libraries that they open.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/preload.h"
#include "common/linking/closure.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <ctype.h>

enum { MOST_SOURCES = 200, LONGEST_NAME = 100 };

/* What the sources of one folder open. */
struct preloads {
    struct preloads *next;
    char *folder;
    struct strings opened, packages; /* SONAMEs, and for each the package that opens it */
};

/* The sources that are read for a folder. */
struct reading {
    struct facts *facts;
    struct preloads *to;
    size_t site;            /* the length of the path of site-packages, with its '/' */
    struct strings sources; /* paths, in the order in which they are reached */
    struct strings seen;    /* paths of modules without a suffix, and of libraries */
};

/* Returns 1 if it was seen before. */
static int is_seen(struct reading *reading, const char *path)
{
    size_t before = reading->seen.count;

    strings_add_once(&reading->seen, path);
    return reading->seen.count == before;
}

/* Adds the libraries that ld.so loads with a file. */
static void add_opened(struct reading *reading, const char *path, const char *source)
{
    if (is_seen(reading, path))
        return;
    const char *inside = source + reading->site;
    OWNED(memory) char *package = memory_copy_part(inside, strcspn(inside, "/"));
    OWNED(closure)
    struct closure closure = closure_read_heads(reading->facts->machine->target, path);

    for (size_t i = 0; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];
        const char *soname = file->asks && file->asks->file.soname
                                 ? file->asks->file.soname
                                 : strings_base_name(file->soname);

        if (!file->asks || strings_has(&reading->to->opened, soname))
            continue;
        strings_print(&reading->to->opened, "%s", soname);
        strings_print(&reading->to->packages, "%s", package);
    }
}

/* Takes a string of a source as the name of a library: "libcublas.so.12", "cublas". */
static void add_named(struct reading *reading, const char *text, size_t length, const char *source)
{
    OWNED(memory) char *copy = memory_copy_part(text, length);
    const char *name = strings_base_name(copy);
    int is_file = strncmp(name, "lib", 3) == 0;
    OWNED(memory)
    char *start =
        is_file ? memory_copy_part(name, strcspn(name, ".")) : memory_print("lib%s", name);
    size_t bare = strlen(start);

    if (is_file && !strstr(name, ".so"))
        return;
    for (const struct library *at = libraries_of(reading->facts, source); at; at = at->next)
        if (strncmp(at->soname, start, bare) == 0 && at->soname[bare] == '.')
            add_opened(reading, at->path, source);
}

/* cuda.pathfinder's own sources name all libraries, and open those that others ask it for. */
static void add_source(struct reading *reading, char *path)
{
    if (reading->sources.count < MOST_SOURCES && !strstr(path, "/cuda/pathfinder/") &&
        machine_has(reading->facts->machine, path))
        strings_add_once(&reading->sources, path);
    free(path);
}

/* Adds the sources, or the extension module, of a module by its path without a suffix; those of the
 * packages above it are run before. */
static void add_module(struct reading *reading, const char *path, const char *source)
{
    size_t length = strlen(path);

    if (is_seen(reading, path))
        return;
    for (const char *end = path + reading->site; (end = strchr(end, '/')); end++)
        add_source(reading, memory_print("%.*s/__init__.py", (int)(end - path), path));
    add_source(reading, memory_print("%s/__init__.py", path));
    add_source(reading, memory_print("%s.py", path));
    for (const struct library *at = libraries_of(reading->facts, source); at; at = at->next)
        if (strncmp(at->path, path, length) == 0 &&
            (strncmp(at->path + length, ".cpython-", 9) == 0 ||
             strncmp(at->path + length, ".abi3.", 6) == 0 || !strcmp(at->path + length, ".so")))
            add_opened(reading, at->path, source);
}

/* The path of a module without a suffix, to be freed: its dots are folders; those at its beginning
 * go up from the source. NULL: it is above site-packages. */
static char *module_path(const struct reading *reading, const char *source, const char *name,
                         size_t length)
{
    size_t dots = strspn(name, "."), base = reading->site;

    for (size_t i = 0; i < dots; i++) {
        base = i ? base - 1 : strlen(source);
        while (base > reading->site && source[base - 1] != '/')
            base--;
    }
    if (dots > length || base < reading->site)
        return NULL;
    char *path = memory_print("%.*s%.*s", (int)base, source, (int)(length - dots), name + dots);
    for (char *at = path + base; *at; at++)
        *at = *at == '.' ? '/' : *at;
    if (*path && path[strlen(path) - 1] == '/')
        path[strlen(path) - 1] = '\0';
    return path;
}

static size_t name_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("._", text[length])))
        length++;
    return length;
}

/* Reads the names after "import ". `base`: of the module after "from ", or NULL. */
static void read_names(struct reading *reading, const char *at, const char *base,
                       const char *source)
{
    int is_open = base && at[strspn(at, " ")] == '(';

    for (at += strspn(at, is_open ? " (\n\\" : " "); name_length(at);) {
        size_t length = name_length(at);
        OWNED(memory)
        char *path = base ? memory_print("%s/%.*s", base, (int)length, at)
                          : module_path(reading, source, at, length);

        if (path)
            add_module(reading, path, source);
        at += length;
        if (strncmp(at, " as ", 4) == 0)
            at += 4 + name_length(at + 4);
        if (at[strspn(at, " ")] != ',')
            break;
        at += strspn(at, is_open ? " ,\n\\" : " ,");
    }
}

/* Reads the statement at the beginning of a line, if it imports. */
static void read_statement(struct reading *reading, const char *line, const char *source)
{
    if (strncmp(line, "import ", 7) == 0)
        read_names(reading, line + 7, NULL, source);
    if (strncmp(line, "from ", 5) != 0)
        return;
    size_t length = name_length(line + 5);
    const char *names = line + 5 + length;
    OWNED(memory) char *base = module_path(reading, source, line + 5, length);

    if (!base || strncmp(names, " import ", 8) != 0)
        return;
    if (line[5 + length - 1] != '.')
        add_module(reading, base, source);
    read_names(reading, names + 7, base, source);
}

static void read_strings(struct reading *reading, const char *line, const char *source)
{
    for (const char *at = line; (at = strpbrk(at, "\"'"));) {
        size_t length = strcspn(at + 1, "\"' \t");
        int is_closed = at[1 + length] == *at;

        if (is_closed && length > 2 && length < LONGEST_NAME)
            add_named(reading, at + 1, length, source);
        at += 1 + (is_closed ? length + 1 : 0);
    }
}

/* PyTorch before 2.10 opens only the libraries that a call names, unless the import has failed. */
static void read_source(struct reading *reading, const char *source)
{
    OWNED(memory) char *text = machine_text(reading->facts->machine, source);
    int is_by_call = text && strstr(source, "/torch/__init__.py") &&
                     !strstr(text, "_preload_cuda_deps(required=False)");

    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        read_statement(reading, line + strspn(line, " \t"), source);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        if (!is_by_call || strstr(line, "_preload_cuda_"))
            read_strings(reading, line, source);
}

static struct preloads *read_folder(struct facts *facts, const char *folder, size_t site)
{
    struct preloads *to = memory_get(1, sizeof *to);
    struct reading reading = {.facts = facts, .to = to, .site = site + 1};

    *to = (struct preloads){.next = facts->preloads, .folder = memory_copy(folder)};
    facts->preloads = to;
    if (strncmp(folder + site, "/nvidia", 7) == 0) /* which is no package: PyTorch opens these */
        add_source(&reading, memory_print("%.*s/torch/__init__.py", (int)site, folder));
    else if (folder[site])
        add_module(&reading, folder, folder);
    for (size_t i = 0; i < reading.sources.count; i++) {
        OWNED(memory) char *source = memory_copy(reading.sources.list[i]);

        read_source(&reading, source);
    }
    strings_free(&reading.sources);
    strings_free(&reading.seen);
    return to;
}

const char *preload_package(struct facts *facts, const char *file, const char *soname)
{
    OWNED(memory) char *folder = memory_folder(file);
    struct preloads *all = facts->preloads;
    size_t site = lazynccl_site_length(file);

    if (!site || !folder)
        return NULL;
    while (all && strcmp(all->folder, folder) != 0)
        all = all->next;
    if (!all)
        all = read_folder(facts, folder, site);
    for (size_t i = 0; i < all->opened.count; i++)
        if (strcmp(all->opened.list[i], soname) == 0)
            return all->packages.list[i];
    return NULL;
}
