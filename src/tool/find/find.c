/* lazynccl find: which file ld.so and lazynccl would load for a target, and why not another.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/machine/child.h"
#include "runtime/loader/attempt.h"
#include "runtime/search/path.h"
#include "tool/find/print.h"
#include "tool/rules/absent.h"
#include "tool/rules/grouped.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECONDS 20 /* a cold disk takes one or two seconds for 200 MB */

struct task {
    lazynccl_library *library;
    const char *path;
};

enum opened { IS_OPEN, IS_FAULTY, IS_TRANSIENT };

/* Opens the file as lazynccl does, with its companion. Writes the version or, without the words
 * that name this child's own settings, the reason. Returns an enum opened. */
static int open_file(void *context, FILE *to)
{
    const struct task *task = context;
    static const char *const others[] = {"LAZYNCCL_CUDA", "LAZYNCCL_STRICT", "LAZYNCCL_DEBUG"};

    /* opens this file, whatever the environment's settings name */
    setenv("LAZYNCCL_SEARCH", "api", 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        unsetenv(others[i]);
    if (lazynccl_set_path(task->library, task->path) == 0 && lazynccl_load(task->library) == 0) {
        fprintf(to, "%d", lazynccl_version(task->library));
        return IS_OPEN;
    }
    const char *error = lazynccl_error(task->library, NULL), *why = error ? error : "not opened";
    const char *begin = strstr(why, "cannot be used: ");
    OWNED(memory) char *named = memory_print("%s: ", task->path);

    if (begin)
        why = begin + strlen("cannot be used: ");
    if (strncmp(why, named, strlen(named)) == 0)
        why += strlen(named);
    const char *end = strstr(why, " (api)"); /* how a transient error names the child's setting */
    if (!end)
        end = strstr(why, " (" LAZYNCCL_BY_PROGRAM ")");
    fprintf(to, "%.*s", (int)(end ? (size_t)(end - why) : strlen(why)), why);
    return strstr(why, "; the next call searches again") ? IS_TRANSIENT : IS_FAULTY;
}

/* Opens a file and asks for its version in a child, so that a crash does not end the command. */
static struct proof prove_one(struct examination *at, lazynccl_library *library,
                              const struct candidate *look, const char *who)
{
    struct task task = {library, look->path};
    struct child child = child_run(open_file, &task, &(struct child_limit){.seconds = SECONDS});
    OWNED(memory) char *text = child.said;
    const char *said = child.end == CHILD_RETURNED ? text : child_end_text(&child);

    if (child.end == CHILD_RETURNED && child.status == IS_OPEN)
        return (struct proof){lazynccl_number(&said), NULL};
    if (child.end == CHILD_NOT_MADE ||
        (child.end == CHILD_RETURNED && child.status == IS_TRANSIENT)) {
        OWNED(memory)
        char *line = memory_print("%s: %s", machine_shown(at->machine, look->path), said);

        strings_add_once(&at->machine->unreadable, line); /* the file may be good */
    } else {
        absent_add_unloadable(at, library->description, look, who, said);
    }
    return (struct proof){0, memory_copy(said)};
}

/* Opens the files that ld.so and lazynccl would load, or one file if both agree. */
static void prove_both(struct examination *at, struct result *result, lazynccl_library *library)
{
    const struct search_result *found = result->found;
    const struct candidate *mine = search_result_taken(found), *theirs = &found->linker;

    result->proved = 1;
    if (mine)
        result->taken = prove_one(at, library, mine, "lazynccl");
    if (theirs->path && mine && lazynccl_same_file(theirs->path, mine->path)) {
        result->linker = result->taken;
        result->linker.failed = memory_copy(result->taken.failed);
    } else if (theirs->path) {
        result->linker = prove_one(at, library, theirs, "ld.so");
    }
    if (mine && result->taken.version && result->taken.version < found->minimum)
        absent_add_older(at, found, result->taken.version);
}

static const struct search_result *find(struct examination *at, lazynccl_library *library,
                                        const struct request *request, struct table *table)
{
    struct result result = {.found =
                                facts_ask(at->facts, library->description, request->minimum, NULL)};

    if (request->load)
        prove_both(at, &result, library);
    find_print(at->machine, &result, table, 0);
    free(result.linker.failed);
    free(result.taken.failed);
    return result.found;
}

/* Returns the first word that is not the name of a library, or NULL. */
static const char *unknown_name(const struct request *request)
{
    for (int i = 0; i < request->count; i++)
        if (!nvidia_library(request->words[i]))
            return request->words[i];
    return NULL;
}

/* Returns 1 if library number `l` of the table was requested, or is shown by default. */
static int is_asked(const struct request *request, const lazynccl_library *library, int l)
{
    for (int i = 0; i < request->count; i++)
        if (nvidia_library(request->words[i]) == library)
            return 1;
    return request->count == 0 && l < LAZYNCCL_MAIN;
}

/* Returns 1 if other users can write to the file, or to a folder of this path that has no sticky
 * bit: they could replace the file after the path is printed. */
static int others_can_write(const char *path)
{
    OWNED(memory) char *part = memory_copy(path);
    struct stat facts;

    for (char *end = part; *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char after = *end;
        *end = '\0';
        int writes = lstat(part, &facts) == 0 && facts.st_mode & S_IWOTH &&
                     !S_ISLNK(facts.st_mode) &&
                     !(S_ISDIR(facts.st_mode) && facts.st_mode & S_ISVTX);
        if (writes)
            return 1;
        *end = after;
    }
    return 0;
}

/* Returns why a path is not printed, or NULL. */
static const char *fault_of(const char *path)
{
    OWNED(memory) char *real = realpath(path, NULL);

    for (const char *at = path; *at; at++)
        if (safe_is_control(at, safe_character(at)) || strchr(":'\"", *at))
            return "its path has a colon, a quote or a control character";
    if (others_can_write(path) || (real && others_can_write(real)))
        return "other users can replace the file";
    return NULL;
}

/* Adds the path of the file that lazynccl would open, with `named` as an entry of LAZYNCCL_LIBPATH.
 * Returns 0; -1 after a line on stderr if there is no file, or its name is not safe in a script. */
static int add_path(struct strings *paths, const struct machine *machine,
                    const struct search_result *found, int named)
{
    const struct candidate *taken = search_result_taken(found);
    const char *name = found->library->name;
    const char *why = taken ? fault_of(taken->path) : "no file found";

    if (why) {
        safe_error("lazynccl find: %s: %s", name, why);
        return -1;
    }
    strings_print(paths, "%s%s%s", named ? name : "", named ? "=" : "",
                  machine_shown(machine, taken->path));
    return 0;
}

/* Prints only paths, or nothing if one is missing: the output goes into scripts. */
static enum verb_exit find_paths(struct examination *at, const struct request *request, void *none)
{
    OWNED(strings) struct strings paths = {0};
    lazynccl_library *library;

    for (int l = 0; (library = nvidia_library_at(l)); l++)
        if (is_asked(request, library, l) &&
            add_path(&paths, at->machine,
                     facts_ask(at->facts, library->description, request->minimum, NULL),
                     request->exports) != 0)
            return VERB_FINDINGS;
    OWNED(memory) char *joined = strings_join(&paths, request->exports ? ":" : "\n");
    printf(request->exports ? "export LAZYNCCL_LIBPATH='%s'\n" : "%s\n", joined);
    return VERB_OK;
}

/* Searches for the requested libraries, and reports those that are not found. */
static enum verb_exit find_all(struct examination *at, const struct request *request, void *none)
{
    const struct target *target = at->machine->target;
    struct table *table = request->table;
    const struct search_result **absent = NULL;
    lazynccl_library *library;
    size_t count = 0;

    target_begin_output("find", at, table);
    json_begin(table->json, "libraries", '[');
    for (int l = 0; (library = nvidia_library_at(l)); l++)
        if (is_asked(request, library, l)) {
            const struct search_result *found = find(at, library, request, table);

            /* by default, a file is expected to open only what it loads through lazynccl */
            if (!search_result_taken(found) &&
                (request->count || !target->from ||
                 strings_has(&target->file.lazynccl, library->description->name)))
                *MEMORY_ADD(absent, count) = found;
        }
    json_end(table->json, ']');
    needs_look_at_file(at);
    absent_add(at, absent, count);
    free(absent);
    findings_end(table, at->findings, at->machine, NULL);
    return verb_status(at->findings);
}

/* Imports a module, or an attribute of one, cupy.cuda.nccl, then runs a command with --pid for this
 * Python. Large packages on a cold network file system take minutes: the limit is 300 seconds. */
static const char script[] =
    "import importlib, os, subprocess, sys, threading\n"
    "name, command = sys.argv[1], sys.argv[2:]\n"
    "sys.argv[1:] = []\n"
    "out, err, nothing = os.dup(1), os.dup(2), os.open(os.devnull, os.O_RDWR)\n"
    "for fd in 0, 1, 2: os.dup2(nothing, fd)\n"
    "def fail(why):\n"
    "    text = ''.join(c if c.isprintable() else ascii(c)[1:-1] for c in name + ': ' + why)\n"
    "    os.write(err, ('lazynccl find: ' + text + '\\n').encode('utf-8', 'replace'))\n"
    "    os._exit(2)\n"
    "clock = threading.Timer(300, fail, ['the import takes more than 300 seconds'])\n"
    "clock.daemon = True\n"
    "clock.start()\n"
    "try:\n"
    "    try:\n"
    "        importlib.import_module(name)\n"
    "    except ModuleNotFoundError:\n"
    "        above, _, last = name.rpartition('.')\n"
    "        if not above: raise\n"
    "        getattr(importlib.import_module(above), last)\n"
    "except BaseException as error:\n"
    "    fail((type(error).__name__ + ': ' + str(error)).splitlines()[0])\n"
    "clock.cancel()\n"
    "command.append('--pid=%d' % os.getpid())\n"
    "os._exit(subprocess.call(command, stdout=out, stderr=err) & 255)\n";

/* Replaces this process by Python: `python` is an interpreter or the folder of its environment, or
 * NULL for the first python3 in PATH. Python imports the module, discards the module's output, and
 * runs this command with `arguments` and --pid for itself. Returns why Python does not start. */
static const char *become_python(const char *python, const char *module, char **arguments)
{
    OWNED(memory) char *below = memory_print("%s/bin/python3", python ? python : "");
    const char *interpreter = python ? python : "python3";

    if (python && lazynccl_is_folder(python))
        interpreter = below;
    char *start[] = {(char *)interpreter, "-c", (char *)script, (char *)module, machine_command()};
    struct strings list = {0};

    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        *MEMORY_ADD(list.list, list.count) = start[i];
    while (*arguments)
        *MEMORY_ADD(list.list, list.count) = *arguments++;
    *MEMORY_ADD(list.list, list.count) = NULL;
    execvp(interpreter, list.list);
    return strerror(errno);
}

/* Starts Python and examines it: a package may load libraries in ways that no search shows. */
static enum verb_exit find_imported(const struct request *request)
{
    if (request->as.from || request->as.pid || request->as.no_python || *request->as.root)
        return verb_misuse(
            "find", "--import examines the Python that it starts: use it alone, or with --python",
            NULL, NULL);
    return verb_unreadable(
        "find", request->as.python ? request->as.python : "python3",
        become_python(request->as.python, request->as.import, request->arguments));
}

static enum verb_exit run(const struct request *request)
{
    const char *unknown = unknown_name(request);

    if (unknown)
        return verb_no_library("find", "no such library", unknown);
    return request->as.import && request->as.pid != getppid() /* the parent is that Python */
               ? find_imported(request)
               : target_examine("find", request,
                                request->path || request->exports ? find_paths : find_all, NULL);
}

const struct verb verb_find = {
    .name = "find",
    .run = run,
    .summary = "show which file of each library a program would get, and why",
    // clang-format off
    .usage =
"usage: lazynccl find [LIBRARY...] [--min VERSION] [OPTION...]\n"
"\n"
"Shows which file of each library a program would load, and why.\n"
"\n"
"For each library (default: NCCL, NVRTC and nvJitLink), prints the file that ld.so would load, the\n"
"file that lazynccl would load, and every other search location in order. Loads nothing, except\n"
"that --load opens the files, and --import imports a package and shows which files it loaded. By\n"
"default, examines the environment of the first python3 in PATH. Other NVIDIA libraries are named\n"
"like their files: cublasmp, nppc, cudnn_ops.\n",
    .examples =
"  lazynccl find nccl\n"
"      which NCCL would Python get, and why?\n"
"  lazynccl find nvjitlink --min 12.3 -q && make\n"
"      is there one as new as 12.3?\n"
"  VLLM_NCCL_SO_PATH=$(lazynccl find nccl --path)\n"
"      the file, for a program that takes a path\n"
"  lazynccl find --import cupy\n"
"      what does it load when it is imported?\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_TARGET " --import --min --load --path --export",
    .more = "print a line for every candidate of every search location",
    .status = "0 all found; 1 one is not found, or does not load with --load; 2 unreadable\n"
              "input; 3 usage error.",
};
