/* The program of each case: linked with a variant of lazynccl, with the library itself (-DDIRECT),
 * or opening it by hand at the moment of the call (-DBYHAND). It prints what it saw, a fact a line.
 * With -DMODULE it is a module of host.c. With -DONLY it names only the functions that move a
 * program of the further macros: the linker looks at names.
 *
 * usage: program PROCESS MOVE API STATE FOLDER: FOLDER is the case's; the words are those of
 * dimensions.py. */
#ifndef _GNU_SOURCE /* as it is in C++ */
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef ONLY
#define WITH_CHDIR
#define WITH_CHROOT
#define WITH_DAEMON
#define WITH_LIMIT
#define WITH_MOUNT
#define WITH_NAMESPACE
#define WITH_NFTW
#endif

enum { FILES = 64, THREADS = 4, TOUCHED = 77, NOTHING = -99, ROOM = 4 << 20 };

#ifndef LM_ID_NEWLM /* in musl, which has no versions either */
#undef WITH_NAMESPACE
#define dlvsym(handle, name, version) dlsym(handle, name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FILE_NAME /* of the library; a macro also gives another one's names to the functions */
#define FILE_NAME "libnccl.so.2"
#define MAJOR 2
#endif
#ifndef ncclGroupText
#define ncclGroupText ncclGetLastError
#endif
#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

static const char *process, *move, *api, *state, *folder;
static char path[4096];

#ifdef BYHAND
static int (*start)(void), (*end)(void), (*version)(int *, int *), suffix = -1;
static const char *(*text)(long);
static int ncclGroupStart(void)
{
    return start ? start() : NOTHING;
}
static int ncclGroupEnd(void)
{
    return end ? end() : NOTHING;
}
__attribute__((unused)) static const char *ncclGroupText(long error)
{
    return text ? text(error) : "";
}
static int ncclGetVersion(int *major, int *minor)
{
    if (!version && suffix >= 0) {
        *major = MAJOR;
        *minor = suffix;
    }
    return version ? version(major, minor) : NOTHING;
}
#elif defined(ABSENT) /* a copy without functions, and pointers of the program's own */
#include "lazynccl.h"
static void *at(const char *name)
{
    return lazynccl_symbol(lazynccl_nccl(), name);
}
static int ncclGroupStart(void)
{
    int (*found)(void) = (int (*)(void))at(TEXT(ncclGroupStart));
    return found ? found() : ABSENT;
}
static int ncclGroupEnd(void)
{
    int (*found)(void) = (int (*)(void))at(TEXT(ncclGroupEnd));
    return found ? found() : ABSENT;
}
__attribute__((unused)) static const char *ncclGroupText(long error)
{
    const char *(*found)(long) = (const char *(*)(long))at(TEXT(ncclGroupText));
    return found ? found(error) : lazynccl_error(lazynccl_nccl(), NULL);
}
__attribute__((unused)) static int ncclGetVersion(int *major, int *minor)
{
    int (*found)(int *, int *) = (int (*)(int *, int *))at(TEXT(ncclGetVersion));
    return found ? found(major, minor) : ABSENT;
}
#else
int ncclGroupStart(void), ncclGroupEnd(void), ncclGetVersion(int *major, int *minor);
const char *ncclGroupText(long); /* of an error, or of whatever its argument is about */
#endif

#ifdef HOOK /* which the library calls */
int ncclHook(void)
{
    return 1000;
}
#endif

#if defined(DIRECT) || defined(BYHAND)
/* For a constructor of the library: nobody to ask. */
int call_back(void)
{
    return -1;
}
#else
int call_back(void)
{
    return ncclGroupStart();
}
#ifndef NO_API
#define HAS_API
#include "lazynccl.h"
#endif
#endif

static int is(const char *word, const char *expected)
{
    return strcmp(word, expected) == 0;
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    char line[2048];
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (write(1, line, length) != length)
        _exit(120);
}

