/* Opens as whom a verb looks, for as long as it works.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/command/look_as.h"
#include "tool/files/elf_cache.h"
#include "tool/findings/show.h"

enum verb_exit look_as(const char *verb, const struct request *request, verb_work *work,
                       void *context)
{
    struct consumer consumer;
    struct machine machine = {.consumer = &consumer};
    struct facts facts = {.machine = &machine};
    struct findings findings = {0};
    struct examination at = {&machine, &facts, &findings};
    const char *why = consumer_open(&consumer, &request->as);

    if (why)
        return verb_unreadable(verb, NULL, why);
    enum verb_exit status = work(&at, request, context);
    if (findings_unreadable(&machine, verb))
        status = VERB_UNREADABLE; /* that weighs more than what was found */
    findings_free(&findings);
    facts_free(&facts);
    strings_free(&machine.unreadable);
    consumer_close(&consumer);
    elf_cache_forget();
    return status;
}
