/* Makes stand-ins in the user's cache.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/walk.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/wheels/sha256.h"
#include "standin/cache.h"
#include "standin/elf/atomic_file.h"
#include "standin/elf/stub_lookup.h"
#include "standin/importers.h"
#include "standin/report.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A library on its way into the cache. */
struct library {
    const char *path; /* NULL: made from the stub alone */
    const char *soname;
    const char *site;  /* its site-packages; NULL: not in one */
    const char *below; /* its folder there, or the folder that a wheel would use */
};

static void add_identity(struct sha256 *sha, const char *path)
{
    struct stat facts = {0};

    if (!path)
        return;
    stat(path, &facts);
    OWNED(memory)
    char *text =
        memory_print("%s %llu %llu %lld %lld.%ld\n", path, (unsigned long long)facts.st_dev,
                     (unsigned long long)facts.st_ino, (long long)facts.st_size,
                     (long long)facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    sha256_add(sha, text, strlen(text));
}

/* Identifies a library, as it is now, and this command, to be freed. */
static char *key_of(const char *path, int traced)
{
    char key[SHA256_TEXT];
    struct sha256 sha;

    sha256_begin(&sha);
    add_identity(&sha, path);
    add_identity(&sha, "/proc/self/exe");
    if (traced)
        sha256_add(&sha, "traced", 6);
    sha256_end(&sha, key);
    return memory_copy_part(key, 16);
}

/* Makes the missing folders between a folder and a file below it. Returns 0, or -1 and errno. */
static int make_folders(const char *folder, const char *file)
{
    OWNED(memory) char *path = memory_copy(file);

    for (char *slash = path + strlen(folder); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}

/* The reason that a library cannot be replaced, if it is permanent, so that it need not be read
 * again. */
static const char *stays(const struct library *library, const struct source_library *real)
{
    if (strcmp(real->file.soname, library->soname) != 0)
        return "its file is not named like its SONAME";
    if (!real->data_count)
        return NULL;
    return library->site ? importers_reason_below(library->site, real)
                         : "it exports data, and its importers are not known";
}

/* Links the siblings of the library's folder next to the stand-in's folder, because CuPy 14 looks
 * for headers by NVRTC's path. Only for wheels and folders with headers, such as a toolkit:
 * Debian's library folder has siblings from hundreds of packages. */
static void link_siblings(const struct library *library, const char *into)
{
    OWNED(memory) char *lib = memory_folder(library->path);
    OWNED(memory) char *above = memory_folder(lib);
    OWNED(memory) char *own_lib = memory_folder(into);
    OWNED(memory) char *own = memory_folder(own_lib);
    OWNED(memory) char *headers = memory_print("%s/include", above);
    OWNED(strings) struct strings names = {0};

    if (library->site || access(headers, F_OK) == 0)
        walk_names(above, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *from = memory_print("%s/%s", above, names.list[i]);
        OWNED(memory) char *to = memory_print("%s/%s", own, names.list[i]);

        if (strcmp(names.list[i], "lib") != 0)
            (void)!symlink(from, to); /* it may exist; the stand-in works without it */
    }
}

/* Marks a library that cannot be replaced, so that it need not be read again. */
static const char *keep_real(const char *own)
{
    OWNED(memory) char *mark = memory_print("%s/real", own);
    struct atomic_file file;

    if (atomic_file_begin(&file, mark, 0600) != 0)
        return strerror(errno);
    return atomic_file_end(&file, NULL);
}

/* Makes a stand-in from a stub alone. */
static const char *make_from_stub(const struct cache *cache, const struct library *library,
                                  const char *into)
{
    struct source_library stub = stub_lookup_library(library->soname, LAZYNCCL_ELF_MACHINE);
    const char *wrong = make_at(&stub, &(struct make_hints){.traced = cache->traced}, into);

    source_library_close(&stub);
    return wrong;
}

/* A library with a stub also gets the functions of all its other releases: a program that was built
 * for a newer one then starts, and only calls of the missing functions fail. */
static const char *make_from_file(const struct cache *cache, const struct library *library,
                                  struct source_library *real, const char *into)
{
    OWNED(memory) char *package = report_package(library->soname);
    struct make_hints hints = {library->site ? library->below : NULL, package, library->soname,
                               cache->traced};

    if (stub_lookup_extend(real))
        hints.source = NULL; /* do not warn that the file lacks the other functions */
    link_siblings(library, into);
    return make_at(real, &hints, into);
}

/* Makes the stand-in of a library, or an empty file `real` if it cannot be replaced. Returns NULL,
 * or the reason that the cache cannot be written. */
static const char *make(const struct cache *cache, const struct library *library, const char *own,
                        const char *into)
{
    struct source_library real;

    if (make_folders(cache->folder, into) != 0)
        return strerror(errno);
    if (!library->path)
        return make_from_stub(cache, library, into);
    if (source_library_open(&real, library->path))
        return keep_real(own);
    const char *wrong =
        stays(library, &real) ? keep_real(own) : make_from_file(cache, library, &real, into);
    source_library_close(&real);
    return wrong;
}

static int put(struct cache *cache, const struct library *library)
{
    const char *soname = library->soname, *wrong;

    if (strings_has(&cache->seen, soname))
        return 0;
    strings_print(&cache->seen, "%s", soname);
    OWNED(memory) char *key = key_of(library->path, cache->traced);
    OWNED(memory) char *own = memory_print("%s/%s", cache->folder, key);
    OWNED(memory) char *in = memory_print("%s/%s/%s", own, soname, library->below);
    OWNED(memory) char *into = memory_print("%s/%s", in, soname);
    OWNED(memory) char *stays = memory_print("%s/real", own);

    /* a crash of the machine may have left a broken stand-in */
    if (elf_file_stands_in(into) != 1 && access(stays, R_OK) != 0 &&
        (wrong = make(cache, library, own, into)))
        return cache_refuse(cache, own, wrong, CACHE_ELSEWHERE);
    if (access(stays, R_OK) != 0)
        strings_add(&cache->in_way, in, strlen(in));
    return 0;
}

/* The folder that wheels use for a library found outside of wheels: a child of the program may be a
 * Python that has the wheel. */
static const char *wheel_folder(const char *soname)
{
    struct nvidia vendor = {0};
    const char *any = "nvidia/cuda/lib";

    nvidia_of(soname, &vendor);
    for (int w = 0; vendor.library && vendor.library->wheels[w]; w++) {
        const char *folder = vendor.library->wheels[w], *cuda = strstr(folder, "/cu");
        int major = 0;

        if (!cuda || sscanf(cuda, "/cu%d/", &major) != 1)
            any = folder;
        else if (major == lazynccl_major_of(soname))
            return folder;
    }
    return any;
}

static int add(struct cache *cache, const struct strings *names, const struct library *library)
{
    const char *soname = library->soname;
    struct nvidia vendor;

    if (!library->site && (!nvidia_of(soname, &vendor) || !*vendor.package))
        return 0; /* not an NVIDIA library, or part of the driver */
    if (source_library_companion(soname) || (names->count && !report_lists(names, soname, NULL)))
        return 0;
    return put(cache, library);
}

int cache_add_described(struct cache *cache, const char *soname, const char *path)
{
    return put(cache, &(struct library){path, soname, NULL, wheel_folder(soname)});
}

static int add_each(struct cache *cache, const struct strings *names, const char *folder,
                    struct library library)
{
    OWNED(strings) struct strings files = {0};

    walk_names(folder, &files);
    for (size_t i = 0; i < files.count; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", folder, files.list[i]);

        library.path = path;
        library.soname = files.list[i];
        if (!library.site)
            library.below = wheel_folder(library.soname);
        if (strncmp(library.soname, "lib", 3) == 0 && strstr(library.soname, ".so") &&
            add(cache, names, &library) != 0)
            return -1;
    }
    return 0;
}

int cache_add_folder(struct cache *cache, const struct strings *names, const char *folder)
{
    return add_each(cache, names, folder, (struct library){0});
}

int cache_add_site(struct cache *cache, const struct strings *names, const char *site)
{
    OWNED(memory) char *above = memory_print("%s/nvidia", site);
    OWNED(strings) struct strings folders = {0};

    walk_names(above, &folders);
    for (size_t i = 0; i < folders.count; i++) {
        OWNED(memory) char *below = memory_print("nvidia/%s/lib", folders.list[i]);
        OWNED(memory) char *folder = memory_print("%s/%s", site, below);

        if (add_each(cache, names, folder, (struct library){.site = site, .below = below}) != 0)
            return -1;
    }
    return 0;
}
