/* lazynccl run: starts a command with stand-ins on its library path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * LD_LIBRARY_PATH gets a folder for each stand-in. For libraries that Python packages load by path,
 * PYTHONPATH gets the folder of a sitecustomize.py that uses the same stand-ins. The command then
 * replaces this process, so that its PID, signals and exit status are its own. */
#include "common/command/options.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include "standin/launch.h"
#include "standin/provide.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static enum verb_exit refuse(enum verb_exit status, const char *file, const char *why)
{
    verb_unreadable("run", file, why);
    return status;
}

/* Prepends `first` to a variable. An empty variable is left out: after a colon it would mean the
 * current folder. */
static int prepend(const char *name, const char *first)
{
    const char *now = getenv(name);

    if (!*first)
        return 0;
    OWNED(memory)
    char *both = memory_print("%s%s%s", first, now && *now ? ":" : "", now ? now : "");
    return setenv(name, both, 1);
}

/* Makes stand-ins append to this file what they open. */
static enum verb_exit record_into(const char *file)
{
    int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    OWNED(memory) char *path = fd < 0 ? NULL : realpath(file, NULL);

    if (!path)
        return verb_unreadable("run", file, strerror(errno));
    close(fd);
    return setenv("LAZYNCCL_RECORD", path, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}

/* Makes stand-ins keep their last calls in files of this folder. */
static enum verb_exit trace_into(const char *folder, int records)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return verb_unreadable("run", folder, strerror(errno));
    OWNED(memory) char *path = realpath(folder, NULL);
    if (!path || access(path, W_OK | X_OK) != 0 || !lazynccl_is_folder(path))
        return verb_unreadable("run", folder, path && !errno ? strerror(ENOTDIR) : strerror(errno));
    OWNED(memory)
    char *value = records ? memory_print("%d:%s", records, path) : memory_copy(path);
    return setenv("LAZYNCCL_TRACE", value, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}

/* Becomes the command; returns only if it cannot. */
static enum verb_exit start(const struct launch *launch, const struct cache *cache, char **words)
{
    OWNED(strings) struct strings bypasses = launch_bypasses(launch, words);
    OWNED(memory) char *folders = strings_join(&cache->in_way, ":");

    for (size_t i = 0; i < bypasses.count; i++)
        fprintf(stderr, "lazynccl run: %s\n", bypasses.list[i]);
    if (prepend("LD_LIBRARY_PATH", folders) == 0 && prepend("PYTHONPATH", cache->folder) == 0)
        execvp(launch->path, words);
    return refuse(VERB_NO_START, launch->path,
                  errno == ENOENT ? "names an interpreter that does not exist" : strerror(errno));
}

static enum verb_exit run(const struct request *request)
{
    OWNED(launch) struct launch launch = {0};
    OWNED(cache) struct cache cache = {0};

    if (request->count == 0)
        return verb_misuse("run", "no command", NULL, NULL);
    enum verb_exit status = launch_find(&launch, request->words[0]);
    if (status != VERB_OK)
        return refuse(status, launch.what, launch.why);
    if (request->record)
        status = record_into(request->record);
    if (status != VERB_OK)
        return status;
    if (request->trace)
        status = trace_into(request->trace, request->records);
    if (status != VERB_OK)
        return status;
    if (provide_standins(&cache, request->lazy, request->trace != NULL, launch.program) != 0)
        return verb_unreadable("run", NULL, cache.why);
    return start(&launch, &cache, request->words);
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
"Changes only the environment of the program: LD_LIBRARY_PATH, and PYTHONPATH for libraries that\n"
"Python packages load by path. A library that is found in another way (DT_RPATH, an absolute path)\n"
"is loaded as usual. LAZYNCCL_DEBUG=1 shows each file that is found.\n"
"\n"
"LIST: names such as cublas, or SONAMEs; or @FILE, with one in each line; or \"all\", every NVIDIA\n"
"library in the wheels of the program's Python, CONDA_PREFIX, LD_LIBRARY_PATH or a CUDA toolkit.\n"
"\n"
"--record appends a line for each library that is opened. lazynccl stand-in --except @FILE then\n"
"leaves these libraries real.\n"
"\n"
"--trace keeps the last calls of each library and process in a file in DIR, also if the process\n"
"hangs or is killed. lazynccl trace DIR shows them. A call costs 10 to 50 ns more.\n",
    .examples =
"  lazynccl run -- python train.py\n"
"      load NCCL, NVRTC and nvJitLink at the first call\n"
"  lazynccl run --lazy all --record opened -- python serve.py\n"
"      the same for the whole stack; which libraries are used?\n"
"  lazynccl run --trace calls -- torchrun train.py\n"
"      keep the last calls of NCCL, for lazynccl trace calls\n",
    // clang-format on
    .takes = " --lazy --record --trace --records",
    .status = "the command's; 126 it cannot be started or intercepted (linked statically, raised\n"
              "privileges), 127 it does not exist; 2 the stand-ins cannot be made, 3 usage error.",
};
