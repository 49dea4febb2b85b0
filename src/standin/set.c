/* Makes sets of stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/set.h"
#include "common/files/root.h"
#include "common/files/walk.h"
#include "common/linking/facts.h"
#include "common/machine/distributions.h"
#include "common/text/memory.h"
#include "standin/elf/atomic_file.h"
#include "standin/elf/make.h"
#include "standin/elf/stub_lookup.h"
#include "standin/importers.h"
#include "standin/report.h"
#include "standin/template/templates.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A set that is being made. */
struct making {
    const struct set_plan *plan;
    const char *folder, *shared; /* as in set_make() */
    FILE *manifest;
    struct importers importers; /* the importers in `site` */
    const char *site;           /* the last site-packages that was searched, or NULL */
    mode_t mode;                /* the mode of the set's folders */
    int has_toolkit;            /* 1: a toolkit's folders are linked next to SET/lib */
};

static void add_text(struct sha256 *sha, const char *text)
{
    sha256_add(sha, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void end_key(struct sha256 *sha, char key[SET_KEY + 1])
{
    char text[SHA256_TEXT];

    sha256_end(sha, text);
    snprintf(key, SET_KEY + 1, "%.*s", SET_KEY, text);
}

/* Adds the identity of this command, because another release may make other stand-ins. */
static void add_self(struct sha256 *sha)
{
    static char id[SHA256_TEXT];
    long long size;

    if (!*id)
        found_identify("/proc/self/exe", id, &size);
    add_text(sha, LAZYNCCL_RELEASE);
    add_text(sha, id);
}

/* Adds the names in a site-packages folder, so that installing a package changes the key: the
 * package may use a library's data symbols, which a stand-in cannot provide. */
static void add_names(struct sha256 *sha, const char *site)
{
    OWNED(strings) struct strings names = {0};

    walk_names(site, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strcmp(names.list[i], "__pycache__") != 0)
            add_text(sha, names.list[i]);
}

void set_key(const struct set_plan *plan, char key[SET_KEY + 1])
{
    struct sha256 sha;

    sha256_begin(&sha);
    add_self(&sha);
    add_text(&sha, plan->command);
    add_text(&sha, plan->lazy);
    add_text(&sha, plan->traced ? "traced" : "");
    for (size_t i = 0; i < plan->sites->count; i++) {
        add_text(&sha, plan->sites->list[i]);
        add_names(&sha, plan->sites->list[i]);
    }
    for (size_t i = 0; i < plan->found->count; i++) {
        const struct found_library *library = &plan->found->list[i];

        add_text(&sha, library->soname);
        add_text(&sha, library->path);
        add_text(&sha, library->id);
    }
    end_key(&sha, key);
}

int set_is_whole(const char *folder)
{
    OWNED(memory) char *path = memory_print("%s/manifest", folder);
    OWNED(memory) char *text = root_text("", path);

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        OWNED(strings) struct strings words = strings_split(line, '\t');

        if (words.count < 3 || strcmp(words.list[0], "stand-in") != 0)
            continue;
        OWNED(memory)
        char *file = memory_print("%s/site/%s/%s", folder, words.list[1], words.list[2]);
        if (elf_file_stands_in(file) != 1)
            return 0;
    }
    return text != NULL;
}

/* Makes the missing folders between the set and a file below it. Returns 0, or -1 and errno. */
static int make_folders(const struct making *making, const char *file)
{
    OWNED(memory) char *path = memory_copy(file);

    for (char *slash = path + strlen(making->folder); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(path, making->mode) != 0 && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}

/* Returns which file imports a library's data. Searches each site-packages once. */
static const char *imported(struct making *making, const struct found_library *library,
                            const struct source_library *real)
{
    if (!making->site || strcmp(making->site, library->site) != 0) {
        importers_free(&making->importers);
        making->importers = importers_find(library->site);
        making->site = library->site;
    }
    return importers_reason(&making->importers, real);
}

/* Returns why a library cannot be replaced, or NULL. */
static const char *stays(struct making *making, const struct found_library *library,
                         const struct source_library *real)
{
    const struct report *choice = making->plan->choice;
    OWNED(memory) char *package = report_package(library->soname);
    const char *kept = choice ? report_keeps(choice, library->soname, package) : NULL;

    if (strcmp(real->file.soname, library->soname) != 0)
        return "its file is not named like its SONAME";
    if (kept || !real->data_count)
        return kept;
    return library->site ? imported(making, library, real)
                         : "it exports data, and its importers are not known";
}

/* Links the entries of a folder, except libraries, into another folder. */
static void link_all(const char *from, const char *into)
{
    OWNED(strings) struct strings names = {0};

    walk_names(from, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *target = memory_print("%s/%s", from, names.list[i]);
        OWNED(memory) char *link = memory_print("%s/%s", into, names.list[i]);

        if (strcmp(names.list[i], "lib") != 0)
            (void)!symlink(target, link); /* the link may exist; the stand-in works without it */
    }
}

/* Links the siblings of the library's folder next to the stand-in's folder, because CuPy 14 looks
 * for headers by NVRTC's path. Only for wheels and folders with headers, such as a toolkit:
 * Debian's library folder has siblings from hundreds of packages. */
static void link_siblings(struct making *making, const struct found_library *library,
                          const char *into)
{
    OWNED(memory) char *lib = memory_folder(library->path);
    OWNED(memory) char *above = memory_folder(lib);
    OWNED(memory) char *own_lib = memory_folder(into);
    OWNED(memory) char *own = memory_folder(own_lib);
    OWNED(memory) char *headers = memory_print("%s/include", above);

    if (!library->site && access(headers, F_OK) != 0)
        return;
    link_all(above, own);
    if (!library->site && making->plan->command && !making->has_toolkit) {
        making->has_toolkit = 1;
        link_all(above, making->folder);
    }
}

/* Makes a stand-in from a stub alone. */
static const char *make_from_stub(const struct making *making, const struct found_library *library,
                                  const char *into)
{
    struct source_library stub = stub_lookup_library(library->soname, LAZYNCCL_ELF_MACHINE);
    const char *wrong = make_at(&stub, &(struct make_hints){.traced = making->plan->traced}, into);

    source_library_close(&stub);
    return wrong;
}

/* Makes a stand-in from a file. If there is a stub, adds the functions of all other releases, so
 * that a program built for a newer release starts and fails only if it calls a missing function. */
static const char *make_from_file(const struct making *making, const struct found_library *library,
                                  struct source_library *real, const char *into)
{
    OWNED(memory) char *package = report_package(library->soname);
    struct make_hints hints = {library->site ? library->below : NULL, package, library->soname,
                               making->plan->traced};

    if (stub_lookup_extend(real))
        hints.source = NULL; /* do not warn that the file lacks the other functions */
    return make_at(real, &hints, into);
}

static const char *make(const struct making *making, const struct found_library *library,
                        struct source_library *real, const char *into)
{
    return real ? make_from_file(making, library, real, into)
                : make_from_stub(making, library, into);
}

/* Returns the path of a stand-in that all sets share, to be freed. Equal paths mean equal bytes. */
static char *shared_path(const struct making *making, const struct found_library *library)
{
    char key[SET_KEY + 1];
    struct sha256 sha;

    sha256_begin(&sha);
    add_self(&sha);
    add_text(&sha, library->soname);
    add_text(&sha, library->id);
    add_text(&sha, library->site ? library->below : NULL);
    add_text(&sha, making->plan->traced ? "traced" : "");
    end_key(&sha, key);
    return memory_print("%s/%s", making->shared, key);
}

/* Links a shared stand-in, or makes it. A file system may have no hard links. */
static const char *place(const struct making *making, const struct found_library *library,
                         struct source_library *real, const char *into)
{
    if (elf_file_stands_in(into) == 1)
        return NULL;
    unlink(into);
    if (!making->shared)
        return make(making, library, real, into);
    OWNED(memory) char *shared = shared_path(making, library);
    const char *wrong =
        elf_file_stands_in(shared) == 1 ? NULL : make(making, library, real, shared);
    if (wrong || link(shared, into) == 0)
        return wrong;
    return make(making, library, real, into);
}

/* Links a stand-in into SET/lib for ld.so. The link is relative, so that the set may be moved. */
static const char *link_into_lib(const struct making *making, const struct found_library *library)
{
    OWNED(memory)
    char *to = memory_print("../site/%s/%s/%s", library->soname, library->below, library->soname);
    OWNED(memory) char *from = memory_print("%s/lib/%s", making->folder, library->soname);

    return symlink(to, from) == 0 || errno == EEXIST ? NULL : strerror(errno);
}

static const char *add_standin(struct making *making, const struct found_library *library,
                               struct source_library *real)
{
    OWNED(memory)
    char *into = memory_print("%s/site/%s/%s/%s", making->folder, library->soname, library->below,
                              library->soname);
    const char *wrong;

    if (make_folders(making, into) != 0)
        return strerror(errno);
    if ((wrong = place(making, library, real, into)))
        return wrong;
    if (real)
        link_siblings(making, library, into);
    return link_into_lib(making, library);
}

/* Adds a library's stand-in and manifest line. Returns NULL, or why the set cannot be written. */
static const char *add_library(struct making *making, const struct found_library *library)
{
    struct source_library real;
    const char *why = library->path ? source_library_open(&real, library->path) : NULL;
    int open = library->path && !why;

    if (open)
        why = stays(making, library, &real);
    fprintf(making->manifest, "%s\t%s\t%s/%s\t%lld\t%s\t%s\n", why ? "real" : "stand-in",
            library->soname, library->below, library->soname, library->size, library->id,
            why ? why : "");
    const char *wrong = why ? NULL : add_standin(making, library, open ? &real : NULL);
    if (open)
        source_library_close(&real);
    return wrong;
}

/* Writes the distributions to the manifest, so that `run --prepared` notices replaced ones. */
static void print_packages(FILE *manifest, const char *site)
{
    for (struct distribution *of = distributions_of(facts_plain("")->machine, site); of;
         of = of->next)
        if (of->is_nvidia)
            fprintf(manifest, "package\t%s\n", strings_base_name(of->folder));
}

static void print_head(const struct set_plan *plan, FILE *manifest)
{
    fprintf(manifest, SET_FORMAT "\nmachine\t%d\ntraced\t%d\n", LAZYNCCL_ELF_MACHINE, plan->traced);
    if (plan->command)
        fprintf(manifest, "user\t%u\nlazy\t%s\ncommand\t%s\n", (unsigned)geteuid(), plan->lazy,
                plan->command);
    for (size_t i = 0; i < plan->sites->count; i++) {
        fprintf(manifest, "site\t%s\n", plan->sites->list[i]);
        print_packages(manifest, plan->sites->list[i]);
    }
}

/* Writes a file, unless it exists: the cache may have become read-only. */
static const char *write_file(const char *folder, const char *name, const void *text, size_t size)
{
    OWNED(memory) char *path = memory_print("%s/%s", folder, name);
    struct atomic_file file;

    if (atomic_file_begin(&file, path, 0666) != 0)
        return strerror(errno);
    errno = ENOSPC; /* if write() writes only a part */
    return atomic_file_end(&file,
                           write(file.fd, text, size) == (ssize_t)size ? NULL : strerror(errno));
}

static const char *fill(struct making *making)
{
    OWNED(memory) char *lib = memory_print("%s/lib/", making->folder);
    const char *wrong = NULL;

    if (make_folders(making, lib) != 0)
        return strerror(errno);
    print_head(making->plan, making->manifest);
    for (size_t i = 0; i < making->plan->found->count && !wrong; i++)
        wrong = add_library(making, &making->plan->found->list[i]);
    fputs(SET_END "\n", making->manifest);
    return wrong ? wrong
                 : write_file(making->folder, "sitecustomize.py", sitecustomize_py,
                              sizeof sitecustomize_py);
}

const char *set_make(const struct set_plan *plan, const char *folder, const char *shared)
{
    OWNED(memory) char *text = NULL;
    size_t size = 0;
    struct making making = {.plan = plan,
                            .folder = folder,
                            .shared = shared,
                            .manifest = open_memstream(&text, &size),
                            .mode = plan->command ? 0700 : 0777};

    if (!making.manifest)
        return strerror(errno);
    if (mkdir(folder, making.mode) != 0 && errno != EEXIST) {
        fclose(making.manifest);
        return strerror(errno);
    }
    const char *wrong = fill(&making);
    fclose(making.manifest);
    importers_free(&making.importers);
    return wrong ? wrong : write_file(folder, "manifest", text, size);
}
