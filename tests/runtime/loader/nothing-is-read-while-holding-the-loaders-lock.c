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

/* Defines a function of the C library that counts its calls and passes them on. */
#define COUNTED(result, name, parameters, arguments, count, real_name)                             \
    result name parameters                                                                         \
    {                                                                                              \
        result(*real) parameters;                                                                  \
                                                                                                   \
        *(void **)&real = real_name;                                                               \
        count += inside;                                                                           \
        return real arguments;                                                                     \
    }
#define NEXT(name) dlsym(RTLD_NEXT, name)

COUNTED(void *, malloc, (size_t size), (size), allocated_inside, (void *)__libc_malloc)
COUNTED(void *, realloc, (void *block, size_t size), (block, size), allocated_inside,
        (void *)__libc_realloc)
COUNTED(FILE *, fopen, (const char *path, const char *mode), (path, mode), read_inside,
        NEXT("fopen"))
COUNTED(int, open, (const char *path, int flags, ...), (path, flags), read_inside, NEXT("open"))
COUNTED(ssize_t, readlink, (const char *path, char *target, size_t size), (path, target, size),
        read_inside, NEXT("readlink"))

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
