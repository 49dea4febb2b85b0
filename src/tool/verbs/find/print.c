/* Prints what `find` found out: the two answers, then every other place in the search's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/verbs/find/print.h"
#include "search/file_version.h"
#include "search/folder.h"
#include "tool/findings/show.h"
#include <stdlib.h>
#include <string.h>

#define WIDEST 60 /* a folder that is longer puts only its own line out of order */

int safe_columns(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* What there is to see of a path: the folder alone, if the file bears its usual name. To be freed.
 */
static char *place_of(const struct table *table, const struct answer *answer, const char *path)
{
    const char *inside = machine_shown(table->at->machine, path), *name = strrchr(inside, '/');
    int usual = 0;

    for (int i = 0; name && answer->is->sonames[i]; i++)
        usual |= strcmp(name + 1, answer->is->sonames[i]) == 0;
    if (!usual || table->manner->full_paths || name == inside)
        return style_path(table->manner, inside);
    char *folder = strndup(inside, (size_t)(name - inside));
    char *text = folder ? style_path(table->manner, folder) : NULL;
    free(folder);
    return text;
}

static const char *version_of(const struct answer *answer, const struct candidate *look,
                              char text[LAZYNCCL_VERSION_TEXT])
{
    return look->version ? lazynccl_version_text(answer->is, look->version, text) : "?";
}

static void widen(int *width, const char *text, int most)
{
    int here = safe_columns(text);

    *width = here > *width && here <= most ? here : *width;
}

static void measure(struct table *table, const struct answer *answer, const struct candidate *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    if (!look || !look->path)
        return;
    char *folder = place_of(table, answer, look->path);
    widen(&table->versions, version_of(answer, look, version), WIDEST);
    widen(&table->folders, folder ? folder : "", WIDEST);
    widen(&table->places, look->place, WIDEST);
    free(folder);
}

static void print_cell(const char *text, int width)
{
    int pad = width - safe_columns(text);

    safe_print(stdout, text);
    printf("%*s", pad > 0 ? pad : 0, "");
}

static void print_proof(const struct answer *answer, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    fputs(proof->failed ? "   does not load: " : "   loads as ", stdout);
    safe_print(stdout, proof->failed ? proof->failed
                                     : lazynccl_version_text(answer->is, proof->version, version));
}

void table_look(const struct table *table, const struct answer *answer, const char *who,
                const struct candidate *look, const char *where, const char *outcome,
                const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    printf("%-9s ", who);
    if (!look || !look->path) {
        puts("nothing");
        return;
    }
    char *folder = place_of(table, answer, look->path);
    int more = *where || *outcome || proof;

    print_cell(version_of(answer, look, version), table->versions);
    fputs("  ", stdout);
    print_cell(folder ? folder : "", more ? table->folders : 0);
    free(folder);
    if (more) {
        fputs("   ", stdout);
        print_cell(where, *outcome || proof ? table->places : 0);
    }
    if (*outcome) {
        fputs("   ", stdout);
        style_print_path(table->manner, outcome);
    }
    if (proof)
        print_proof(answer, proof);
    putchar('\n');
}

void find_print(const struct examination *at, const struct result *results, int count,
                const struct style *manner)
{
    struct table table = {.at = at, .manner = manner};
    char counted[FINDINGS_COUNTED];

    for (int r = 0; r < count; r++) {
        measure(&table, &results[r].answer, &results[r].answer.linker);
        measure(&table, &results[r].answer, answer_taken(&results[r].answer));
        for (int i = 0; manner->more && i < results[r].answer.count; i++)
            measure(&table, &results[r].answer, &results[r].answer.looks[i]);
    }
    look_as_print(manner, at->machine->consumer);
    for (int r = 0; r < count; r++) {
        const struct answer *answer = &results[r].answer;
        const struct candidate *mine = answer_taken(answer), *theirs = &answer->linker;

        printf("%-10s ", answer->is->name);
        table_look(&table, answer, "ld.so", theirs, theirs->path ? theirs->place : "",
                   theirs->path ? theirs->outcome : "",
                   results[r].proved ? &results[r].linker : NULL);
        printf("%*s", TABLE_INDENT, "");
        table_look(&table, answer, "lazynccl", mine, mine ? mine->place : "",
                   mine ? mine->outcome : "", results[r].proved ? &results[r].taken : NULL);
        find_places(&table, answer);
    }
    findings_print(at->findings, manner);
    findings_counted(at->findings, counted);
    if (*counted)
        puts(counted);
}
