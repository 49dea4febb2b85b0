/* lazynccl run: starts a program with drop-ins in its way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * What stands in the way is a folder for each drop-in, below lib/lazynccl/overlay, in
 * LD_LIBRARY_PATH; and, for what Python packages load by path, a sitecustomize.py in PYTHONPATH
 * that makes use of the same folders. Nothing is written anywhere. */
#define _GNU_SOURCE
#include "library/library.h"
#include "search/folder.h"
#include "tool/command/options.h"
#include "tool/command/verb.h"
#include "tool/files/elf.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define SCRIPTS 4 /* a script's interpreter may be a script; the kernel stops there too */

static enum verb_exit refuse(enum verb_exit status, const char *file, const char *why)
{
    verb_unreadable("run", file, why);
    return status;
}

/* Where the drop-ins are, from where this command is: to be freed; NULL: nowhere. */
static char *overlay_folder(void)
{
    char *self = realpath("/proc/self/exe", NULL), *bin = lazynccl_folder_of(self);
    char *path = bin ? lazynccl_join(bin, "/", LAZYNCCL_OVERLAY) : NULL;
    char *folder = path ? realpath(path, NULL) : NULL;

    free(self);
    free(bin);
    free(path);
    return folder;
}

static int is_chosen(const char *name, const char *libs)
{
    size_t length = strlen(name);

    for (const char *word = libs; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL)
        if (strncmp(word, name, length) == 0 && (word[length] == ',' || word[length] == '\0'))
            return 1;
    return !libs;
}

/* A word of --libs that names no library, or NULL. */
static const char *unknown_word(const char *libs)
{
    for (const char *word = libs; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        size_t length = strcspn(word, ",");
        int known = 0;

        for (int i = 0; i < lazynccl_known_count; i++)
            known |= strlen(lazynccl_known[i].name) == length &&
                     strncmp(lazynccl_known[i].name, word, length) == 0;
        if (!known)
            return word;
    }
    return NULL;
}

/* The list with the folder that a drop-in lies in below the overlay, OVERLAY/SONAME/WHEEL, if it is
 * there. */
static char *add_folder(char *list, const char *overlay, const char *soname, const char *wheel)
{
    char *folder = NULL, *longer = NULL;

    if (asprintf(&folder, "%s/%s/%s", overlay, soname, wheel) < 0)
        return list;
    if (lazynccl_exists(folder))
        longer = list ? lazynccl_join(list, ":", folder) : strdup(folder);
    free(folder);
    if (longer)
        free(list);
    return longer ? longer : list;
}

/* The folders of the drop-ins that were chosen, colon-separated; NULL: there are none. */
static char *chosen_folders(const char *overlay, const char *libs)
{
    char *list = NULL;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->description;

        if (lazynccl_libraries[l]->root != lazynccl_libraries[l] || !is_chosen(is->name, libs))
            continue;
        for (int s = 0; is->sonames[s]; s++)
            for (int w = 0; is->wheels[w]; w++)
                list = add_folder(list, overlay, is->sonames[s], is->wheels[w]);
    }
    return list;
}

/* Puts `first` before what the variable holds. An empty variable is left out: behind a colon it
 * would be the current folder. */
static int put_before(const char *name, const char *first)
{
    const char *now = getenv(name);
    char *both = now && *now ? lazynccl_join(first, ":", now) : strdup(first);
    int failed = both ? setenv(name, both, 1) : -1;

    free(both);
    return failed;
}

/* The file that execvp would start, to be freed; NULL with errno. */
static char *find_command(const char *command)
{
    const char *path = getenv("PATH");
    char *folders = strdup(path ? path : "/bin:/usr/bin"), *found = NULL;
    int error = ENOENT;
    struct stat status;

    if (strchr(command, '/')) {
        found = strdup(command);
        error = access(command, X_OK) != 0                               ? errno
                : stat(command, &status) == 0 && S_ISDIR(status.st_mode) ? EISDIR
                                                                         : 0;
    } else {
        for (char *rest = folders, *folder; error && (folder = strsep(&rest, ":"));) {
            free(found);
            found = lazynccl_join(*folder ? folder : ".", "/", command);
            if (!found || stat(found, &status) != 0 || S_ISDIR(status.st_mode))
                continue;
            error = access(found, X_OK) == 0 ? 0 : EACCES;
        }
    }
    free(folders);
    if (error) {
        free(found);
        found = NULL;
    }
    errno = error;
    return found;
}

