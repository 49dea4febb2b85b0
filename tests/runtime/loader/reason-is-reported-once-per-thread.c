/* After an absent call, the error-string functions return the reason once, for its code and on its
 * thread only; otherwise the library's own text. Threads that come later can use the places of
 * those that have ended. */
#include "../../libc.h"
#undef NDEBUG
#include <assert.h>

/* not in the fake libraries */
int ncclCommWindowDeregister(void *comm, void *window);
int ncclCommWindowRegister(void *comm, void *buffer, size_t size, void **window, int flags);
int nvrtcGetPTXSize(void *program, size_t *size);

int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
const char *pncclGetErrorString(int code);
const char *ncclGetLastError(void *comm);
const char *nvrtcGetErrorString(int code);

static int told(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* The library's own text, and the reason after it. */
static int both(const char *text, const char *own, const char *reason)
{
    return told(text, own) && told(text + strlen(own), "; ") &&
           told(text + strlen(own) + 2, reason);
}

static const char *const own = "the fake library's own error";
static const char *const gone = "ncclCommWindowDeregister";

static void check_library(void)
{
    assert(ncclCommWindowDeregister(NULL, NULL) == 2);
    errno = 77;
    assert(told(ncclGetErrorString(3), own)); /* another code gets the library's text */
    assert(both(ncclGetErrorString(2), own, gone));
    assert(errno == 77);
    assert(told(ncclGetErrorString(2), own));

    assert(ncclCommWindowDeregister(NULL, NULL) == 2);
    assert(both(ncclGetLastError(NULL), "the fake library's last error", gone));
    assert(told(ncclGetLastError(NULL), "the fake library's last error"));
    assert(told(ncclGetErrorString(2), own));

    assert(ncclCommWindowDeregister(NULL, NULL) == 2);
    assert(nvrtcGetPTXSize(NULL, NULL) == 11); /* the last absent call is another library's */
    assert(both(nvrtcGetErrorString(11), own, "nvrtcGetPTXSize is not in "));
    assert(told(nvrtcGetErrorString(11), own));
    assert(told(ncclGetErrorString(2), own));
}

static void *other_thread(void *unused)
{
    (void)unused;
    assert(told(ncclGetErrorString(2), own));
    check_library();
    return NULL;
}

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

/* Each of many threads that call one of two absent functions gets the reason of its own call. */
static void check_many_threads(void)
{
    pthread_t threads[THREADS];
    pthread_attr_t attributes;

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
    assert(!wrong);
}

int main(void)
{
    pthread_t thread;
    int version;

    setenv("LAZYNCCL_LIBPATH", getenv("FAKE"), 1);
    assert(ncclGetVersion(&version) == 0);
    check_library();
    assert(ncclCommWindowDeregister(NULL, NULL) == 2);
    assert(pthread_create(&thread, NULL, other_thread, NULL) == 0);
    assert(pthread_join(thread, NULL) == 0);
    assert(both(ncclGetErrorString(2), own, gone)); /* this thread has not read its reason yet */
    assert(told(ncclGetErrorString(2), own));

    /* The alias is absent, so that it always returns its own reason. */
    assert(told(pncclGetErrorString(2), "pncclGetErrorString is not in "));
    assert(told(pncclGetErrorString(2), "pncclGetErrorString is not in "));
    check_many_threads();
    return 0;
}
