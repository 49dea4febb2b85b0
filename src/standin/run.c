/* lazynccl run: runs a program with drop-ins on its library path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * LD_LIBRARY_PATH gets a folder for each drop-in, below lib/lazynccl/overlay. For libraries that
 * Python packages load by path, PYTHONPATH gets a sitecustomize.py that uses the same folders.
 * Nothing is written anywhere. */
#include "common/command/target_option.h"
#include "common/files/elf.h"
#include "common/files/root.h"
#include "common/machine/machine.h"
#include "common/machine/nvidia.h"
#include "common/text/progress.h"
#include "runtime/search/path.h"
#include "standin/run_lazy.h"
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define SCRIPTS 4 /* a script's interpreter may be a script; the kernel stops there too */

static enum verb_exit refuse(enum verb_exit status, const char *file, const char *why)
{
    verb_unreadable("run", file, why);
    return status;
}

/* The folder of the drop-ins, found from this command's own, to be freed; NULL: there is none. */
static char *overlay_folder(void)
{
    OWNED(memory) char *self = machine_command();
    OWNED(memory) char *bin = memory_folder(self);
    OWNED(memory) char *path = memory_print("%s/%s", bin ? bin : "", LAZYNCCL_OVERLAY);

    return bin ? realpath(path, NULL) : NULL;
}

/* A word of --libs that is not a library's name, or NULL. */
static const char *unknown_word(const struct strings *libs)
{
    for (size_t w = 0; w < libs->count; w++) {
        int known = 0;

        for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
            known |= strcmp(desc->name, libs->list[w]) == 0;
        if (!known)
            return libs->list[w];
    }
    return NULL;
}

/* The folders of the drop-ins that were chosen, OVERLAY/SONAME/WHEEL, colon-separated; NULL: there
 * are none. */
static char *chosen_folders(const char *overlay, const struct strings *libs)
{
    OWNED(strings) struct strings list = {0};

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        if (libs->count && !strings_has(libs, desc->name))
            continue;
        for (int s = 0; desc->sonames[s]; s++)
            for (int w = 0; desc->wheels[w]; w++) {
                OWNED(memory)
                char *folder = memory_print("%s/%s/%s", overlay, desc->sonames[s], desc->wheels[w]);

                if (lazynccl_exists(folder))
                    strings_add(&list, folder, strlen(folder));
            }
    }
    return list.count ? strings_join(&list, ":") : NULL;
}

/* Prepends `first` to a variable. An empty variable is left out: after a colon it would mean the
 * current folder. */
static int prepend(const char *name, const char *first)
{
    const char *now = getenv(name);
    OWNED(memory)
    char *both = memory_print("%s%s%s", first, now && *now ? ":" : "", now ? now : "");

    return setenv(name, both, 1);
}

/* The file that execvp would start, to be freed; NULL with errno. */
static char *find_command(const char *command)
{
    const char *path = getenv("PATH");
    int direct = strchr(command, '/') != NULL, error = ENOENT;
    OWNED(strings)
    struct strings folders = strings_split(direct ? "" : path ? path : "/bin:/usr/bin", ':');
    struct stat status;

    for (size_t i = 0; i < folders.count; i++) {
        const char *folder = *folders.list[i] ? folders.list[i] : ".";
        char *found = direct ? memory_copy(command) : memory_print("%s/%s", folder, command);
        int is_there = stat(found, &status) == 0;
        int failed = !is_there                  ? errno
                     : S_ISDIR(status.st_mode)  ? EISDIR
                     : access(found, X_OK) != 0 ? EACCES
                                                : 0;

        if (!failed)
            return found;
        free(found);
        if (direct || (is_there && failed == EACCES))
            error = failed;
    }
    errno = error;
    return NULL;
}

/* The interpreter in a script's first line, to be freed; NULL: it is not a script. */
static char *interpreter_of(const char *path)
{
    char line[PATH_MAX + 3] = "";
    FILE *file = fopen(path, "re");
    size_t got = file ? fread(line, 1, sizeof line - 1, file) : 0;
    char *name = line + 2 + strspn(line + 2, " \t");

    if (file)
        fclose(file);
    if (got < 3 || strncmp(line, "#!", 2) != 0)
        return NULL;
    return memory_copy_part(name, strcspn(name, " \t\n"));
}

/* Why a program cannot be intercepted; NULL: it can. */
static const char *out_of_reach(const char *path)
{
    struct elf_file file;
    struct stat status;

    if (stat(path, &status) != 0 || elf_file_head(&file, path))
        return NULL; /* execve will report it */
    /* ld.so itself needs nothing either, but has a SONAME */
    int is_static = file.needed_count == 0 && !file.soname;
    elf_file_close(&file);
    if (is_static)
        return "is linked statically: it loads no library that another could replace";
    if (((status.st_mode & S_ISUID) && status.st_uid != getuid()) ||
        ((status.st_mode & S_ISGID) && status.st_gid != getgid()) ||
        (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0))
        return "runs with raised privileges, where LD_LIBRARY_PATH is ignored: put lazynccl run "
               "after it, not before it";
    return NULL;
}

