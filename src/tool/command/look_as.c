/* Opens as whom a verb looks, for as long as it works.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/command/look_as.h"
#include "tool/findings/show.h"
#include "tool/files/elf_cache.h"

enum verb_exit look_as(const char *verb, const struct request *request, verb_work *work,
                       void *context)
{
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    const char *why = consumer_open(&consumer, &request->as);

    if (why)
        return verb_unreadable(verb, NULL, why);
    enum verb_exit status = work(&patient, request, context);
    if (findings_blind(&patient, verb))
        status = VERB_UNREADABLE; /* that weighs more than what was found */
    facts_free(&patient);
    consumer_close(&consumer);
    elf_cache_forget();
    return status;
}
