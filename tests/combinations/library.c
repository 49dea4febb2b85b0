/* The library of each case. WHO tells the files apart. With CALLS_BACK its constructor calls the
 * program, which calls the library; with LACKS it has one function only. It takes address space, so
 * that a limit can exclude it. Its hook may be replaced, and is weak as an inline function. */
static volatile char fat[64 << 20];

/* The second one is the version; a reader may read the file in parts. */
__attribute__((used)) static const char texts[][1 << 18] = {"NCCL version %s",
                                                            "NCCL version 2.28.9+cuda12.9"};

static int wrong;

__attribute__((weak)) int ncclHook(void)
{
    return 0;
}

int ncclGroupStart(void)
{
    return fat[0] + WHO + wrong + ncclHook();
}

#if !defined(LACKS) || defined(TRAPS)
int ncclGroupEnd(void)
{
    return WHO + 1 + wrong;
}
#endif

#ifdef TRAPS /* what no call may reach */
#define TRAP(name) \
    int name(void) \
    { \
        return 1010; \
    }
TRAPS
#endif

#ifndef ncclGroupText
#define ncclGroupText ncclGetLastError
#endif
const char *ncclGroupText(void)
{
    return "no error yet";
}

#if defined(LACKS) && defined(TRAPS)
/* The newest suffix is the version. */
#elif defined(MAJOR)
int ncclGetVersion(int *major, int *minor)
{
    *major = MAJOR;
    *minor = 9;
    return 0;
}
#else
int ncclGetVersion(int *version)
{
    *version = 22809;
    return 0;
}
#endif

#ifdef SLOW
#include <unistd.h>

__attribute__((constructor)) static void begin(void)
{
    usleep(30000);
}
#endif

#ifdef CALLS_BACK
int call_back(void) __attribute__((weak));

__attribute__((constructor)) static void begin(void)
{
    int found = call_back ? call_back() : -1;

    if (found != -1 && found != WHO + ncclHook())
        wrong = 500;
}
#endif
