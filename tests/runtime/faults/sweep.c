/* usage: sweep VARIANT LOCATION FILE FAULT[+]: makes a first call once for each allocation or
 * system call in it, each time in a child in which that one fails ("+": and all later ones), and
 * prints a row of how the children ended. FAULT: "memory" or the name of an error. FILE: the right
 * library, of version 2.28.1; any other is wrong. Exits with 1 if a child ended as none must. */
#include "../../libc.h"
#include "failing.h"

#define RIGHT 22801

#if defined WITH_API
#include <lazynccl.h>
#define CAN_LOAD 1
#define LOOK_AGAIN() lazynccl_load(lazynccl_nccl())
#define SET_PATH(file) lazynccl_set_path(lazynccl_nccl(), file)
#define PATH() lazynccl_path(lazynccl_nccl())
#define REASON() lazynccl_error(lazynccl_nccl(), NULL)
#else
#define CAN_LOAD 0
#define LOOK_AGAIN() (-1)
#define SET_PATH(file) (-1)
#define PATH() "/"
#define REASON() NULL
#endif

enum {
    AT_ONCE, /* found in spite of the fault */
    AT_NEXT, /* absent, and found by the next call */
    AT_LOAD, /* absent, and found by lazynccl_load() alone */
    NEVER,   /* absent, and never found again */
    OTHER,   /* another library */
    LIED,    /* a text that is not a path was returned as the library's path, or a reason that says
                what failed, but not with which file */
    CRASHED,
    HUNG,
    ENDINGS,
    NO_FAULT, /* there was no n-th */
    NO_SECCOMP = 77
};

static const char *place, *file;

/* Returns the library's version, or 0 if it is absent. */
static int call(void)
{
#ifdef PLAIN
    const char *name = strcmp(place, "asked") == 0 ? "libnccl.so.2" : file;
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    int (*ncclGetVersion)(int *);
    int version = -1;

    *(void **)&ncclGetVersion = handle ? dlsym(handle, "ncclGetVersion") : NULL;
    return ncclGetVersion && ncclGetVersion(&version) == 0 ? version : 0;
#else
    int ncclGetVersion(int *);
    int version = -1;

    return ncclGetVersion(&version) == 0 ? version : 0;
#endif
}

static int ending(int version, int good)
{
    const char *path;

    if (version != RIGHT)
        return OTHER;
    path = PATH();
    return path && *path == '/' ? good : LIED;
}

/* Returns 1 if the reason lacks the message of the system, or a file. */
static int is_vague(const char *reason, int error)
{
    if (!reason || error == EACCES)
        return 0;
    if (strstr(reason, "in any search location"))
        return 1;
    return error && strstr(reason, strerror(error)) && !strchr(reason, '/') &&
           !strstr(reason, "libnccl.so");
}

static int first_call(int n, int after, int error)
{
    int version, api = strcmp(place, "api") == 0, refused = 0;

    if (strcmp(place, "loaded") == 0 && !dlopen(file, RTLD_NOW | RTLD_LOCAL))
        return NEVER;
    if (error)
        failing_calls(n, after, error);
    else
        failing_allocations(n, after);
    if (api && (refused = SET_PATH(file)) < 0)
        failing_stop(); /* it said so */
    if (refused && SET_PATH(file) < 0)
        return NEVER;
    version = call();
    if (failing_stop() < n)
        return NO_FAULT;
    if (version)
        return ending(version, AT_ONCE);
    if (is_vague(REASON(), error))
        return LIED;
    if ((version = call()))
        return ending(version, AT_NEXT);
    if (LOOK_AGAIN() == 0)
        return ending(call(), AT_LOAD);
    return NEVER;
}

static int in_child(int n, int after, int error)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        alarm(20);
        _exit(first_call(n, after, error));
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? HUNG : CRASHED;
    return WEXITSTATUS(status);
}

int main(int count, char **words)
{
    static const struct {
        const char *name;
        int error;
    } faults[] = {{"memory", 0},      {"EMFILE", EMFILE}, {"ENFILE", ENFILE},
                  {"ENOMEM", ENOMEM}, {"EINTR", EINTR},   {"EIO", EIO},
                  {"ESTALE", ESTALE}, {"EACCES", EACCES}, {"ENOSYS", ENOSYS}};
    int ended[ENDINGS] = {0}, n, result, error = -1, after, strict, wrong;
    char which[ENDINGS][64] = {""};

    if (count != 5)
        return 2;
    place = words[2];
    file = words[3];
    after = strchr(words[4], '+') != NULL;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strncmp(words[4], faults[i].name, strlen(faults[i].name)) == 0)
            error = faults[i].error;
    if (error < 0)
        return 2;
    for (n = 1; (result = in_child(n, after, error)) < ENDINGS; n++) {
        size_t length = strlen(which[result]);

        ended[result]++;
        if (length < sizeof which[result] - 12)
            snprintf(which[result] + length, 12, "%d ", n);
    }
    if (result == NO_SECCOMP)
        return NO_SECCOMP;
    if (n == 1) /* the program does not even ask us */
        return 2;
    printf("%-9s %-10s %-8s %5d", words[1], place, words[4], n - 1);
    for (int i = 0; i < ENDINGS; i++)
        printf(" %7d", ended[i]);
    /* EACCES is a result that may be remembered. The other errors only mean that the file could not
     * be examined. */
    strict = error != EACCES;
    wrong = ended[LIED] + ended[CRASHED] + ended[HUNG];
    /* ld.so itself goes on after a file that it could not open for want of anything */
    if ((strict && strcmp(place, "asked") != 0) || strcmp(place, "api") == 0 ||
        strcmp(place, "file") == 0)
        wrong += ended[OTHER];
    if (strict)
        wrong += ended[AT_LOAD] + ended[NEVER];
    else if (CAN_LOAD)
        wrong += ended[NEVER];
    printf("  %s\n", wrong ? "wrong" : "");
    for (int i = strict ? AT_LOAD : OTHER; wrong && i < ENDINGS; i++)
        if (ended[i])
            fprintf(stderr, "%s %s %s: ending %d with fault %s\n", words[1], place, words[4], i,
                    which[i]);
    return wrong != 0;
}
