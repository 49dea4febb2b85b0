/* lazynccl vendor, describe and link: run the generator that is installed with this command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The generator needs a Python that can parse TOML. This is the python3 beside the command, as in a
 * virtual environment, or else the first python3 in PATH. */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/machine/machine.h"
#include "common/text/memory.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int reads_toml(char *python)
{
    char *words[] = {python, "-c", "import tomllib", NULL};
    posix_spawn_file_actions_t quiet;
    pid_t pid;
    int status = -1;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addclose(&quiet, STDERR_FILENO);
    if (posix_spawnp(&pid, python, &quiet, NULL, words, environ) == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    posix_spawn_file_actions_destroy(&quiet);
    return status == 0;
}

/* Returns the folder of the generator. If it is not installed, prints an error and returns NULL. */
static char *find_generator(const char *job)
{
    OWNED(memory) char *self = machine_command();
    OWNED(memory) char *bin = memory_folder(self);
    OWNED(memory) char *path = memory_print("%s/%s", bin ? bin : "", LAZYNCCL_GENERATOR);
    char *generator = realpath(path, NULL);

    if (!generator)
        verb_unreadable(job, path, "the generator is missing: install lazynccl");
    return generator;
}

/* Executes the generator with these arguments; returns only if that fails. */
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
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, Python cannot learn how its children ended */
    while (pythons[i] && !reads_toml(pythons[i]))
        i++;
    if (!pythons[i])
        return verb_unreadable(job, NULL,
                               "no Python 3.11 or newer: neither beside this command, "
                               "nor python3 in PATH");
    line[0] = pythons[i];
    line[1] = "-B"; /* do not leave __pycache__ in the installation */
    line[2] = generator;
    memcpy(&line[3], (const char *[]){job}, sizeof job);
    if (words->count)
        memcpy(&line[4], words->list, words->count * sizeof *words->list);
    execvp(pythons[i], line);
    return verb_unreadable(job, pythons[i], strerror(errno));
}

static void add_option(struct strings *words, const char *option, const char *value)
{
    if (!value)
        return;
    strings_print(words, "%s", option);
    strings_print(words, "%s", value);
}

static enum verb_exit run(const struct request *request, const char *job, int least,
                          const char *wants)
{
    OWNED(strings) struct strings words = {0};

    if (!request->check && (request->count < least || !request->out))
        return verb_misuse(job, wants, NULL, NULL);
    add_option(&words, "--check", request->check);
    for (size_t i = 0; i < request->passed.count; i++)
        strings_print(&words, "%s", request->passed.list[i]);
    add_option(&words, "--only", request->only);
    for (int i = 0; i < request->count; i++)
        strings_print(&words, "%s", request->words[i]);
    add_option(&words, "-o", request->check ? NULL : request->out);
    return generate(job, &words);
}

static enum verb_exit run_vendor(const struct request *request)
{
    return run(request, "vendor", 1, "wants a library and -o DIR");
}

static enum verb_exit run_describe(const struct request *request)
{
    return run(request, "describe", 2, "wants headers, a library and -o NAME.toml");
}

