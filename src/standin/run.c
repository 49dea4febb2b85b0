/* lazynccl run: starts a command with stand-ins on its library path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * LD_LIBRARY_PATH gets a folder with all stand-ins. For libraries that Python packages load by
 * path, PYTHONPATH gets the folder of a sitecustomize.py that uses the same stand-ins. The command
 * then replaces this process, so that its PID, signals and exit status are its own. */
#include "common/command/options.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include "standin/launch.h"
#include "standin/prepared.h"
#include "standin/private_folder.h"
#include "standin/profiler.h"
#include "standin/provide.h"
#include "standin/rings.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static enum verb_exit refuse(enum verb_exit status, const char *file, const char *why)
{
    verb_unreadable("run", file, why);
    return status;
}

/* Prepends `first` to the list in a variable. If the variable is empty, adds no colon, because a
 * colon at the end would add the current folder to the list. */
static int prepend(const char *name, const char *first)
{
    const char *now = getenv(name);
    OWNED(memory)
    char *both = memory_print("%s%s%s", first, now && *now ? ":" : "", now ? now : "");

    return setenv(name, both, 1);
}

/* Replaces %h by the host and %p by the process, as in NCCL_DEBUG_FILE: hosts that share a folder
 * by NFS cannot safely append to the same file. Returns the name, to be freed. */
static char *expand(const char *name)
{
    OWNED(memory) char *text = NULL;
    char host[HOST_NAME_MAX + 1] = "";
    size_t size = 0;
    FILE *to = memory_check(open_memstream(&text, &size));

    gethostname(host, sizeof host - 1);
    for (const char *at = name; *at; at++) {
        int is_host = strncmp(at, "%h", 2) == 0, is_process = strncmp(at, "%p", 2) == 0;

        if (is_host)
            fputs(host, to);
        else if (is_process)
            fprintf(to, "%d", (int)getpid());
        else
            fputc(*at, to);
        at += is_host || is_process;
    }
    fclose(to);
    return memory_copy(text);
}

/* Makes stand-ins append a line to this file for each library that they open. */
static enum verb_exit record_into(const char *name)
{
    OWNED(memory) char *file = expand(name);
    int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    OWNED(memory) char *path = fd < 0 ? NULL : realpath(file, NULL);

    if (!path)
        return verb_unreadable("run", file, strerror(errno));
    close(fd);
    return setenv("LAZYNCCL_RECORD", path, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}

/* Returns the name of a job if its launcher names none: host, process and start. To be freed. */
static char *job_name(void)
{
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++)
        if (*at == ':')
            *at = '-';
    return memory_print("%s-%d-%llu", host, getpid(), private_folder_start(getpid()));
}

/* Makes NCCL use the stand-in as its profiler plugin, unless the user has one. Returns the letter
 * in LAZYNCCL_TRACE that says so: c (completions are recorded) or a (they are not). */
static const char *choose_profiler(const char *program)
{
    OWNED(memory) char *other = profiler_of_user(program);
    const char *now = getenv("NCCL_PROFILER_PLUGIN");

    if (other) {
        fprintf(stderr,
                "lazynccl run: --completions stands aside for your profiler (%s): completions are "
                "not recorded\n",
                other);
        return "a";
    }
    if (!now || !*now)
        setenv("NCCL_PROFILER_PLUGIN", PROFILER_OF_STANDIN, 1);
    return "c";
}

/* Makes stand-ins keep their last calls, and name their processes in this folder. */
static enum verb_exit trace_into(const struct request *request, const char *program)
{
    const char *folder = request->trace;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return verb_unreadable("run", folder, strerror(errno));
    OWNED(memory) char *path = realpath(folder, NULL);
    if (!path || !lazynccl_is_folder(path)) /* if it is not writable, the command still runs */
        return verb_unreadable("run", folder, path ? strerror(ENOTDIR) : strerror(errno));
    OWNED(memory) char *job = job_name();
    OWNED(memory)
    char *value = memory_print("%d%s@%s:%s", request->records,
                               request->completions ? choose_profiler(program) : "", job, path);
    return setenv("LAZYNCCL_TRACE", value, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}

/* Returns 1 in a traced program. If a Python in it requests other stand-ins, these record calls. */
static int is_traced(void)
{
    const char *into = getenv("LAZYNCCL_TRACE");

    return into && *into;
}

/* Makes the program and its children use a set of stand-ins. Returns 0, or -1 and errno. */
static int use_set(const char *set)
{
    OWNED(memory) char *lib = memory_print("%s/lib", set);

    return prepend("LD_LIBRARY_PATH", lib) == 0 && prepend("PYTHONPATH", set) == 0 ? 0 : -1;
}

/* Prints the variables that a command would get. */
static enum verb_exit print_variables(int completions)
{
    static const char *const names[] = {"LD_LIBRARY_PATH", "PYTHONPATH", "LAZYNCCL_TRACE",
                                        "LAZYNCCL_RECORD", "NCCL_PROFILER_PLUGIN"};
    size_t count = sizeof names / sizeof *names - !completions; /* the last name only with it */

    for (size_t i = 0; i < count; i++)
        if (getenv(names[i]))
            printf("%s=%s\n", names[i], getenv(names[i]));
    return VERB_OK;
}

/* Replaces this process by the command; returns only if that fails. */
static enum verb_exit start(const struct launch *launch, char **words)
{
    OWNED(strings) struct strings bypasses = launch_bypasses(launch, words);

    for (size_t i = 0; i < bypasses.count; i++)
        fprintf(stderr, "lazynccl run: %s\n", bypasses.list[i]);
    execvp(launch->path, words);
    return refuse(VERB_NO_START, launch->path,
                  errno == ENOENT ? "names an interpreter that does not exist" : strerror(errno));
}

/* Sets the variables that tell stand-ins about --record and --trace. */
static enum verb_exit set_recorders(const struct request *request, const char *program)
{
    enum verb_exit status = request->record ? record_into(request->record) : VERB_OK;

