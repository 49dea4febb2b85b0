/* The command `lazynccl`: finds the verb that is asked for and runs it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "nearest.h"
#include "print.h"
#include "verb.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct verb *const verbs[] = {
    &verb_doctor,
    &verb_explain,
    &verb_env,
    &verb_find,
    &verb_audit,
    &verb_run,
    &verb_symbols,
    &verb_plugin,
};
#define VERB_COUNT (sizeof verbs / sizeof *verbs)

static void print_help(void)
{
    puts("usage: lazynccl VERB [options]\n"
         "       lazynccl               a summary to paste into an issue\n"
         "\n"
         "Looks at files, and loads or runs none of them unless it is asked to.\n");
    for (size_t i = 0; i < VERB_COUNT; i++)
        printf("  %-9s %s\n", verbs[i]->name, verbs[i]->summary);
    puts("\n"
         "lazynccl VERB --help says more; lazynccl --version says which lazynccl this is.\n"
         "Exit status: 0 nothing to complain of, 1 findings, 2 could not look, 3 misuse.");
}

enum verb_exit verb_misuse(const char *verb, const char *what, const char *which)
{
    fprintf(stderr, "lazynccl%s%s: %s", *verb ? " " : "", verb, what);
    if (which) {
        fputs(": ", stderr);
        print_text(stderr, which);
    }
    fprintf(stderr, "; try: lazynccl%s%s --help\n", *verb ? " " : "", verb);
    return VERB_MISUSE;
}

enum verb_exit verb_blind(const char *verb, const char *why)
{
    fprintf(stderr, "lazynccl%s%s: ", *verb ? " " : "", verb);
    print_text(stderr, why);
    fputc('\n', stderr);
    return VERB_BLIND;
}

static int wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return 1;
    return 0;
}

static enum verb_exit unknown_verb(const char *name)
{
    const char *best = NULL;
    int nearest = 3;

    for (size_t i = 0; i < VERB_COUNT; i++) {
        int far = name_distance(name, verbs[i]->name, 2);

        if (far < nearest && far < (int)strlen(name)) {
            nearest = far;
            best = verbs[i]->name;
        }
    }
    if (!best)
        return verb_misuse("", "unknown verb", name);
    fputs("lazynccl: unknown verb: ", stderr);
    print_text(stderr, name);
    fprintf(stderr, "; did you mean %s?\n", best);
    return VERB_MISUSE;
}

static enum verb_exit run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    if (strcmp(name, "--help") == 0) {
        print_help();
        return VERB_OK;
    }
    if (strcmp(name, "--version") == 0) {
        puts("lazynccl " LAZYNCCL_VERSION);
        return VERB_OK;
    }
    for (size_t i = 0; i < VERB_COUNT; i++)
        if (strcmp(name, verbs[i]->name) == 0) {
            if (!wants_help(argc - 1, argv + 1))
                return verbs[i]->run(argc - 1, argv + 1);
            fputs(verbs[i]->help, stdout);
            return VERB_OK;
        }
    if (argc < 2 || *name == '-')
        return verb_summary.run(argc, argv);
    return unknown_verb(name);
}

int main(int argc, char **argv)
{
    enum verb_exit status = run(argc, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "lazynccl: cannot write the answer: %s\n", strerror(errno));
        return VERB_BLIND;
    }
    return (int)status;
}