static enum verb_exit run_link(const struct request *request)
{
    if (request->count || request->out || request->check)
        return run(request, "link", 1, "wants libraries and -o DIR, or nothing");
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
    .summary = "write a lazy loader for your project, as two C files",
    .usage =
"usage: lazynccl vendor LIBRARY|FILE.toml|FILE.so... -o DIR [OPTION...]\n"
"       lazynccl vendor --check DIR... [FILE...]\n"
"\n"
"Writes a lazy loader for these libraries, as two C files.\n"
"\n"
"Compile lazynccl.c into your program or library instead of linking the libraries. FILE.toml is a\n"
"stub; FILE.so is a library without a stub, whose absent functions stop the program, unless --absent,\n"
"--reason or --null say what they return: a path, or a name as in cc -l:libz.so.1. --check compares the files in DIR with what this release generates by\n"
"the command in their first lines. Needs Python 3.11.\n",
    .examples =
"  lazynccl vendor nccl -o third_party/lazynccl\n"
"      two files in place of -lnccl\n"
"  lazynccl vendor libz.so.1 --only main.o -o z\n"
"      the functions of zlib that main.o needs, without a header\n"
"  lazynccl vendor nvml --declare -o nvml\n"
"      also prototypes and enums, so that NVML's header is not needed\n"
"  lazynccl vendor curl.toml --versions-from libcurl.so.4 -o curl\n"
"      binds to the symbol versions of the library of this machine\n"
"  lazynccl vendor --generator cudart --search soname -o tools\n"
"      python3 tools/gen vendor cudart -o DIR writes the files during your build\n",
    .takes = " -o --check --declare --def --rust --no-calls --machine --only --absent --reason --null --open"
             " --priority --prefix --search --cuda --complete --optional --versions-from --generator",
    .status = "0 written, or no difference; 1 a wrong stub, an unwritable file, or a\n"
              "difference; 2 no Python 3.11, or no file to compare; 3 usage error.",
    .out = "the folder to write into, which may be a new one",
};

const struct verb verb_describe = {
    .name = "describe",
    .run = run_describe,
    .summary = "describe any C library in a stub, for vendor",
    .usage =
"usage: lazynccl describe HEADER... FILE.so -o NAME.toml [OPTION...]\n"
"\n"
"Describes a C library in a stub, from its headers and its file.\n"
"\n"
"The stub contains the functions that the file exports and the headers declare; each function that\n"
"is left out is printed with the reason. Fallback values are proposals for you to review: an absent\n"
"function without one prints the reason and stops the program. Needs Python 3.11 with libclang, and\n"
"a C compiler: pip install 'lazynccl[describe]'.\n",
    .examples =
"  lazynccl describe zlib.h libz.so.1 -o zlib.toml\n"
"      a stub of zlib, to review and to vendor\n",
    .takes = " -o -I -D --declare --pass --fail --name --target",
    .status = "0 written, 1 a wrong input, 2 no Python 3.11 or libclang, 3 usage error.",
    .out = "the stub to write, a file",
};

const struct verb verb_link = {
    .name = "link",
    .run = run_link,
    .summary = "print the folder of the linker that makes libraries lazy",
    .usage =
"usage: lazynccl link\n"
"       lazynccl link FILE.so... -o DIR\n"
"       lazynccl link --check PROGRAM...\n"
"\n"
"Makes libraries lazy without changing any file of the build.\n"
"\n"
"Prints a folder for COMPILER_PATH, or for -B of gcc and clang. A program that is linked through the\n"
"linkers in it opens the libraries of LAZY_LIBS (LAZY_LIBS=z,selinux), or of -Wl,-lazy-lNAME, at the\n"
"first call, or at the start if that is safer. LAZY_FALLBACKS names folders with a NAME.toml for each\n"
"library, with the values that calls return if the library is absent. --check lists the programs\n"
"that still need a library of LAZY_LIBS. Needs Python 3.11 as python3, or in LAZY_PYTHON.\n"
"\n"
"Given libraries, writes a folder for LDFLAGS=-LDIR instead: an archive for each library, with all\n"
"functions. Only -lNAME finds these archives; the linkers above make smaller programs.\n",
    .examples =
"  lazynccl link\n"
"      as in COMPILER_PATH=$(lazynccl link) LAZY_LIBS=z,selinux make\n"
"  lazynccl link libz.so.1 -o lazy\n"
"      as in make LDFLAGS=-Llazy\n",
    .takes = " -o --check",
    .status = "0 printed, written or no finding; 1 a library cannot be lazy, or a finding; 2 no Python\n"
              "3.11; 3 usage error.",
    .out = "the folder to write archives into",
};
// clang-format on
