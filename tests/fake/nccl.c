/* A fake NCCL of version MAJOR.MINOR.PATCH. */
#include <stddef.h>
#include <string.h>

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)
#define AT_LEAST(minor, patch) (MINOR > minor || (MINOR == minor && PATCH >= patch))

/* The text that names the version in NCCL's file. */
__attribute__((used)) static const char version_text[] =
    "NCCL version " TEXT(MAJOR) "." TEXT(MINOR) "." TEXT(PATCH) "+cuda12.2";

typedef struct {
    char internal[128];
} unique_id;

int ncclGetVersion(int *version)
{
    *version =
        MINOR <= 8 ? MAJOR * 1000 + MINOR * 100 + PATCH : MAJOR * 10000 + MINOR * 100 + PATCH;
    return 0;
}

int ncclGetUniqueId(unique_id *id)
{
    memset(id, 0x5a, sizeof *id);
    return 0;
}

/* Checks that the id arrives intact, by value and after another argument. */
int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank)
{
    unique_id expected;
    ncclGetUniqueId(&expected);
    *comm = comm;
    return ranks == 4 && rank == 3 && !memcmp(&id, &expected, sizeof id) ? 0 : 4;
}

int ncclCommDestroy(void *comm)
{
    return comm ? 0 : 4;
}

const char *ncclGetErrorString(int code)
{
    return code ? "the fake library's own error" : "no error";
}

#if AT_LEAST(13, 0)
const char *ncclGetLastError(void *comm)
{
    (void)comm;
    return "the fake library's last error";
}
#endif

#if AT_LEAST(18, 1)
int ncclCommSplit(void *comm, int color, int key, void **new_comm, void *config)
{
    (void)color, (void)key, (void)config;
    *new_comm = comm;
    return 0;
}
#endif

#if AT_LEAST(27, 3)
int ncclCommShrink(void *comm, int *ranks, int count, void **new_comm, void *config, int flags)
{
    (void)ranks, (void)count, (void)config, (void)flags;
    *new_comm = comm;
    return 0;
}
#endif
