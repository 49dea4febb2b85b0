/* The callback of dl_iterate_phdr opens and reads no file and allocates nothing: it runs under
 * ld.so's lock, for which a tool's malloc may wait. */
#include "../../libc.h"
#include <lazynccl.h>
#include <link.h>

int ncclGetVersion(int *version);

void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);

static int called, inside, read_inside, allocated_inside;
static int (*callback)(struct dl_phdr_info *, size_t, void *);

static int watch(struct dl_phdr_info *info, size_t size, void *context)
{
    int result;

    called++;
    inside = 1;
    result = callback(info, size, context);
    inside = 0;
    return result;
}

/* The archive calls this definition, as it is the program's. */
int dl_iterate_phdr(int (*each)(struct dl_phdr_info *, size_t, void *), void *context)
{
    int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *);

    *(void **)&real = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    callback = each;
    return real(watch, context);
}

void *malloc(size_t size)
{
    allocated_inside += inside;
    return __libc_malloc(size);
}

void *realloc(void *block, size_t size)
{
    allocated_inside += inside;
    return __libc_realloc(block, size);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *);

    *(void **)&real = dlsym(RTLD_NEXT, "fopen");
    read_inside += inside;
    return real(path, mode);
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...);

    *(void **)&real = dlsym(RTLD_NEXT, "open");
    read_inside += inside;
    return real(path, flags);
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    ssize_t (*real)(const char *, char *, size_t);

    *(void **)&real = dlsym(RTLD_NEXT, "readlink");
    read_inside += inside;
    return real(path, target, size);
}

int main(void)
{
    const char *path;
    int version;

    if (chdir(getenv("FAKE")) != 0 || !dlopen("./libnccl.so.2", RTLD_NOW))
        return 1;
    if (ncclGetVersion(&version) != 0)
        return 1;
    path = lazynccl_path(lazynccl_nccl());
    printf("%d objects listed, %d read and %d allocated meanwhile, found %s\n", called, read_inside,
           allocated_inside, path);
    return called == 0 || read_inside != 0 || allocated_inside != 0 || path[0] != '/' ||
           strstr(path, "/./");
}
