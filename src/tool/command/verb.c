/* Reports a wrong command line, or what cannot be examined.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/command/verb.h"
#include "tool/findings/list.h"
#include "tool/text/progress.h"
#include "tool/text/safe.h"
#include <stdio.h>

enum verb_exit verb_misuse(const char *verb, const char *what, const char *which, const char *meant)
{
    const char *blank = *verb ? " " : "";

    fprintf(stderr, "lazynccl%s%s: %s", blank, verb, what);
    if (which) {
        fputs(": ", stderr);
        safe_print(stderr, which);
    }
    if (meant)
        fprintf(stderr, "; did you mean %s?\n", meant);
    else
        fprintf(stderr, "; try: lazynccl%s%s --help\n", blank, verb);
    return VERB_MISUSE;
}

enum verb_exit verb_unreadable(const char *verb, const char *what, const char *why)
{
    fflush(stdout); /* keeps the two streams in order */
    progress_end();
    fprintf(stderr, "lazynccl%s%s: ", *verb ? " " : "", verb);
    if (what) {
        safe_print(stderr, what);
        fputs(": ", stderr);
    }
    safe_print(stderr, why);
    fputc('\n', stderr);
    return VERB_UNREADABLE;
}

enum verb_exit verb_status(const struct findings *findings)
{
    return findings_count(findings) ? VERB_FINDINGS : VERB_OK;
}