    if (status == VERB_OK && request->trace)
        status = trace_into(request, program);
    return status;
}

/* Empties the cache. Running programs keep the stand-ins that they have loaded. */
static enum verb_exit clean(void)
{
    OWNED(cache) struct cache cache = {0};

    private_folder_clean();
    rings_clean(1);
    if (cache_open(&cache) != CACHE_READY)
        return verb_unreadable("run", NULL, cache.why);
    printf("removed the stand-ins of %d environments from %s\n", cache_clean(&cache, 0),
           cache.folder);
    return VERB_OK;
}

/* Uses the stand-ins of a folder that was made before. */
static enum verb_exit use_prepared(const char *folder)
{
    OWNED(memory) char *whole = realpath(folder, NULL);
    OWNED(memory)
    char *set = whole ? memory_print("%s%s", whole, is_traced() ? "/traced" : "") : NULL;
    const char *wrong = set ? prepared_check(set) : strerror(errno);

    if (set && strchr(set, ':'))
        wrong = "has a colon in its name, which LD_LIBRARY_PATH cannot contain: move it";
    if (wrong)
        return verb_unreadable("run", folder, wrong);
    return use_set(set) == 0 ? VERB_OK : verb_unreadable("run", NULL, strerror(errno));
}

/* Uses stand-ins of the libraries that the program would load. */
static enum verb_exit use_found(const struct request *request, const char *program)
{
    OWNED(cache) struct cache cache = {0};
    const struct provide provide = {.lazy = request->lazy,
                                    .program = program,
                                    .sites = request->sites,
                                    .traced = is_traced(),
                                    .owner = request->print ? getppid() : getpid()};

    enum verb_exit status = provide_standins(&cache, &provide);
    if (status != VERB_OK)
        return status;
    return use_set(cache.set) == 0 ? VERB_OK : verb_unreadable("run", NULL, strerror(errno));
}

static enum verb_exit run(const struct request *request)
{
    OWNED(launch) struct launch launch = {0};

    if (request->clean && request->count == 0)
        return clean();
    if (request->count == 0)
        return verb_misuse("run", "no command", NULL, NULL);
    if (request->prepared && (request->lazy || request->sites))
        return verb_misuse("run", "--prepared takes neither --lazy nor --sites", NULL, NULL);
    if (request->completions && !request->trace)
        return verb_misuse("run", "--completions needs --trace", NULL, NULL);
    enum verb_exit status = launch_find(&launch, request->words[0]);
    if (status != VERB_OK)
        return refuse(status, launch.what, launch.why);
    rings_clean(0);
    if ((status = set_recorders(request, launch.program)) != VERB_OK)
        return status;
    status =
        request->prepared ? use_prepared(request->prepared) : use_found(request, launch.program);
    if (status != VERB_OK)
        return status;
    return request->print ? print_variables(request->completions) : start(&launch, request->words);
}

const struct verb verb_run = {
    .name = "run",
    .run = run,
    .summary = "run a program whose libraries are loaded at the first call",
    // clang-format off
    .usage =
"usage: lazynccl run [OPTION...] -- COMMAND [ARGUMENT...]\n"
"\n"
"Runs a program that is already built, and loads libraries at the first call.\n"
"\n"
"Makes stand-ins of NCCL, NVRTC and nvJitLink, from the files that the program would load, in\n"
"XDG_CACHE_HOME/lazynccl, or, if nothing can be written there, in a private folder below TMPDIR.\n"
"Each Python that the program starts, directly or not, uses stand-ins of its own wheels.\n"
"Changes only the environment of the program: LD_LIBRARY_PATH, and PYTHONPATH for libraries that\n"
"Python packages load by path. A library that is found in another way (DT_RPATH, an absolute path)\n"
"is loaded as usual. LAZYNCCL_DEBUG=1 shows each file that is found.\n"
"\n"
"LIST: names such as cublas, or SONAMEs; or @FILE, with one in each line; or \"all\", every NVIDIA\n"
"library in the wheels of the program's Python, CONDA_PREFIX, LD_LIBRARY_PATH or a CUDA toolkit.\n"
"\n"
"--record appends a line for each library that is opened. lazynccl stand-in --except @FILE then\n"
"leaves these libraries real. %h in FILE is the host, and %p the process.\n"
"\n"
"--trace keeps the last calls of each library and process in memory of the node, also if the process\n"
"hangs or is killed, and a page for each process in DIR. lazynccl trace DIR shows the calls. A call\n"
"costs 10 to 42 ns more.\n"
"\n"
"--completions makes NCCL (2.26 and newer) report how far each collective is on the GPU, so that\n"
"lazynccl trace DIR can tell a rank whose GPU is blocked from one that has not called. If you use an\n"
"NCCL profiler, it keeps its place, and completions are not recorded.\n",
    .examples =
"  lazynccl run -- python train.py\n"
"      load NCCL, NVRTC and nvJitLink at the first call\n"
"  lazynccl run --lazy all --record opened -- python serve.py\n"
"      the same for the whole stack; which libraries are used?\n"
"  lazynccl run --trace calls -- torchrun train.py\n"
"      keep the last calls of NCCL, for lazynccl trace calls\n",
    // clang-format on
    .takes = " --lazy --record --trace --records --completions --sites --prepared --print --clean",
    .status = "the command's; 126 it cannot be started or intercepted (linked statically, raised\n"
              "privileges), 127 it does not exist; 2 the stand-ins cannot be made, 3 usage error.",
};
