/* Reports a wrong command line, or what cannot be examined.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/verb.h"
#include "common/findings/list.h"
#include "common/text/fold.h"
#include "common/text/memory.h"

enum verb_exit verb_misuse(const char *verb, const char *what, const char *which, const char *meant)
{
    const char *blank = *verb ? " " : "", *colon = which ? ": " : "";
    OWNED(memory)
    char *next = meant ? memory_print("did you mean %s?", meant)
                       : memory_print("try: lazynccl%s%s --help", blank, verb);
    OWNED(memory)
    char *line = memory_print("lazynccl%s%s: %s%s%s; %s", blank, verb, what, colon,
                              which ? which : "", next);

    fold_error(line);
    return VERB_MISUSE;
}

enum verb_exit verb_removed(const char *what, const char *instead)
{
    OWNED(memory) char *line = memory_print("lazynccl: %s was removed; use: %s", what, instead);

    fold_error(line);
    return VERB_MISUSE;
}

enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why)
{
    OWNED(memory)
    char *line = memory_print("lazynccl%s%s: %s%s%s", *verb ? " " : "", verb, what ? what : "",
                              what ? ": " : "", why);

    fold_error(line);
    return VERB_UNREADABLE;
}

enum verb_exit verb_status(const struct findings *findings)
{
    return findings_count(findings) ? VERB_FINDINGS : VERB_OK;
}