/* Limits the files that may be open, or the memory; the previous soft limit returns. */
static rlim_t limit(int which, rlim_t soft)
{
#ifdef WITH_LIMIT
    struct rlimit now;

    getrlimit(which, &now);
    rlim_t before = now.rlim_cur;
    now.rlim_cur = soft;
    setrlimit(which, &now);
    return before;
#else
    return soft + !which;
#endif
}

static rlim_t memory_in_use(void)
{
    char text[100] = "";
    int file = open("/proc/self/statm", O_RDONLY);

    if (file < 0 || read(file, text, sizeof text - 1) < 1)
        _exit(121);
    close(file);
    return strtoul(text, NULL, 10) * getpagesize();
}

__attribute__((unused)) static void say_lines(const char *word, const char *lines)
{
    while (*lines) {
        int length = strcspn(lines, "\n");

        say("%s %.*s\n", word, length, lines);
        lines += length + (lines[length] != '\0');
    }
}

static void list_mappings(void)
{
    static char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && fgets(line, sizeof line, maps))
        if (strchr(line, '/'))
            say("mapped %s", strchr(line, '/'));
    if (maps)
        fclose(maps);
}

static unsigned long long open_files(void)
{
    unsigned long long found = 0;

    for (int i = 0; i < FILES; i++)
        if (fcntl(i, F_GETFD) >= 0)
            found |= 1ULL << i;
    return found;
}

#ifdef BYHAND
static void *look_up(void *handle, const char *name)
{
#ifdef TRAPS /* an older suffix serves as well, and the plain name */
    char older[100];
    void *found = dlsym(handle, name);

    for (int minor = 4; !found && minor >= 0; minor--) {
        if (*name == '_')
            snprintf(older, sizeof older, "%.*s%d", (int)strlen(name) - 1, name, minor);
        else
            snprintf(older, sizeof older, "__%s_%d_%d", name, MAJOR, minor);
        found = dlsym(handle, older);
    }
    snprintf(older, sizeof older, "%.*s", (int)strcspn(name + 2, "_"), name + 2);
    return found ? found : dlsym(handle, older);
#endif
    return is(state, "version") ? dlvsym(handle, name, "NCCL_2") : dlsym(handle, name);
}

/* Opens and looks up, where the call does. */
static void open_by_hand(void)
{
    const char *path = getenv("BYHAND");
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

    if (!handle)
        say("absent %s\n", dlerror());
    start = handle ? (int (*)(void))look_up(handle, TEXT(ncclGroupStart)) : NULL;
    end = handle ? (int (*)(void))look_up(handle, TEXT(ncclGroupEnd)) : NULL;
    text = handle ? (const char *(*)(long))look_up(handle, TEXT(ncclGroupText)) : NULL;
    version = handle ? (int (*)(int *, int *))look_up(handle, TEXT(ncclGetVersion)) : NULL;
    for (int minor = 0; handle && minor <= 9; minor++) {
        char name[100];

        snprintf(name, sizeof name, "__nvJitLinkAddData_%d_%d", MAJOR, minor);
        suffix = dlsym(handle, name) ? minor : suffix; /* the newest, which tells the version */
    }
}
#endif

static void *call(void *unused)
{
    int result;

#ifdef BYHAND
    open_by_hand();
#endif
    errno = TOUCHED;
    result = ncclGroupStart();
    say("start %d errno %d\n", result, errno);
    errno = TOUCHED;
    result = ncclGroupEnd();
    say("end %d errno %d\n", result, errno);
#ifdef TRAPS /* it has no text, but its version has two sources */
    int numbers[2] = {0, 0};

    ncclGetVersion(numbers, numbers + 1);
    say("asked %d.%d\n", numbers[0], numbers[1]);
#else
    for (int i = 0; i < 2; i++) {
        const char *told = ncclGroupText(result);

        say("%s %s\n", i ? "again" : "text", told ? told : "NULL");
    }
#endif
    return unused;
}

static void call_in_threads(void)
{
    pthread_t threads[THREADS];
    pthread_attr_t small;

    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], &small, call, NULL) != 0)
            _exit(122);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

