/* Reports a wrong command line, or what cannot be examined.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/verb.h"
#include "common/findings/list.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

enum verb_exit verb_misuse(const char *verb, const char *what, const char *which, const char *meant)
{
    const char *blank = *verb ? " " : "", *colon = which ? ": " : "";
    OWNED(memory)
    char *next = meant ? memory_print("did you mean %s?", meant)
                       : memory_print("try: lazynccl%s%s --help", blank, verb);

    safe_error("lazynccl%s%s: %s%s%s; %s", blank, verb, what, colon, which ? which : "", next);
    return VERB_MISUSE;
}

enum verb_exit verb_no_library(const char *verb, const char *what, const char *name)
{
    return verb_misuse(verb, what, name, nvidia_nearest(name));
}

enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why)
{
    safe_error("lazynccl%s%s: %s%s%s", *verb ? " " : "", verb, what ? what : "", what ? ": " : "",
               why);
    return VERB_UNREADABLE;
}

enum verb_exit verb_status(const struct findings *findings)
{
    return findings_has_problem(findings) ? VERB_FINDINGS : VERB_OK;
}
