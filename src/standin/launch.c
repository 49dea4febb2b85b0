/* Finds the program that runs a command, and the parts that bypass stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/launch.h"
#include "common/files/elf.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define SCRIPTS 4 /* levels of scripts as interpreters; the kernel has the same limit */

/* Returns 0 if execve can start the file, or an errno value. */
static int check_file(const char *path, int *exists)
{
    struct stat status;

    *exists = stat(path, &status) == 0;
    if (!*exists)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    return access(path, X_OK) == 0 ? 0 : EACCES;
}

/* Returns the file that execvp would start, to be freed, or NULL with errno set. */
static char *find_file(const char *command)
{
    const char *path = getenv("PATH");
    int direct = strchr(command, '/') != NULL, error = ENOENT;
    OWNED(strings)
    struct strings folders = strings_split(direct ? "" : path ? path : "/bin:/usr/bin", ':');

    for (size_t i = 0; i < folders.count; i++) {
        const char *folder = *folders.list[i] ? folders.list[i] : ".";
        char *found = direct ? memory_copy(command) : memory_print("%s/%s", folder, command);
        int exists, failed = check_file(found, &exists);

        if (!failed)
            return found;
        free(found);
        if (direct || (exists && failed == EACCES))
            error = failed;
    }
    errno = error;
    return NULL;
}

/* Returns a script's first line without "#!", to be freed, or NULL if it is not a script. */
static char *script_line(const char *path)
{
    char line[PATH_MAX + 3] = "";
    FILE *file = fopen(path, "re");
    size_t got = file ? fread(line, 1, sizeof line - 1, file) : 0;

    if (file)
        fclose(file);
    if (got < 3 || strncmp(line, "#!", 2) != 0)
        return NULL;
    return memory_copy_part(line + 2, strcspn(line + 2, "\n"));
}

/* Returns the interpreter of a script, to be freed, or NULL if it is not a script. */
static char *interpreter_of(const char *path)
{
    OWNED(memory) char *line = script_line(path);
    const char *name = line ? line + strspn(line, " \t") : NULL;

    return name ? memory_copy_part(name, strcspn(name, " \t")) : NULL;
}

/* Returns why a program cannot be intercepted, or NULL if it can. */
static const char *out_of_reach(const char *path)
{
    struct elf_file file;
    struct stat status;

    if (stat(path, &status) != 0 || elf_file_head(&file, path))
        return NULL; /* execve will report it */
    /* ld.so needs nothing either, but it has a SONAME */
    int is_static = file.needed.count == 0 && !file.soname;
    elf_file_close(&file);
    if (is_static)
        return "is linked statically, so it loads no library that could be replaced";
    if (((status.st_mode & S_ISUID) && status.st_uid != getuid()) ||
        ((status.st_mode & S_ISGID) && status.st_gid != getgid()) ||
        (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0))
        return "runs with raised privileges and ignores LD_LIBRARY_PATH: put lazynccl run after "
               "it, not before it";
    return NULL;
}

/* Sets the reason from errno, and returns a shell's exit status. */
static enum verb_exit explain_missing(struct launch *launch, const char *command)
{
    launch->what = command;
    launch->why = strerror(errno);
    if (errno == ENOENT) {
        launch->why = strchr(command, '/') ? launch->why : "no such command in PATH";
        return VERB_NO_COMMAND;
    }
    if (errno == EISDIR)
        launch->why = "is a folder";
    else if (errno == EACCES)
        launch->why = "cannot be executed";
    return VERB_NO_START;
}

enum verb_exit launch_find(struct launch *launch, const char *command)
{
    char *next;

    *launch = (struct launch){.path = find_file(command)};
    if (!launch->path)
        return explain_missing(launch, command);
    launch->program = memory_copy(launch->path);
    for (int i = 0; i < SCRIPTS && (next = interpreter_of(launch->program)); i++) {
        free(launch->program);
        launch->program = next;
    }
    if (strcmp(launch->path, launch->program) == 0 && (next = root_absolute("", launch->path))) {
        free(launch->path);
        launch->path = next;
    }
    launch->what = launch->program;
    launch->why = out_of_reach(launch->program);
    return launch->why ? VERB_NO_START : VERB_OK;
}

void launch_free(struct launch *launch)
{
    free(launch->path);
    free(launch->program);
}

/* Returns an interpreter's arguments: from a script's first line, or else from the command line. */
static struct strings interpreter_words(const char *path, char **words)
{
    OWNED(memory) char *line = script_line(path);
    struct strings all = strings_words(line, " \t");

    for (; !line && *words; words++)
        strings_print(&all, "%s", *words);
    return all;
}

/* Adds a line for each option of Python that bypasses stand-ins. Options end at the first word that
 * is not one; the value of an option may be the next word. */
static void add_options(struct strings *lines, const struct strings *words)
{
    size_t i = 0;

    while (i < words->count && strncmp(strings_base_name(words->list[i]), "python", 6) != 0)
        i++;
    for (i++; i < words->count && words->list[i][0] == '-' && words->list[i][1]; i++) {
        const char *word = words->list[i];
        const char *end = word + strcspn(word, "cmWX");
        const char *found = strpbrk(word, "IES");

        if (word[1] != '-' && found && found < end)
            strings_print(
                lines,
                "python %s ignores PYTHONPATH: libraries that packages load by path stay real",
                word);
        if (word[1] == '-' || *end == 'c' || *end == 'm')
            break;
        if (*end && !end[1])
            i++;
    }
}

struct strings launch_bypasses(const struct launch *launch, char **words)
{
    OWNED(strings) struct strings list = interpreter_words(launch->path, words);
    struct strings lines = {0};
    struct elf_file file;

    add_options(&lines, &list);
    if (elf_file_head(&file, launch->program))
        return lines;
    if (file.rpath)
        strings_print(&lines,
                      "%s has the search path %s (DT_RPATH), which precedes LD_LIBRARY_PATH: "
                      "libraries in it stay real",
                      launch->program, file.rpath);
    for (size_t i = 0; i < file.needed.count; i++)
        if (strchr(file.needed.list[i], '/'))
            strings_print(&lines, "%s needs %s by path: this library stays real", launch->program,
                          file.needed.list[i]);
    elf_file_close(&file);
    return lines;
}