/* What the first line of a script names, to be freed; NULL: it is no script. */
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
    return strndup(name, strcspn(name, " \t\n"));
}

/* Why nothing can be put in the way of a program; NULL: it can. */
static const char *out_of_reach(const char *path)
{
    struct elf_file file;
    struct stat status;
    const char *why = NULL;

    if (stat(path, &status) != 0 || elf_file_head(&file, path))
        return NULL; /* execve will say what is wrong with it */
    /* ld.so itself needs nothing either, but has a name */
    if (file.needed_count == 0 && !file.soname)
        why = "is linked statically: it loads no library that another could stand in for";
    else if (((status.st_mode & S_ISUID) && status.st_uid != getuid()) ||
             ((status.st_mode & S_ISGID) && status.st_gid != getgid()) ||
             (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0))
        why = "runs with raised privileges, where LD_LIBRARY_PATH counts for nothing: put lazynccl "
              "run behind it instead of before it";
    elf_file_close(&file);
    return why;
}

/* Finds the command and what it is run by. Returns 0, or a shell's exit status. */
static enum verb_exit check_command(const char *command, char **path)
{
    char *program, *next;
    const char *why;

    *path = find_command(command);
    if (!*path && errno == ENOENT)
        return refuse(VERB_NO_COMMAND, command, "is not there");
    if (!*path)
        return refuse(VERB_NO_START, command,
                      errno == EISDIR   ? "is a folder"
                      : errno == EACCES ? "may not be executed"
                                        : strerror(errno));
    program = strdup(*path);
    for (int i = 0; program && i < SCRIPTS && (next = interpreter_of(program)); i++) {
        free(program);
        program = next;
    }
    why = program ? out_of_reach(program) : NULL;
    if (why)
        refuse(VERB_NO_START, program, why);
    free(program);
    return why ? VERB_NO_START : VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    const char *libs = request->libs;
    char **command = request->words, *path = NULL;

    if (unknown_word(libs))
        return verb_misuse("run", "no such library", unknown_word(libs), NULL);
    if (request->count == 0)
        return verb_misuse("run", "no command", NULL, NULL);

    char *overlay = overlay_folder(), *folders = overlay ? chosen_folders(overlay, libs) : NULL;
    if (!folders || strchr(overlay, ':'))
        return refuse(VERB_UNREADABLE, folders ? overlay : "no drop-ins beside this lazynccl",
                      folders ? "has a colon in its name: LD_LIBRARY_PATH cannot say that"
                              : "install a build with -Ddropin=enabled");
    enum verb_exit status = check_command(command[0], &path);
    if (status == VERB_OK) {
        if (put_before("LD_LIBRARY_PATH", folders) == 0 && put_before("PYTHONPATH", overlay) == 0)
            execvp(path, command);
        status =
            refuse(VERB_NO_START, path,
                   errno == ENOENT ? "names an interpreter that is not there" : strerror(errno));
    }
    free(path);
    free(folders);
    free(overlay);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .run = run,
    .summary = "start a program with drop-ins in its way",
    .usage =
        "usage: lazynccl run [--libs LIST] -- COMMAND [ARGUMENT...]\n"
        "\n"
        "Starts a program that was built for NCCL, NVRTC and nvJitLink themselves so that each is\n"
        "loaded at its first call, from where the program would have had it. Changes nothing but "
        "the\n"
        "program's environment: LD_LIBRARY_PATH, and PYTHONPATH for what Python packages load by "
        "path.\n"
        "What goes another way (DT_RPATH, an absolute path) gets the real library, as without "
        "this.\n"
        "LAZYNCCL_DEBUG=1 shows what is found, and where.\n",
    .takes = TAKES(OPTION_LIBS),
    .status = "the command's; 126 it cannot be started, or nothing can be put in its way (linked\n"
              "statically, raised privileges), 127 it is not there; 2 no drop-ins are\n"
              "there, 3 misuse.",
};
