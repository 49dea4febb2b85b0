/* A fake nvJitLink MAJOR.MINOR, with suffixes _MAJOR_0 to _MAJOR_MINOR, and plain names from 12.3.
 * WITHOUT_SUFFIXES has only the plain names.
 * The info log's size is the minor of the called suffix, or 100 for the plain name. */
#include <stddef.h>
#include <string.h>

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)
#define NAMED_(function, major, minor) __nvJitLink##function##_##major##_##minor
#define NAMED(function, major, minor) NAMED_(function, major, minor)
#define PLAIN(function, major, minor) nvJitLink##function

static const char cubin[] = "cubin by " TEXT(MAJOR) "." TEXT(MINOR);

#define FUNCTIONS(name, minor)                                                                     \
    int name(Create, MAJOR, minor)(void **linker, unsigned count, const char **options)            \
    {                                                                                              \
        *linker = linker;                                                                          \
        return count && !options ? 4 : 0;                                                          \
    }                                                                                              \
    int name(AddData, MAJOR, minor)(void *linker, int type, const void *data, size_t size,         \
                                    const char *label)                                             \
    {                                                                                              \
        return linker && type && data && size && label ? 0 : 4;                                    \
    }                                                                                              \
    int name(AddFile, MAJOR, minor)(void *linker, int type, const char *file)                      \
    {                                                                                              \
        return linker && type && file ? 0 : 4;                                                     \
    }                                                                                              \
    int name(Complete, MAJOR, minor)(void *linker)                                                 \
    {                                                                                              \
        return linker ? 0 : 4;                                                                     \
    }                                                                                              \
    int name(GetLinkedCubinSize, MAJOR, minor)(void *linker, size_t *size)                         \
    {                                                                                              \
        *size = sizeof cubin;                                                                      \
        return linker ? 0 : 4;                                                                     \
    }                                                                                              \
    int name(GetLinkedCubin, MAJOR, minor)(void *linker, void *bytes)                              \
    {                                                                                              \
        memcpy(bytes, cubin, sizeof cubin);                                                        \
        return linker ? 0 : 4;                                                                     \
    }                                                                                              \
    int name(GetInfoLogSize, MAJOR, minor)(void *linker, size_t *size)                             \
    {                                                                                              \
        *size = minor;                                                                             \
        return linker ? 0 : 4;                                                                     \
    }                                                                                              \
    int name(Destroy, MAJOR, minor)(void **linker)                                                 \
    {                                                                                              \
        *linker = NULL;                                                                            \
        return 0;                                                                                  \
    }

#ifndef WITHOUT_SUFFIXES
FUNCTIONS(NAMED, 0)
#if MINOR >= 1
FUNCTIONS(NAMED, 1)
#endif
#if MINOR >= 2
FUNCTIONS(NAMED, 2)
#endif
#if MINOR >= 3
FUNCTIONS(NAMED, 3)
#endif
#if MINOR >= 4
FUNCTIONS(NAMED, 4)
#endif
#if MINOR >= 5
FUNCTIONS(NAMED, 5)
#endif
#if MINOR >= 6
FUNCTIONS(NAMED, 6)
#endif
#if MINOR >= 7
FUNCTIONS(NAMED, 7)
#endif
#if MINOR >= 8
FUNCTIONS(NAMED, 8)
#endif
#if MINOR >= 9
FUNCTIONS(NAMED, 9)
#endif
#endif

#if MAJOR > 12 || MINOR >= 3
FUNCTIONS(PLAIN, 100)

int nvJitLinkVersion(unsigned *major, unsigned *minor)
{
    *major = MAJOR;
    *minor = MINOR;
    return 0;
}
#endif