#ifdef HAS_API
static void tell(const char *function, const char *reason, void *data)
{
    say("told %s %d %d\n", function, *reason != '\0', data == &process);
}

/* Says what the API answers after a search. */
static void ask_api(void)
{
    const char *why = lazynccl_error(lazynccl_nccl(), NULL);
    const char *file = lazynccl_path(lazynccl_nccl());

    say("why %s\n", why ? why : "");
    why = lazynccl_error(lazynccl_nccl(), TEXT(ncclGroupEnd));
    say("lacks %s\n", why ? why : "");
    say("path %s\n", file ? file : "");
    why = lazynccl_found_via(lazynccl_nccl());
    say("via %s\n", why ? why : "");
    say("version %d\n", lazynccl_version(lazynccl_nccl()));
    why = lazynccl_missing(lazynccl_nccl());
    say("missing %s\n", why ? why : "");
    why = lazynccl_report(lazynccl_nccl());
    say("report %d\n", why && *why && (!file || strstr(why, file)));
    say_lines("tried", why ? why : "");
}

/* Asks what may search again. */
static void ask_again(void)
{
    void *address = lazynccl_symbol(lazynccl_nccl(), TEXT(ncclGroupEnd));

    say("symbol %d\n", address ? ((int (*)(void))address)() : NOTHING);
    say("has %d\n", lazynccl_has(lazynccl_nccl(), TEXT(ncclGroupEnd)));
    say("available %d\n", lazynccl_available(lazynccl_nccl()));
}
#endif

/* Calls the library, in the state of the case, and says what came of it. */
static void use_library(void)
{
    rlim_t files = 0, memory = 0;
    unsigned long long before = open_files();

    if (is(move, "setrlimit"))
        memory = limit(RLIMIT_AS, memory_in_use() + ROOM);
    if (is(state, "files"))
        files = limit(RLIMIT_NOFILE, 3);
#ifdef HAS_API
    snprintf(path, sizeof path, "%s/lib/" FILE_NAME, folder);
    if (is(api, "freeze"))
        lazynccl_freeze();
    if (is(api, "load"))
        say("load %d\n", lazynccl_load(lazynccl_nccl()));
    void *handle = is(api, "set_handle") ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

    if (handle) {
        say("set_handle %d\n", lazynccl_set_handle(lazynccl_nccl(), handle));
        dlclose(handle);
    }
    if (is(api, "set_folder") || is(api, "set_none")) /* which lacks it */
        snprintf(path, sizeof path, "%s/%s", folder, is(api, "set_none") ? "cuda" : "lib");
    if (strncmp(api, "set_", 4) == 0 && !is(api, "set_handle"))
        say("set_path %d\n", lazynccl_set_path(lazynccl_nccl(), path));
    if (is(api, "on_absent"))
        say("on_absent %d\n", lazynccl_on_absent(lazynccl_nccl(), tell, &process));
    if (strncmp(api, "require", 7) == 0)
        say("require %d\n",
            lazynccl_require(lazynccl_nccl(), is(api, "require-newer") ? 99999 : 22000));
#endif
    if (is(process, "threads"))
        call_in_threads();
    else
        call(NULL);
    if (is(state, "files"))
        limit(RLIMIT_NOFILE, files);
    if (is(move, "setrlimit"))
        limit(RLIMIT_AS, memory);
#ifdef HAS_API
    ask_api();
#endif
#ifdef BYHAND
    int numbers[2] = {0, -1};

    ncclGetVersion(numbers, numbers + 1);
    say("version %d\n", numbers[1] < 0 ? numbers[0] : numbers[0] * 10000 + numbers[1] * 100);
#endif
    say("files %#llx\n", open_files() & ~before);
    list_mappings();
#ifdef HAS_API
    ask_again();
#endif
}

#ifdef WITH_NFTW
static int visit(const char *file, const struct stat *facts, int type, struct FTW *walk)
{
    if (is(file + walk->base, FILE_NAME) && facts)
        use_library();
    return type == FTW_NS;
}
#endif

