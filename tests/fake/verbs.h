/* Shared by ask.c and direct.c: runs the verbs in a program's arguments, VERB or VERB=VALUE. */
#ifndef VERBS_H
#define VERBS_H
#include "../libc.h"

struct verb {
    const char *word;
    void (*run)(const char *value); /* the text after the word's "=", or NULL */
};

/* Defines a verb that evaluates the expression after its name, in which `value` is the text. */
#define VERB(name, expression)                                                                     \
    static void name(const char *value)                                                            \
    {                                                                                              \
        (void)value;                                                                               \
        expression;                                                                                \
    }

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

static void *opened; /* by the last of these two */

static void open_with(const char *path, int flags)
{
    opened = dlopen(path, RTLD_NOW | flags);
    if (!opened)
        puts(dlerror());
}

static void open_local(const char *path)
{
    open_with(path, RTLD_LOCAL);
}

static void open_global(const char *path)
{
    open_with(path, RTLD_GLOBAL);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Prints the mapped files with this text in their names, sorted. */
static void mapped(const char *text)
{
    static char line[8192], paths[64][4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    size_t count = 0;

    while (maps && count < 64 && fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/'), *file = strrchr(line, '/');

        if (path && strstr(file, text))
            snprintf(paths[count++], sizeof paths[0], "%s", path);
    }
    fclose(maps);
    qsort(paths, count, sizeof paths[0], by_text);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(paths[i], paths[i - 1]) != 0)
            printf("mapped %s", paths[i]);
}

static const struct verb *verbs_of_program; /* they end with a NULL word */

static void run_verb(const char *word)
{
    size_t n = strcspn(word, "=");
    const struct verb *verb = verbs_of_program;

    while (verb->word && (strlen(verb->word) != n || strncmp(verb->word, word, n) != 0))
        verb++;
    if (!verb->word) {
        fprintf(stderr, "unknown verb '%s'\n", word);
        exit(2);
    }
    verb->run(word[n] ? word + n + 1 : NULL);
}

static int run_verbs(const struct verb *verbs, char **words)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    verbs_of_program = verbs;
    for (char **word = words + 1; *word; word++)
        run_verb(*word);
    return 0;
}

#endif
