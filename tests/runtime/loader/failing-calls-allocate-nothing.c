/* After the search has failed, a million calls allocate nothing, and repeated errors and reports
 * leak nothing. Nor do calls of a function that an open library lacks, and lazynccl_load(). */
#include "../../libc.h"
#include <lazynccl.h>
#include <malloc.h>

int ncclGetVersion(int *version);
int ncclCommWindowDeregister(void *comm, void *window); /* not in the fake library */
const char *ncclGetErrorString(int code);

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *bytes);

static long allocations, live; /* number of allocations, and of bytes not freed */

static void *counted(void *bytes)
{
    allocations++;
    live += malloc_usable_size(bytes);
    return bytes;
}

void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    live -= malloc_usable_size(old);
    return counted(__libc_realloc(old, size));
}

void free(void *bytes)
{
    live -= malloc_usable_size(bytes);
    __libc_free(bytes);
}

static int ask(int times)
{
    lazynccl_library *nccl = lazynccl_nccl();
    int version, strange = 0;

    for (int i = 0; i < times; i++) {
        strange += ncclGetVersion(&version) != 2;
        strange += !ncclGetErrorString(2) || !lazynccl_report(nccl);
        strange += !lazynccl_error(nccl, NULL) || !lazynccl_error(nccl, "ncclCommShrink");
        strange += !lazynccl_error(nccl, "nothing") || lazynccl_load(nccl) != -1;
        strange += lazynccl_available(nccl) || lazynccl_has(nccl, "ncclCommShrink");
    }
    return strange;
}

int main(void)
{
    int version, strange = ask(10);
    long first = allocations, more, kept, opened;

    for (int i = 0; i < 1000000; i++)
        strange += ncclGetVersion(&version) != 2;
    more = allocations - first;
    kept = live;
    strange += ask(1000);
    kept = live - kept;
    setenv("LAZYNCCL_LIBPATH", getenv("FAKE"), 1);
    strange += lazynccl_load(lazynccl_nccl()) != 0;
    opened = allocations;
    for (int i = 0; i < 1000; i++)
        strange += ncclCommWindowDeregister(NULL, NULL) != 2 || lazynccl_load(lazynccl_nccl()) != 0;
    more += allocations - opened;
    printf("%ld allocations in ten searches, %ld in a million calls; a thousand searches and "
           "questions kept %ld bytes; %d strange answers\n",
           first, more, kept, strange);
    return first == 0 || more != 0 || kept != 0 || strange != 0;
}
