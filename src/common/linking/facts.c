/* Reads facts once, and knows what each library's search gives.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/facts.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"

/* Of this process: all of them end with it. */
static struct world {
    struct world *before;
    struct consumer consumer;
    struct machine machine;
    struct facts facts;
} * last;

struct facts *facts_open(const struct consumer_choice *choice, const char **why)
{
    struct world *world = memory_get(1, sizeof *world);

    world->before = last;
    last = world;
    world->machine.consumer = &world->consumer;
    world->facts.machine = &world->machine;
    *why = consumer_open(&world->consumer, choice);
    return *why ? NULL : &world->facts;
}

struct facts *facts_plain(const char *root)
{
    const char *why;

    return facts_open(&(struct consumer_choice){.root = root, .no_python = 1}, &why);
}

void *facts_get(struct facts *facts, facts_read *read)
{
    int i = 0;

    while (i < FACTS_KINDS && facts->kinds[i].read && facts->kinds[i].read != read)
        i++;
    if (i == FACTS_KINDS)
        abort();
    if (!facts->kinds[i].read) {
        facts->kinds[i].read = read; /* first: reading one kind may ask for another */
        facts->kinds[i].value = read(facts);
    }
    return facts->kinds[i].value;
}

static const struct answer *answer_to(struct facts *facts, const struct answer *asked)
{
    struct answer **at = &facts->answers;

    while (*at && !((*at)->library == asked->library && (*at)->consumer == asked->consumer &&
                    (*at)->minimum == asked->minimum && (*at)->partner == asked->partner))
        at = &(*at)->next;
    if (!*at)
        *at = answer_read(asked);
    return *at;
}

const struct answer *facts_ask(struct facts *facts, const struct lazynccl_description *library,
                               int minimum, const char *partner)
{
    return answer_to(facts, &(struct answer){.library = library,
                                             .consumer = facts->machine->consumer,
                                             .minimum = minimum,
                                             .partner = partner});
}

const struct answer *facts_unset(struct facts *facts, const char *library)
{
    if (!facts->unset) {
        struct strings left = {0};

        facts->unset = memory_get(1, sizeof *facts->unset);
        *facts->unset = *facts->machine->consumer;
        for (char **entry = facts->unset->environment; *entry; entry++)
            if (strncmp(*entry, "LAZYNCCL_", strlen("LAZYNCCL_")) != 0)
                strings_add(&left, *entry, strlen(*entry));
        *MEMORY_ADD(left.list, left.count) = NULL;
        facts->unset->environment = left.list;
    }
    return answer_to(facts, &(struct answer){.library = nvidia_library(library)->description,
                                             .consumer = facts->unset});
}

const struct answer *facts_answer(struct facts *facts, const char *library)
{
    return facts_ask(facts, nvidia_library(library)->description, 0, NULL);
}

const struct candidate *facts_copy(struct facts *facts, const char *library)
{
    const struct answer *answer = facts_answer(facts, library);
    const struct candidate *taken = answer_taken(answer);

    return taken ? taken : answer->linker.verdict == VERDICT_USABLE ? &answer->linker : NULL;
}
