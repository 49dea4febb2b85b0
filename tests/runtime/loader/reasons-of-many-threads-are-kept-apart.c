/* Each of 56 threads that call one of two absent functions at the same time gets the reason of its
 * own call. Threads that come later can use the places of those that have ended. */
#include "../../libc.h"
#undef NDEBUG
#include <assert.h>

/* not in the fake libraries */
int ncclCommWindowDeregister(void *comm, void *window);
int ncclCommWindowRegister(void *comm, void *buffer, size_t size, void **window, int flags);

int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);

#define THREADS 56
static pthread_barrier_t called;
static int wrong;

static void *call(void *number)
{
    int deregister = (uintptr_t)number % 2 != 0;

    if (deregister)
        ncclCommWindowDeregister(NULL, NULL);
    else
        ncclCommWindowRegister(NULL, NULL, 0, NULL, 0);
    pthread_barrier_wait(&called);
    if (!strstr(ncclGetErrorString(2), deregister ? "; ncclCommWindowDeregister is not in "
                                                  : "; ncclCommWindowRegister is not in "))
        __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_attr_t attributes;
    char path[4096];
    int version;

    snprintf(path, sizeof path, "%s", getenv("FAKE"));
    setenv("LAZYNCCL_LIBPATH", path, 1);
    assert(ncclGetVersion(&version) == 0);
    pthread_barrier_init(&called, NULL, THREADS);
    pthread_attr_init(&attributes);
    for (int round = 1; round <= 4; round++) {
        pthread_attr_setstacksize(&attributes, (size_t)round << 17); /* other addresses */
        for (uintptr_t i = 0; i < THREADS; i++)
            assert(pthread_create(&threads[i], &attributes, call, (void *)i) == 0);
        for (int i = 0; i < THREADS; i++)
            assert(pthread_join(threads[i], NULL) == 0);
    }
    printf("%d of %d reasons are another thread's\n", wrong, 4 * THREADS);
    return wrong != 0;
}