/* Moves the program as the case says, and goes on there. */
static void move_and_use(const char *trap)
{
    int failed = !trap;

#ifdef WITH_CHDIR
    if (strncmp(move, "chdir", 5) == 0)
        failed = chdir(trap);
#endif
#ifdef WITH_CHROOT
    if (is(move, "chroot"))
        failed = chroot(trap); /* alone: the current folder is outside */
#endif
#ifdef WITH_MOUNT
    static char lib[4096];

    snprintf(lib, sizeof lib, "%s/lib", folder);
    if (is(move, "mount")) /* another folder at the library's path, for this process */
        failed = unshare(CLONE_NEWNS) || mount(trap, lib, NULL, MS_BIND, NULL);
#endif
#ifdef WITH_DAEMON
    if (is(move, "daemon"))
        failed = daemon(0, 1);
#endif
    if (failed)
        _exit(124);
#ifdef WITH_NFTW
    if (is(move, "nftw")) {
        if (nftw(trap, visit, 10, FTW_CHDIR | FTW_PHYS))
            _exit(126);
        return;
    }
#endif
    use_library();
}

#ifdef PARTNER
int PARTNER_START(void);

/* Calls or opens the library whose major decides that of this one. */
static void use_partner(void)
{
#if defined(CALLED) && defined(HAS_API)
#ifdef ABSENT
    lazynccl_load(PARTNER_LIBRARY());
#else
    if (lazynccl_has(PARTNER_LIBRARY(), TEXT(PARTNER_START)))
        PARTNER_START();
#endif
#else
    snprintf(path, sizeof path, "%s/lib/" PARTNER, folder);
    dlopen(path, RTLD_NOW | RTLD_LOCAL);
#endif
}
#endif

static void act(void)
{
    static char trap[4096];

    snprintf(path, sizeof path, "%s/loaded/" FILE_NAME, folder);
    if (is(state, "loaded-relative"))
        snprintf(path, sizeof path, "%s/loaded/" FILE_NAME, is(process, "folder") ? ".." : ".");
    if (strncmp(state, "loaded", 6) == 0 && !dlopen(path, RTLD_NOW | RTLD_LOCAL))
        _exit(123);
#ifdef WITH_NAMESPACE
    if (is(state, "namespace") && !dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL))
        _exit(123);
#endif
#ifdef PARTNER
    use_partner();
#endif
    if (is(move, "chdir-unset"))
        unsetenv("LD_LIBRARY_PATH");
    snprintf(trap, sizeof trap, "%s/trap/.", folder);
    move_and_use(trap);
}

__attribute__((unused)) static void in_child(void)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        act();
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    if (status)
        _exit(WEXITSTATUS(status));
}

__attribute__((unused)) static void on_signal(int number)
{
    if (number)
        act();
}

static void begin(int count, char **words)
{
    if (count != 6)
        _exit(125);
    process = words[1];
    move = words[2];
    api = words[3];
    state = words[4];
    folder = words[5];
    if (is(process, "constructor"))
        act();
    if (is(process, "atexit"))
        atexit(act);
}

#ifdef __GLIBC__
/* A constructor with arguments, which LTO would call without if it had the attribute. */
__attribute__((section(".init_array"), used)) static void (*first)(int, char **) = begin;
#else /* musl gives them to main() alone */
__attribute__((constructor)) static void first(void)
{
    static char text[9000];
    char *words[7], *at = text;
    int file = open("/proc/self/cmdline", O_RDONLY), count = 0;

    for (ssize_t size = read(file, text, sizeof text - 1); at - text < size && count < 7;
         at += strlen(at) + 1)
        words[count++] = at;
    close(file);
    begin(count, words);
}
#endif

#ifdef MODULE
void run(void)
{
    act();
}
#else
int main(void)
{
    if (is(process, "fork")) {
        in_child();
    } else if (is(process, "signal")) {
        signal(SIGUSR1, on_signal);
        raise(SIGUSR1);
    } else if (!is(process, "constructor") && !is(process, "atexit")) {
        act();
    }
    return 0;
}
#endif

#ifdef __cplusplus
}
#endif
