/* Follows the import statements of Python sources to the libraries that they open.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/preload.h"
#include "common/linking/closure.h"
#include "common/machine/packages.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <ctype.h>
#include <stdint.h>

enum { MOST_SOURCES = 200, BUCKETS = 1 << 14 };

enum kind {
    MODULE, /* the path has no suffix; leads to sources and libraries */
    SOURCE, /* leads to modules and libraries */
    LIBRARY,
    STEM /* how a library's path or SONAME begins, up to a '.' */
};

/* A path, and the nodes to which it leads. A node is read once, for all folders. */
struct node {
    struct node *next; /* in the bucket */
    char *path;
    size_t number; /* the index in `seen` of each folder */
    enum kind kind;
    int is_read;
    int is_there;       /* 1: the source exists, and its strings count */
    struct node **list; /* the nodes, in the order in which Python meets them */
    size_t count;
    struct strings sonames; /* of a library and of all files that ld.so loads with it */
};

/* The libraries that the sources in one folder open, read until the wanted one is found. */
struct folder {
    struct folder *next;
    char *path;
    size_t site; /* the length of the path of site-packages, with its '/' */
    struct node **sources;
    size_t count; /* of `sources` */
    size_t read;  /* how many of them were read */
    char *seen;   /* 1 at a node's number: the folder has reached the node */
    size_t seen_count;
    struct strings opened;   /* SONAMEs of opened libraries */
    struct strings openers;  /* for each SONAME, the library that ld.so loads it with */
    struct strings packages; /* for each SONAME, the package that opens that library */
};

struct preloads {
    struct node *buckets[BUCKETS];
    size_t count; /* of nodes */
    struct folder *folders;
    const struct library *last; /* the last library whose stems were added; NULL: none */
};

/* The node that is being read. */
struct reading {
    struct facts *facts;
    size_t site; /* as in struct folder */
    struct node *to;
};

/* Returns where a bucket has the node of a path, or where a new node belongs. */
static struct node **find_node(struct preloads *all, enum kind kind, const char *path)
{
    uint32_t hash = 2166136261u + kind;

    for (const char *at = path; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    struct node **node = &all->buckets[(hash ^ hash >> 16) % BUCKETS];
    while (*node && !((*node)->kind == kind && strcmp((*node)->path, path) == 0))
        node = &(*node)->next;
    return node;
}

/* Returns the node of a path, and takes over the path. */
static struct node *take_node(struct facts *facts, enum kind kind, char *path)
{
    struct node **node = find_node(facts->preloads, kind, path);

