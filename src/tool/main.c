/* The command `lazynccl`: finds the verb and runs it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/machine/nvidia.h"
#include "common/machine/python.h"
#include "common/text/nearest.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <limits.h>
#include <unistd.h>

// clang-format off
#define VERBS(X) \
    X(doctor) \
    X(explain) \
    X(find) \
    X(audit) \
    X(run) \
    X(trace) \
    X(standin) \
    X(symbols) \
    X(plugin) \
    X(vendor) \
    X(describe) \
    X(link)
// clang-format on
#define DECLARE(name) extern const struct verb verb_##name;
VERBS(DECLARE)
extern const struct verb verb_summary; /* has no name */

#define ROW(name) &verb_##name,
static const struct verb *const verbs[] = {VERBS(ROW)};
#define VERB_COUNT (sizeof verbs / sizeof *verbs)

static void print_help(void)
{
    puts("usage: lazynccl VERB [OPTION...]\n"
         "       lazynccl [OPTION...]   a summary to paste into an issue\n"
         "\n"
         "Examines files, and loads or runs them only if you ask.\n");
    for (size_t i = 0; i < VERB_COUNT; i++)
        printf("  %-9s %s\n", verbs[i]->name, verbs[i]->summary);
    putchar('\n');
    options_help(&verb_summary);
    puts("\n"
         "lazynccl VERB --help: more about a verb; lazynccl --version: the version.\n"
         "Exit status: 0 no findings, 1 findings, 2 unreadable input, 3 usage error.");
}

/* Prints paragraphs, each beginning with "\n\n". */
static void print_paragraphs(const char *text)
{
    for (const char *end; *text; text = end) {
        text += 2;
        end = strstr(text, "\n\n");
        end = end ? end : strchr(text, '\0');
        OWNED(memory) char *paragraph = memory_copy_part(text, (size_t)(end - text));

        putchar('\n');
        style_fold(0, "", paragraph);
    }
    putchar('\n');
}

static void print_verb_help(const struct verb *verb)
{
    OWNED(memory) char *libraries = nvidia_library_names();
    const char *end = strstr(verb->usage, "\n\n");
    OWNED(memory) char *usage = memory_copy_part(verb->usage, (size_t)(end - verb->usage));

    puts(usage);
    print_paragraphs(end);
    if (strstr(usage, "LIBRARY")) {
        style_fold(0, "LIBRARY: ", libraries);
        putchar('\n');
    }
    options_help(verb);
    printf("\nExamples:\n%s\n", verb->examples);
    style_fold(0, "Exit status: ", verb->status);
}

static enum verb_exit run(int argc, char **argv);

/* Runs a command line whose options come before the verb, as users of git and cargo write it. */
static enum verb_exit run_verb_first(char **argv, char **verb)
{
    char *name = *verb;
    int argc = 1;

    memmove(argv + 2, argv + 1, (size_t)(verb - argv - 1) * sizeof *argv);
    argv[1] = name;
    while (argv[argc])
        argc++;
    return run(argc, argv);
}

/* Resolves --root DIR into `root`, and sets as.root to it; to "" for / and without the option. */
static enum verb_exit resolve_root(const struct verb *verb, struct request *request,
                                   char root[PATH_MAX])
{
    const char *given = request->as.root;

    request->as.root = "";
    if (!given)
        return VERB_OK;
    if (!realpath(given, root))
        return verb_unreadable(verb->name, given, strerror(errno));
    if (!lazynccl_is_folder(root))
        return verb_unreadable(verb->name, given, strerror(ENOTDIR));
    if (strcmp(root, "/") != 0)
        request->as.root = root;
    return VERB_OK;
}

/* Returns 1 if the verb examines a Python, and the command line names no target or root. */
static int needs_python(const struct verb *verb, const struct target_choice *as)
{
    return strstr(verb->takes, "--python") && !as->python && !as->from && !as->pid &&
           !as->no_python && !*as->root;
}

/* Answers a command line. `command` is argv[0]: the default target is the Python beside it. */
static enum verb_exit answer(const struct verb *verb, const char *command, int argc, char **argv)
{
    OWNED(memory) char *python = NULL;
    struct request request;
    enum verb_exit status;
    char root[PATH_MAX];

    if (options_read(&request, verb, argc, argv) != 0)
        return VERB_MISUSE;
    if (verb == &verb_summary && request.count && *request.words[0] != '-')
        return run_verb_first(argv, request.words);
    if (request.help) {
        verb == &verb_summary ? print_help() : print_verb_help(verb);
        return VERB_OK;
    }
    status = resolve_root(verb, &request, root);
    if (status != VERB_OK)
        return status;
    if (needs_python(verb, &request.as)) {
        request.as.python = python = python_beside(command);
        request.is_beside = python != NULL;
    }
    if (request.quiet && !freopen("/dev/null", "w", stdout))
        return verb_unreadable(verb->name, "/dev/null", strerror(errno));
    struct style style = options_style(&request, NULL);
    struct json json = {.to = stdout};
    request.table = &(struct table){.style = &style, .json = request.json ? &json : NULL};
    return verb->run(&request);
}

static enum verb_exit run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "-";
    struct nearest best = {NULL, 3};

    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0 || strcmp(name, "version") == 0) {
        puts("lazynccl " LAZYNCCL_RELEASE);
        return VERB_OK;
    }
    if (strcmp(name, "help") == 0) { /* accepts "help find", as many commands do */
        char *asked[] = {argv[0], argc > 2 ? argv[2] : "--help", "--help", NULL};

        return run(argc > 2 ? 3 : 2, asked);
    }
    for (size_t i = 0; i < VERB_COUNT; i++)
        if (strcmp(name, verbs[i]->name) == 0)
            return answer(verbs[i], argv[0], argc - 1, argv + 1);
    if (*name == '-')
        return answer(&verb_summary, argv[0], argc, argv);
    if (strcmp(name, "env") == 0) {
        safe_error("lazynccl: env was removed; use: lazynccl -v");
        return VERB_MISUSE;
    }
    for (size_t i = 0; i < VERB_COUNT; i++)
        nearest_try(&best, name, verbs[i]->name);
    return verb_misuse("", "unknown verb", name, best.name);
}

int main(int argc, char **argv)
{
    enum verb_exit status = run(argc, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "lazynccl: cannot write the answer: %s\n", strerror(errno));
        return VERB_UNREADABLE;
    }
    return (int)status;
}
