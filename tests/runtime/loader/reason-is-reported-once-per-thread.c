/* After an absent call, the error-string functions return the reason once, for its code and on its
 * thread only; otherwise the library's own text. */
#include "../../libc.h"
#undef NDEBUG
#include <assert.h>

/* not in the fake libraries */
int ncclCommWindowDeregister(void *comm, void *window);
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

int main(void)
{
    pthread_t thread;
    char path[4096];
    int version;

    snprintf(path, sizeof path, "%s", getenv("FAKE"));
    setenv("LAZYNCCL_LIBPATH", path, 1);
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
    return 0;
}