    if (*node) {
        free(path);
        return *node;
    }
    *node = memory_get(1, sizeof **node);
    **node = (struct node){.path = path, .kind = kind, .number = facts->preloads->count++};
    /* cuda.pathfinder's sources name all libraries, but open only a library that a caller names */
    if (kind == SOURCE)
        (*node)->is_there = !strstr(path, "/cuda/pathfinder/") && machine_has(facts->machine, path);
    return *node;
}

static void lead_to(struct reading *reading, enum kind kind, char *path)
{
    struct node *node = take_node(reading->facts, kind, path);

    if (kind != SOURCE || node->is_there)
        *MEMORY_ADD(reading->to->list, reading->to->count) = node;
}

static void add_stem(struct facts *facts, const char *path, const char *name)
{
    size_t length = (size_t)(name - path) + strcspn(name, ".");

    take_node(facts, STEM, memory_copy_part(path, length));
}

/* Returns the libraries of a source, or NULL if no path or SONAME has the stem of `path`. */
static const struct library *libraries_like(struct facts *facts, const char *source,
                                            const char *path)
{
    const struct library *all = libraries_of(facts, source);
    struct preloads *known = facts->preloads;
    size_t folders = (size_t)(strings_base_name(path) - path);
    OWNED(memory)
    char *stem = memory_copy_part(path, folders + strcspn(path + folders, "."));

    for (const struct library *at = known->last ? known->last->next : all; at; at = at->next) {
        add_stem(facts, at->path, strings_base_name(at->path));
        add_stem(facts, at->soname, at->soname);
        known->last = at;
    }
    return *find_node(known, STEM, stem) ? all : NULL;
}

/* Lists the SONAMEs of a library and of all files that ld.so loads with it. */
static void read_library(struct reading *reading)
{
    OWNED(closure)
    struct closure closure = closure_read(reading->facts->machine->target, reading->to->path, 1);

    for (size_t i = 0; i < closure.count; i++) {
        const struct closure_file *file = &closure.list[i];

        if (file->asks)
            strings_print(&reading->to->sonames, "%s",
                          file->asks->file.soname ? file->asks->file.soname
                                                  : strings_base_name(file->soname));
    }
}

/* Takes a string of a source as the name of a library, "libcublas.so.12" or "cublas", or of a file
 * beside the source that lists libraries, "preload.json". */
static void add_named(struct reading *reading, const char *text, size_t length, const char *source)
{
    OWNED(memory) char *copy = memory_copy_part(text, length);
    const char *name = strings_base_name(copy), *end = strstr(name, ".json");

    if (end && !end[5]) {
        lead_to(reading, SOURCE,
                memory_print("%.*s%s", (int)(strings_base_name(source) - source), source, copy));
        return;
    }
    int is_file = strncmp(name, "lib", 3) == 0;
    OWNED(memory)
    char *start =
        is_file ? memory_copy_part(name, strcspn(name, ".")) : memory_print("lib%s", name);
    size_t bare = strlen(start);

    if (is_file && !strstr(name, ".so"))
        return;
    for (const struct library *at = libraries_like(reading->facts, source, start); at;
         at = at->next)
        if (strncmp(at->soname, start, bare) == 0 && at->soname[bare] == '.')
            lead_to(reading, LIBRARY, memory_copy(at->path));
}

/* Adds the package above a module, which Python runs first, and the module's own files. */
static void read_module(struct reading *reading)
{
    const char *path = reading->to->path;
    size_t length = strlen(path), above = (size_t)(strings_base_name(path) - path);

    if (above > reading->site)
        lead_to(reading, MODULE, memory_copy_part(path, above - 1));
    lead_to(reading, SOURCE, memory_join(path, "/__init__.py"));
    lead_to(reading, SOURCE, memory_join(path, ".py"));
    for (const struct library *at = libraries_like(reading->facts, path, path); at; at = at->next)
        if (strncmp(at->path, path, length) == 0 &&
            (strncmp(at->path + length, ".cpython-", 9) == 0 ||
             strncmp(at->path + length, ".abi3.", 6) == 0 || !strcmp(at->path + length, ".so")))
            lead_to(reading, LIBRARY, memory_copy(at->path));
}

/* Returns the path of a module without a suffix, to be freed. Dots in the name divide folders;
 * leading dots go up from the source. NULL: the path would be above site-packages. */
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

/* Reads the names after "import ". `base`: the path of the module after "from ", or NULL. */
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
            lead_to(reading, MODULE, memory_copy(path));
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
        lead_to(reading, MODULE, memory_copy(base));
    read_names(reading, names + 7, base, source);
}

/* Takes each string in a line, without blanks in it, as a name. */
static void read_strings(struct reading *reading, const char *line, const char *source)
{
    for (const char *at = line; (at = strpbrk(at, "\"'"));) {
        size_t length = strcspn(at + 1, "\"' \t");
        int is_closed = at[1 + length] == *at;

        if (is_closed && length > 2)
            add_named(reading, at + 1, length, source);
        at += 1 + (is_closed ? length + 1 : 0);
    }
}

/* Reads the imports and strings of a source. PyTorch before 2.10 opens, unless its import fails,
 * only libraries named in lines with _preload_cuda_; strings in other lines do not count. */
static void read_source(struct reading *reading)
{
    const char *source = reading->to->path;
    OWNED(memory) char *text = machine_text(reading->facts->machine, source);
    int is_by_call = text && strstr(source, "/torch/__init__.py") &&
                     !strstr(text, "_preload_cuda_deps(required=False)");

    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        read_statement(reading, line + strspn(line, " \t"), source);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        if (!is_by_call || strstr(line, "_preload_cuda_"))
            read_strings(reading, line, source);
}

static void read_node(struct facts *facts, struct node *node, size_t site)
{
    static void (*const readers[])(struct reading *) = {
        [MODULE] = read_module, [SOURCE] = read_source, [LIBRARY] = read_library};

    if (node->is_read)
        return;
    node->is_read = 1;
    readers[node->kind](&(struct reading){facts, site, node});
}

