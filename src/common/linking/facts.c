/* Opens targets, and keeps the result of each library's search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/facts.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"

/* A target with all facts about it. Sessions live as long as this process. */
static struct session {
    struct session *before;
    struct target target;
    struct machine machine;
    struct facts facts;
} * last;

struct facts *facts_open(const struct target_choice *choice, const char **why)
{
    struct session *session = memory_get(1, sizeof *session);

    session->before = last;
    last = session;
    session->machine.target = &session->target;
    session->facts.machine = &session->machine;
    *why = target_open(&session->target, choice);
    return *why ? NULL : &session->facts;
}

struct facts *facts_plain(const char *root)
{
    const char *why;

    return facts_open(&(struct target_choice){.root = root, .no_python = 1}, &why);
}

static const struct search_result *search_result_for(struct facts *facts,
                                                     const struct search_result *asked)
{
    struct search_result **at = &facts->results;

    while (*at && !((*at)->library == asked->library && (*at)->target == asked->target &&
                    (*at)->minimum == asked->minimum && (*at)->partner == asked->partner))
        at = &(*at)->next;
    if (!*at)
        *at = search_result_read(asked);
    return *at;
}

const struct search_result *facts_ask(struct facts *facts,
                                      const struct lazynccl_description *library, int minimum,
                                      const char *partner)
{
    return search_result_for(facts, &(struct search_result){.library = library,
                                                            .target = facts->machine->target,
                                                            .minimum = minimum,
                                                            .partner = partner});
}

const struct search_result *facts_unset(struct facts *facts, const char *library)
{
    if (!facts->unset) {
        struct strings left = {0};

        facts->unset = memory_get(1, sizeof *facts->unset);
        *facts->unset = *facts->machine->target;
        for (char **entry = facts->unset->environment; *entry; entry++)
            if (strncmp(*entry, "LAZYNCCL_", strlen("LAZYNCCL_")) != 0)
                strings_add(&left, *entry, strlen(*entry));
        *MEMORY_ADD(left.list, left.count) = NULL;
        facts->unset->environment = left.list;
    }
    return search_result_for(
        facts, &(struct search_result){.library = nvidia_library(library)->description,
                                       .target = facts->unset});
}

const struct search_result *facts_search_result(struct facts *facts, const char *library)
{
    return facts_ask(facts, nvidia_library(library)->description, 0, NULL);
}

const struct candidate *facts_copy(struct facts *facts, const char *library)
{
    const struct search_result *result = facts_search_result(facts, library);
    const struct candidate *taken = search_result_taken(result);

    if (!taken && result->linker.verdict == VERDICT_USABLE)
        return &result->linker;
    return taken;
}
