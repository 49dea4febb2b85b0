/* Opens the consumer that a verb looks as, for as long as it works.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"

struct style look_as_style(const struct request *request, const struct consumer *consumer)
{
    struct style style = {
        .color = request->color, .more = request->more, .full_paths = request->full_paths};

    if (!request->full_paths) {
        style.site = consumer ? consumer->sites[0] : NULL;
        style.homes[0] =
            consumer ? consumer->view.variable(&consumer->view, "HOME") : getenv("HOME");
    }
    return style;
}

void look_as_begin(const char *verb, const struct examination *at, const struct table *table)
{
    const char *who = at->machine->consumer->who;

    json_answer(table->json, verb);
    json_string(table->json, "as", who);
    if (!table->json)
        style_line(table->style, "looking as: %s", who);
}

enum verb_exit look_as(const char *verb, const struct request *request, verb_work *work,
                       void *context)
{
    const char *why;
    struct facts *facts = facts_open(&request->as, &why);
    OWNED(findings) struct findings findings = {0};

    if (!facts)
        return verb_unreadable(verb, NULL, why);
    struct examination at = {facts->machine, facts, &findings};
    struct style style = look_as_style(request, facts->machine->consumer);
    request->table->style = &style;
    enum verb_exit status = work(&at, request, context);
    /* that weighs more than what was found */
    return findings_unreadable(facts->machine, verb) ? VERB_UNREADABLE : status;
}