/* Returns 1 if the folder reached the node before. */
static int is_seen(struct facts *facts, struct folder *folder, const struct node *node)
{
    if (node->number >= folder->seen_count) {
        size_t count = facts->preloads->count * 2;

        folder->seen = memory_check(realloc(folder->seen, count));
        memset(folder->seen + folder->seen_count, 0, count - folder->seen_count);
        folder->seen_count = count;
    }
    int before = folder->seen[node->number];
    folder->seen[node->number] = 1;
    return before;
}

/* Records that a source's package opens a library and, with it, the files that ld.so loads. */
static void add_opened(struct folder *folder, const struct node *library, const char *source)
{
    const char *inside = source + folder->site;

    for (size_t i = 0; i < library->sonames.count; i++) {
        strings_print(&folder->opened, "%s", library->sonames.list[i]);
        strings_print(&folder->openers, "%s", library->path);
        strings_print(&folder->packages, "%.*s", (int)strcspn(inside, "/"), inside);
    }
}

/* Adds a node that a source leads to, and the nodes to which that node leads. */
static void reach(struct facts *facts, struct folder *folder, struct node *node, const char *source)
{
    if (node->kind == SOURCE && folder->count >= MOST_SOURCES)
        return;
    if (is_seen(facts, folder, node))
        return;
    if (node->kind == SOURCE) {
        *MEMORY_ADD(folder->sources, folder->count) = node;
        return;
    }
    read_node(facts, node, folder->site);
    if (node->kind == LIBRARY)
        add_opened(folder, node, source);
    for (size_t i = 0; i < node->count; i++)
        reach(facts, folder, node->list[i], source);
}

/* Reaches the packages of a wheel, for a file in a NAME.libs folder that auditwheel made. */
static void reach_packages(struct facts *facts, struct folder *folder, const char *file)
{
    struct distribution *owner = packages_of(facts->machine, file);
    OWNED(strings) struct strings names = {0};

    if (owner)
        distribution_packages(facts->machine, owner, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory)
        char *path = memory_print("%.*s%s", (int)folder->site, file, names.list[i]);
        reach(facts, folder, take_node(facts, MODULE, memory_copy(path)), path);
    }
}

/* Returns the folder at `path`, with the sources that Python runs before it loads `file` there. */
static struct folder *take_folder(struct facts *facts, const char *path, const char *file,
                                  size_t site)
{
    if (!facts->preloads)
        facts->preloads = memory_get(1, sizeof *facts->preloads);
    struct folder *folder = facts->preloads->folders;
    while (folder && strcmp(folder->path, path) != 0)
        folder = folder->next;
    if (folder)
        return folder;
    folder = memory_get(1, sizeof *folder);
    *folder = (struct folder){
        .next = facts->preloads->folders, .path = memory_copy(path), .site = site + 1};
    facts->preloads->folders = folder;
    if (strncmp(path + site, "/nvidia", 7) == 0) { /* no sources: PyTorch opens its libraries */
        struct node *torch =
            take_node(facts, SOURCE, memory_print("%.*s/torch/__init__.py", (int)site, path));

        if (torch->is_there)
            reach(facts, folder, torch, path);
    } else if (strcmp(path + strcspn(path + site, ".") + site, ".libs") == 0) {
        reach_packages(facts, folder, file);
    } else if (path[site]) {
        reach(facts, folder, take_node(facts, MODULE, memory_copy(path)), path);
    }
    return folder;
}

/* Reads sources until more than `number` SONAMEs are opened. Returns 0 if there are not so many. */
static int read_up_to(struct facts *facts, struct folder *folder, size_t number)
{
    while (folder && number >= folder->opened.count && folder->read < folder->count) {
        struct node *source = folder->sources[folder->read++];

        read_node(facts, source, folder->site);
        for (size_t n = 0; n < source->count; n++)
            reach(facts, folder, source->list[n], source->path);
    }
    return folder && number < folder->opened.count;
}

const char *preload_package(struct facts *facts, const char *file, const char *soname)
{
    OWNED(memory) char *path = memory_folder(file);
    size_t site = lazynccl_site_length(file);
    struct folder *folder = site && path ? take_folder(facts, path, file, site) : NULL;

    for (size_t i = 0; read_up_to(facts, folder, i); i++)
        if (strcmp(folder->opened.list[i], soname) == 0 &&
            strcmp(folder->openers.list[i], file) != 0) /* not by opening the file itself */
            return folder->packages.list[i];
    return NULL;
}