/* Finds the command and what runs it. Returns 0, or a shell's exit status. */
static enum verb_exit check_command(const char *command, char **path, char **runs)
{
    char *program;
    const char *why;
    char *next;

    *path = find_command(command);
    if (!*path && errno == ENOENT)
        return refuse(VERB_NO_COMMAND, command,
                      strchr(command, '/') ? strerror(ENOENT) : "no such command in PATH");
    if (!*path)
        return refuse(VERB_NO_START, command,
                      errno == EISDIR   ? "is a folder"
                      : errno == EACCES ? "may not be executed"
                                        : strerror(errno));
    program = memory_copy(*path);
    for (int i = 0; i < SCRIPTS && (next = interpreter_of(program)); i++) {
        free(program);
        program = next;
    }
    *runs = program;
    why = out_of_reach(program);
    return why ? refuse(VERB_NO_START, program, why) : VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    OWNED(strings) struct strings libs = strings_split(request->libs, ',');
    OWNED(memory) char *path = NULL;

    if (unknown_word(&libs))
        return verb_misuse("run", "no such library", unknown_word(&libs), NULL);
    if (request->count == 0)
        return verb_misuse("run", "no command", NULL, NULL);

    if (request->lazy && request->libs)
        return verb_misuse("run", "--lazy and --libs: give one of them", NULL, NULL);

    OWNED(memory) char *program = NULL;
    OWNED(memory) char *overlay = request->lazy ? NULL : overlay_folder();
    OWNED(memory) char *folders = overlay ? chosen_folders(overlay, &libs) : NULL;
    if (!request->lazy && !folders)
        return refuse(VERB_UNREADABLE, "no drop-ins beside this lazynccl",
                      "install a build with -Ddropin=enabled");
    enum verb_exit status = check_command(request->words[0], &path, &program);
    if (status == VERB_OK && request->record)
        status = run_lazy_record(request->record);
    if (status == VERB_OK && request->lazy)
        status = run_lazy_prepare(request->lazy, program, &folders, &overlay);
    if (status != VERB_OK)
        return status;
    if (strchr(overlay, ':'))
        return refuse(VERB_UNREADABLE, overlay,
                      "has a colon in its name: LD_LIBRARY_PATH cannot say that");
    if (request->lazy) {
        char *absolute = root_absolute("", path); /* by which it finds its site-packages */

        run_lazy_warn(path, program, request->words);
        free(absolute ? path : NULL);
        path = absolute ? absolute : path;
    }
    progress_end();
    if (prepend("LD_LIBRARY_PATH", folders) == 0 && prepend("PYTHONPATH", overlay) == 0)
        execvp(path, request->words);
    return refuse(VERB_NO_START, path,
                  errno == ENOENT ? "names an interpreter that is not there" : strerror(errno));
}

const struct verb verb_run = {
    .name = "run",
    .run = run,
    .summary = "run a program with drop-ins on its library path",
    // clang-format off
    .usage =
"usage: lazynccl run [--libs LIST | --lazy LIST] [--record FILE] -- COMMAND [ARGUMENT...]\n"
"\n"
"Runs a program that was built for NCCL, NVRTC and nvJitLink themselves so that each is loaded at\n"
"its first call, from where the program would have found it. Changes only the program's\n"
"environment: LD_LIBRARY_PATH, and PYTHONPATH for what Python packages load by path. A library\n"
"that is found another way (DT_RPATH, an absolute path) is the real one, as without this.\n"
"LAZYNCCL_DEBUG=1 shows what is found, and where.\n"
"--lazy does so for any of NVIDIA's libraries (\"all\", or names such as cublas) in the Python's wheels,\n"
"CONDA_PREFIX, LD_LIBRARY_PATH or a CUDA toolkit, with stand-ins that it makes in\n"
"XDG_CACHE_HOME/lazynccl; --record appends a line for each that is opened: lazynccl stand-in --except\n"
"@FILE then keeps just these real.\n",
    .examples =
"  lazynccl run -- python train.py\n"
"      with drop-ins of NCCL, NVRTC and nvJitLink\n"
"  lazynccl run --lazy all --record opened -- python serve.py\n"
"      with stand-ins of the whole stack; which are used?\n",
    // clang-format on
    .takes = " --libs --lazy --record",
    .status = "the command's; 126 it cannot be started or intercepted (linked statically, raised\n"
              "privileges), 127 it does not exist; 2 there are no drop-ins, 3 misuse.",
};
