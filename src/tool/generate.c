/* lazynccl vendor, describe and link: run the generator that is installed with this command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It is in Python, and needs one that reads TOML: that beside this command, where a virtual
 * environment has its own, or python3 in PATH. */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/machine/machine.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int reads_toml(char *python)
{
    char *words[] = {python, "-c", "import tomllib", NULL};
    posix_spawn_file_actions_t quiet;
    pid_t pid;
    int status = -1;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, python, &quiet, NULL, words, environ) == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    posix_spawn_file_actions_destroy(&quiet);
    return status == 0;
}

/* The folder of the generator; NULL if it is not installed, after a line that says so. */
static char *find_generator(const char *job)
{
    OWNED(memory) char *self = machine_command();
    OWNED(memory) char *bin = memory_folder(self);
    OWNED(memory) char *path = memory_print("%s/%s", bin ? bin : "", LAZYNCCL_GENERATOR);
    char *generator = realpath(path, NULL);

    if (!generator)
        verb_unreadable(job, path, "the generator is not there: install lazynccl");
    return generator;
}

/* Becomes the generator, with these words after its own; returns if it cannot. */
static enum verb_exit generate(const char *job, const struct strings *words)
{
    OWNED(memory) char *self = machine_command();
    OWNED(memory) char *bin = memory_folder(self);
    OWNED(memory) char *beside = memory_print("%s/python3", bin ? bin : "");
    OWNED(memory) char *generator = find_generator(job);
    char *pythons[] = {beside, "python3", NULL};
    char **line = memory_get(words->count + 5, sizeof *line);
    int i = 0;

    if (!generator)
        return VERB_UNREADABLE;
    while (pythons[i] && !reads_toml(pythons[i]))
        i++;
    if (!pythons[i])
        return verb_unreadable(job, NULL,
                               "no Python 3.11 or newer: neither beside this command, "
                               "nor python3 in PATH");
    line[0] = pythons[i];
    line[1] = "-B"; /* no __pycache__ beside it */
    line[2] = generator;
    memcpy(&line[3], (const char *[]){job}, sizeof job);
    if (words->count)
        memcpy(&line[4], words->list, words->count * sizeof *words->list);
    setenv("LAZYNCCL_TOOL", self, 1); /* which reads libraries */
    execvp(pythons[i], line);
    return verb_unreadable(job, pythons[i], strerror(errno));
}

static enum verb_exit run(const struct request *request, const char *job, const char *wants)
{
    OWNED(strings) struct strings words = {0};

    if (!request->check && (request->count < 1 || !request->out))
        return verb_misuse(job, wants, NULL, NULL);
    if (request->check) {
        strings_print(&words, "--check");
        strings_print(&words, "%s", request->check);
    }
    for (size_t i = 0; i < request->passed.count; i++)
        strings_print(&words, "%s", request->passed.list[i]);
    if (request->only) {
        strings_print(&words, "--only");
        strings_print(&words, "%s", request->only);
    }
    for (int i = 0; i < request->count; i++)
        strings_print(&words, "%s", request->words[i]);
    if (!request->check) {
        strings_print(&words, "-o");
        strings_print(&words, "%s", request->out);
    }
    return generate(job, &words);
}

static enum verb_exit run_vendor(const struct request *request)
{
    return run(request, "vendor", "wants a library and -o DIR");
}

static enum verb_exit run_describe(const struct request *request)
{
    return run(request, "describe", "wants headers, a library and -o NAME.toml");
}

static enum verb_exit run_link(const struct request *request)
{
    if (request->count || request->out)
        return run(request, "link", "wants libraries and -o DIR, or nothing");
    OWNED(memory) char *generator = find_generator("link");

    if (!generator)
        return VERB_UNREADABLE;
    printf("%s/link/wrapper\n", generator);
    return VERB_OK;
}

// clang-format off
const struct verb verb_vendor = {
    .name = "vendor",
    .run = run_vendor,
    .summary = "write lazynccl.c and lazynccl.h for a tree of your own",
    .usage =
"usage: lazynccl vendor LIBRARY|FILE.toml|FILE.so... -o DIR [OPTION...]\n"
"       lazynccl vendor --check DIR [FILE...]\n"
"\n"
"Writes two C files: for these libraries, or for those that stubs of your own describe. Compile\n"
"lazynccl.c into your program or library in place of linking them. FILE.so is a library without a\n"
"stub: a call of a function that is absent stops the program. --check compares the files in DIR\n"
"with what this release generates by the command in their first lines. Needs Python 3.11.\n",
    .examples =
"  lazynccl vendor nccl -o third_party/lazynccl\n"
"      two files in place of -lnccl\n"
"  lazynccl vendor /usr/lib/libz.so.1 --only main.o -o z\n"
"      the functions of zlib that main.o needs, without a header\n"
"  lazynccl vendor curl.toml --versions-from /usr/lib/libcurl.so.4 -o curl\n"
"      binds to the symbol versions of the library of this machine\n",
    .takes = " -o --check --machine --only --priority --versions-from",
    .status = "0 written, 1 a stub is wrong, or a file cannot be written, or differs; 2 no\n"
              "Python 3.11, or nothing to compare; 3 misuse.",
    .out = "the folder to write into, which may be a new one",
};

const struct verb verb_describe = {
    .name = "describe",
    .run = run_describe,
    .summary = "write a stub of any C library, for vendor",
    .usage =
"usage: lazynccl describe HEADER... FILE.so -o NAME.toml [OPTION...]\n"
"\n"
"Makes a stub of a C library from its headers and its file: the functions that the file exports\n"
"and the headers declare. What is left out is printed with its reason. What a call returns without\n"
"the library is a proposal, for you to review: all else prints why and aborts. Needs Python 3.11\n"
"with libclang, and a C compiler: pip install 'lazynccl[describe]'.\n",
    .examples =
"  lazynccl describe zlib.h libz.so.1 -o zlib.toml\n"
"      a stub of zlib, to review and to vendor\n",
    .takes = " -o -I -D --pass --fail --name --target",
    .status = "0 written, 1 an input is wrong, 2 no Python 3.11, 3 misuse.",
    .out = "the stub to write, a file",
};

const struct verb verb_link = {
    .name = "link",
    .run = run_link,
    .summary = "print the folder of the linker that makes libraries lazy",
    .usage =
"usage: lazynccl link\n"
"       lazynccl link FILE.so... -o DIR\n"
"\n"
"Prints a folder for -B of gcc and clang. A program that is linked through the linkers in it opens the\n"
"libraries of LAZY_LIBS (LAZY_LIBS=z,selinux), or those of -Wl,-lazy-lNAME, at its first call of them.\n"
"The build files of the program do not change. LAZY_FALLBACKS names folders with a NAME.toml for each\n"
"library: what calls return if the library is absent. Needs Python 3.11 as python3, or in LAZY_PYTHON.\n"
"\n"
"With libraries, writes a folder for LDFLAGS=-LDIR instead: an archive in place of each library, with all\n"
"of its functions. Only -lNAME takes these; the linkers above make smaller programs.\n",
    .examples =
"  lazynccl link\n"
"      as in LAZY_LIBS=z,selinux make CC=\"gcc -B$(lazynccl link)\"\n"
"  lazynccl link /usr/lib/libz.so.1 -o lazy\n"
"      as in make LDFLAGS=-Llazy\n",
    .takes = " -o",
    .status = "0 printed or written, 1 a library cannot be lazy, 2 no Python 3.11, 3 misuse.",
    .out = "the folder to write archives into",
};
// clang-format on
