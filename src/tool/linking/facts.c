/* Reads facts once, and knows what each library's search gives.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/linking/facts.h"
#include <stdlib.h>
#include <string.h>

void *facts_get(struct facts *facts, const struct facts_kind *kind)
{
    int i = 0;

    while (i < FACTS_KINDS && facts->read[i].kind && facts->read[i].kind != kind)
        i++;
    if (i == FACTS_KINDS)
        abort();
    if (!facts->read[i].kind) {
        facts->read[i].kind = kind; /* first: reading one kind may ask for another */
        facts->read[i].value = kind->read(facts);
    }
    return facts->read[i].value;
}

void facts_free(struct facts *facts)
{
    for (int i = 0; i < FACTS_KINDS && facts->read[i].kind; i++)
        facts->read[i].kind->free(facts->read[i].value);
    *facts = (struct facts){0};
}

static void *begin_answers(struct facts *facts)
{
    struct answer *answers = calloc((size_t)lazynccl_libraries_count, sizeof *answers);

    (void)facts;
    if (!answers)
        abort();
    return answers;
}

static void free_answers(void *value)
{
    struct answer *answers = value;

    for (int i = 0; i < lazynccl_libraries_count; i++)
        answer_free(&answers[i]);
    free(answers);
}

const struct answer *facts_answer(struct facts *facts, const char *library)
{
    static const struct facts_kind kind = {begin_answers, free_answers};
    struct answer *answers = facts_get(facts, &kind);

    for (int i = 0; i < lazynccl_libraries_count; i++) {
        struct answer *answer = &answers[i];

        if (strcmp(lazynccl_libraries[i]->description->name, library) != 0)
            continue;
        if (!answer->library) {
            answer->library = lazynccl_libraries[i]->description;
            answer->consumer = facts->machine->consumer;
            answer_search(answer);
            answer_linker(answer);
        }
        return answer;
    }
    abort();
}

const struct candidate *facts_copy(struct facts *facts, const char *library)
{
    const struct answer *answer = facts_answer(facts, library);
    const struct candidate *taken = answer_taken(answer);

    return taken ? taken : answer->linker.verdict == VERDICT_USABLE ? &answer->linker : NULL;
}
