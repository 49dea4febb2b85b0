/* Fuzzes the reader of /etc/ld.so.cache. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "runtime/search/ldso.h"
#include "common/files/root.h"
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char root[64], cache[96];

static void clean(void)
{
    unlink(cache);
    strrchr(cache, '/')[0] = '\0';
    rmdir(cache);
    rmdir(root);
}

static const char *inside(const struct lazynccl_view *view, struct lazynccl_arena *arena,
                          const char *path)
{
    char *whole = root_inside(root, strdup(path));

    (void)view;
    path = lazynccl_arena_print(arena, "%s", whole ? whole : "");
    free(whole);
    return path;
}

static void no_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    (void)view;
    lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
}

static const char *no_variable(const struct lazynccl_view *view, const char *name)
{
    (void)view;
    (void)name;
    return NULL;
}

static void check(const char *path, enum lazynccl_via via)
{
    char *whole = root_inside(root, strdup(path)); /* the path that the command opens */

    fuzz_check(!whole || strncmp(whole, root, strlen(root)) == 0, "paths lie in the root");
    fuzz_check(via == LAZYNCCL_VIA_CACHE, "paths are the cache's");
    free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct lazynccl_objects none;
    const struct lazynccl_view view = {.inside = inside,
                                       .variable = no_variable,
                                       .objects = &none,
                                       .walk = 1,
                                       .folders = no_folders};
    struct lazynccl_arena arena = {0};
    struct lazynccl_walk walk;
    enum lazynccl_via via;
    const char *path;
    int seen = 0, fd;

    if (!*cache) {
        /* In memory if possible, because it is written for each input. */
        snprintf(root, sizeof root, "%s/lazynccl-fuzz.XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        if (!mkdtemp(root))
            abort();
        snprintf(cache, sizeof cache, "%s/etc", root);
        mkdir(cache, 0700);
        snprintf(cache, sizeof cache, "%s/etc/ld.so.cache", root);
        atexit(clean);
    }
    fd = open(cache, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    close(fd);
    lazynccl_walk_begin(&walk, &view, "libnccl.so.2", &arena);
    for (; (path = lazynccl_walk_next(&walk, &via)); seen++)
        check(path, via);
    fuzz_check(walk.found == seen, "all entries are counted");
    lazynccl_arena_free(&arena);
    return 0;
}
