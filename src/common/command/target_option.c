/* Opens the target that a verb examines.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/linking/driver.h"

void target_begin_output(const char *verb, const struct examination *at, const struct table *table)
{
    const char *who = at->machine->target->who;
    OWNED(memory) char *lazynccl = elf_file_lazynccl(&at->machine->target->file);

    json_answer(table->json, verb);
    json_string(table->json, "target", who);
    if (!table->json)
        style_line(table->style, "examining: %s", who);
    if (!table->json && at->machine->target->from && lazynccl)
        style_line(table->style, "contains lazynccl: %s", lazynccl);
}

enum verb_exit target_examine(const char *verb, const struct request *request, verb_work *work,
                              void *context)
{
    const char *why;
    struct facts *facts = facts_open(&request->as, &why);
    OWNED(findings) struct findings findings = {0};

    if (!facts)
        return verb_unreadable(verb, NULL, why);
    facts->machine->newest_cuda = driver_newest_cuda(driver_read(facts));
    struct examination at = {facts->machine, facts, &findings};
    struct style style = options_style(request, facts->machine->target);
    request->table->style = &style;
    enum verb_exit status = work(&at, request, context);
    const struct strings *unreadable = &facts->machine->unreadable;
    for (size_t i = 0; i < unreadable->count; i++)
        safe_error("lazynccl%s%s: cannot look at %s", *verb ? " " : "", verb, unreadable->list[i]);
    /* an unreadable input takes precedence over findings */
    return unreadable->count ? VERB_UNREADABLE : status;
}
