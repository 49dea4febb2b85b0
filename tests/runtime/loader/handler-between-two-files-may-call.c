/* A signal handler that interrupts the search between two files, and calls the library, reaches it.
 */
#include "../../libc.h"

int ncclGetVersion(int *version);

static int interrupted, in_handler = -1;

static void call(int number)
{
    int version;

    (void)number;
    in_handler = ncclGetVersion(&version);
}

/* The search asks this whether an entry of LAZYNCCL_LIBPATH exists. */
int access(const char *path, int mode)
{
    if (!interrupted++)
        raise(SIGUSR1);
    return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

int main(void)
{
    char entries[4096];
    int version, result;

    snprintf(entries, sizeof entries, "/nowhere:%s", getenv("FAKE"));
    setenv("LAZYNCCL_LIBPATH", entries, 1);
    signal(SIGUSR1, call);
    result = ncclGetVersion(&version);
    printf("interrupted %d times; the call %d, in the handler %d\n", interrupted, result,
           in_handler);
    return !interrupted || result || in_handler;
}
