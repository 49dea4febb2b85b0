/* Asks for a library as lazynccl's search and as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/search_result.h"
#include "common/linking/linker.h"
#include "common/text/memory.h"
#include "runtime/search/search.h"
#include "runtime/search/settings.h"
#include <errno.h>

static struct asker asker_of(const struct answer *answer)
{
    return (struct asker){.description = answer->library,
                          .file = &answer->consumer->file,
                          .minimum = answer->minimum,
                          .root = answer->consumer->root};
}

/* Of a place without a file. src/runtime/search/locations.c ends the note on a setting with these
 * words. */
static enum verdict verdict_of_note(const struct lazynccl_candidate *offered)
{
    static const char unset[] = "not set";
    size_t length = offered->note ? strlen(offered->note) : 0;

    if (offered->wrong)
        return VERDICT_REFUSED;
    return length >= strlen(unset) && strcmp(offered->note + length - strlen(unset), unset) == 0
               ? VERDICT_UNSET
               : VERDICT_NONE;
}

static int add(void *context, const struct lazynccl_candidate *offered)
{
    struct answer *answer = context;
    struct asker asker = asker_of(answer);
    struct candidate *candidate = MEMORY_ADD(answer->looks, answer->count);
    char *inside = offered->path ? view_inside(answer->consumer, offered->path) : NULL;

    *candidate = (struct candidate){.place = offered->place, .path = inside};
    if (inside) {
        candidate_read(candidate, &asker, inside);
    } else if (offered->path) {
        candidate->verdict = VERDICT_NONE;
        candidate->outcome = memory_copy(strerror(errno)); /* too many links */
    } else {
        candidate->verdict = verdict_of_note(offered);
        candidate->outcome = memory_copy(offered->note ? offered->note : "");
    }
    return 0; /* on: every other place is to be shown */
}

/* Goes through every place of the search, to its end. */
static void search(struct answer *answer)
{
    struct lazynccl_wanted wanted = {.description = answer->library, .partner = answer->partner};

    if (answer->partner) /* as the runtime does */
        wanted.prefer[wanted.prefers++] = lazynccl_major_of(answer->partner);
    lazynccl_search(&answer->consumer->view, &wanted, add, answer);
}

struct asking {
    const struct answer *answer;
    answer_visit *visit;
    void *context;
    int stop;
};

static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct asking *asking = context;
    struct asker asker = asker_of(asking->answer);
    struct candidate given = {
        .path = memory_copy(path), .place = consumer_via_word(via), .via = via};

    candidate_read(&given, &asker, path);
    if (given.verdict == VERDICT_IS_LAZYNCCL) { /* good for ld.so, of no use to lazynccl */
        free(given.outcome);
        given.outcome = memory_copy("a stand-in, which opens the real one at its first call");
    }
    asking->stop = asking->visit(asking->context, &given);
    return 1;
}

void answer_each_linker(const struct answer *answer, answer_visit *visit, void *context)
{
    const struct elf_file *file = &answer->consumer->file;
    const struct strings needed = {(char **)file->needed, file->needed_count};
    const char *const *sonames = answer->library->sonames;
    struct asking asking = {answer, visit, context, 0};
    int needs = 0;

    for (int i = 0; sonames[i]; i++)
        needs |= strings_has(&needed, sonames[i]);
    for (int i = 0; sonames[i] && !asking.stop; i++)
        if (!needs || strings_has(&needed, sonames[i]))
            linker_each(answer->consumer, sonames[i], take_first, &asking);
}

static int keep_first(void *context, struct candidate *given)
{
    *(struct candidate *)context = *given;
    return 1;
}

struct answer *answer_read(const struct answer *asked)
{
    struct answer *answer = memory_get(1, sizeof *answer);

    *answer = *asked;
    search(answer);
    answer_each_linker(answer, keep_first, &answer->linker);
    return answer;
}

const struct candidate *answer_taken(const struct answer *answer)
{
    for (int i = 0; i < answer->count; i++)
        if (answer->looks[i].verdict == VERDICT_USABLE)
            return &answer->looks[i];
    return NULL;
}

const struct candidate *answer_named(const struct answer *answer)
{
    const struct lazynccl_view *view = &answer->consumer->view;
    const char *value = lazynccl_setting(view, LAZYNCCL_LIBPATH);
    OWNED(strings) struct strings entries = strings_split(value, ':');

    for (int i = 0; i < answer->count; i++)
        if (answer->looks[i].path && strcmp(answer->looks[i].place, "env") == 0 &&
            strings_has(&entries, answer->looks[i].path + strlen(answer->consumer->root)))
            return &answer->looks[i];
    return NULL;
}
