/* Shared by ask.c and direct.c: runs the verbs in a program's arguments, VERB or VERB=VALUE.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef VERBS_H
#define VERBS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct verb {
    const char *word;
    void (*run)(const char *value); /* the text after the word's "=", or NULL */
};

static void remove_file(const char *path)
{
    if (unlink(path) != 0)
        exit(1);
}

static void rename_to(const char *paths)
{
    char *to = strchr(paths, ':');

    if (!to || (*to++ = '\0', rename(paths, to) != 0))
        exit(1);
}

/* `verbs` ends with a NULL word. Returns the exit status. */
static int run_verbs(const struct verb *verbs, char **words)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (char **word = words + 1; *word; word++) {
        size_t n = strcspn(*word, "=");
        const struct verb *verb = verbs;

        while (verb->word && (strlen(verb->word) != n || strncmp(verb->word, *word, n) != 0))
            verb++;
        if (!verb->word) {
            fprintf(stderr, "%s: unknown verb '%s'\n", words[0], *word);
            return 2;
        }
        verb->run((*word)[n] ? *word + n + 1 : NULL);
    }
    return 0;
}

#endif
