/* Runs the verbs in its arguments on a library, in order, and prints their results: `ask nvrtc load
 * where report`. Without a library's name it uses NCCL. */
#include "verbs.h"
#include <lazynccl.h>
#include <locale.h>

struct unique_id {
    char internal[128];
};
int ncclGetVersion(int *version);
int ncclGroupStart(void);
int ncclCommInitRank(void **comm, int ranks, struct unique_id id, int rank);
int ncclCommSplit(void *comm, int color, int key, void **created, void *config);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
const char *ncclGetErrorString(int code);
const char *pncclGetErrorString(int code);
const char *ncclGetLastError(void *comm);
int nvrtcVersion(int *major, int *minor);
const char *nvrtcGetErrorString(int code);
int nvJitLinkVersion(unsigned *major, unsigned *minor);

static lazynccl_library *library;
static char name; /* the last letter of the library's name */

static void say(const char *text)
{
    printf("%s", text ? text : "(null)");
    if (!text || !*text || text[strlen(text) - 1] != '\n')
        putchar('\n');
}

VERB(select_nccl, (library = lazynccl_nccl(), name = 'l'))
VERB(select_nvrtc, (library = lazynccl_nvrtc(), name = 'c'))
VERB(select_nvjitlink, (library = lazynccl_nvjitlink(), name = 'k'))
VERB(load, printf("load %d\n", lazynccl_load(library)))
VERB(available, printf("available %d\n", lazynccl_available(library)))
VERB(has, printf("has %d\n", lazynccl_has(library, value)))
VERB(require, printf("require %d\n", lazynccl_require(library, atoi(value))))

/* Loads the library, and prints search location, version and file. */
static void where(const char *value)
{
    (void)value;
    if (lazynccl_available(library))
        printf("%s %d %s\n", lazynccl_found_via(library), lazynccl_version(library),
               lazynccl_path(library));
    else
        puts("absent");
}

/* Prints the same without loading. */
static void known(const char *value)
{
    (void)value;
    printf("%s %d %s\n", lazynccl_found_via(library) ? lazynccl_found_via(library) : "(null)",
           lazynccl_version(library), lazynccl_path(library) ? lazynccl_path(library) : "(null)");
}

VERB(error, say(lazynccl_error(library, value)))
VERB(report, say(lazynccl_report(library)))
VERB(set_path, printf("set_path %d\n", lazynccl_set_path(library, value)))
VERB(close_handle, dlclose(opened))
VERB(set_handle, printf("set_handle %d\n", lazynccl_set_handle(library, opened)))

/* Calls the library, and prints result and version. */
static void call(const char *value)
{
    int major = -1, minor = 0, code;

    (void)value;
    code = name == 'l'   ? ncclGetVersion(&major)
           : name == 'c' ? nvrtcVersion(&major, &minor)
                         : nvJitLinkVersion((unsigned *)&major, (unsigned *)&minor);
    printf("call %d %d.%d\n", code, major, minor);
}

/* Passes 128 bytes by value, which the fake library checks. */
static void init(const char *value)
{
    struct unique_id id;
    void *comm = NULL;

    (void)value;
    memset(&id, 0x5a, sizeof id);
    printf("init %d\n", ncclCommInitRank(&comm, 4, id, 3));
}

static void split(const char *value)
{
    void *created = &created;

    (void)value;
    printf("split %d", ncclCommSplit(&created, 0, 0, &created, NULL));
    puts(created ? "" : " NULL");
}

static void shrink(const char *value)
{
    void *created = &created;

    (void)value;
    printf("shrink %d", ncclCommShrink(&created, NULL, 0, &created, NULL, 0));
    puts(created ? "" : " NULL");
}

static pthread_t threads[4];
static int codes[4], begun, answered;

static void *call_in_thread(void *code)
{
    *(int *)code = ncclGroupStart();
    __atomic_add_fetch(&answered, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void *load_in_thread(void *code)
{
    *(int *)code = lazynccl_load(library);
    return NULL;
}

/* Starts a thread that makes a call, or with "load" loads the library, and returns when waiting.c's
 * constructor runs. */
static void begin(const char *how)
{
    pthread_create(&threads[begun], NULL, how ? load_in_thread : call_in_thread, &codes[begun]);
    begun++;
    while (access("begun", F_OK) != 0)
        usleep(1000);
}

/* Prints how many of the threads' calls have returned. */
static void returned(const char *value)
{
    (void)value;
    usleep(100000); /* long enough for a call to reach the library, if it could */
    printf("returned %d of %d\n", __atomic_load_n(&answered, __ATOMIC_ACQUIRE), begun);
}

/* Lets waiting.c's constructor end, and prints the threads' results. */
static void finish(const char *value)
{
    (void)value;
    close(open("go", O_CREAT | O_WRONLY, 0600));
    for (int i = 0; i < begun; i++) {
        pthread_join(threads[i], NULL);
        printf("thread %d\n", codes[i]);
    }
}

/* Runs verbs, separated by "+", in a child. */
static void in_child(const char *words)
{
    char copy[256];
    pid_t child = fork();
    int status;

    if (child == 0) {
        alarm(20);
        snprintf(copy, sizeof copy, "%s", words);
        for (char *word = strtok(copy, "+"); word; word = strtok(NULL, "+"))
            run_verb(word);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (status != 0)
        printf("the child hung or crashed: status %d\n", status);
}

VERB(string, say(name == 'l' ? ncclGetErrorString(atoi(value)) : nvrtcGetErrorString(atoi(value))))
VERB(alias, say(pncclGetErrorString(atoi(value))))
VERB(last, say(ncclGetLastError(NULL)))

static void change_folder(const char *folder)
{
    if (chdir(folder))
        exit(1);
}

static const struct verb verbs[] = {
    {"nccl", select_nccl},
    {"nvrtc", select_nvrtc},
    {"nvjitlink", select_nvjitlink},
    {"load", load},
    {"available", available},
    {"has", has},
    {"require", require},
    {"where", where},
    {"known", known},
    {"error", error},
    {"report", report},
    {"path", set_path},
    {"open", open_local},
    {"open-global", open_global},
    {"close", close_handle},
    {"handle", set_handle},
    {"call", call},
    {"init", init},
    {"split", split},
    {"shrink", shrink},
    {"string", string},
    {"alias", alias},
    {"last", last},
    {"begin", begin},
    {"returned", returned},
    {"finish", finish},
    {"child", in_child},
    {"chdir", change_folder},
    {"remove", remove_file},
    {"rename", rename_to},
    {"mapped", mapped},
    {NULL, NULL},
};

int main(int count, char **words)
{
    (void)count;
    if (getenv("LOCPATH") && !setlocale(LC_ALL, ""))
        return 77;
    select_nccl(NULL);
    return run_verbs(verbs, words);
}
