/* How the trials of a plugin went, and which findings count.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_result.h"

const struct check_result check_passed = {"passed", "ok", NULL},
                          check_warned = {"warned", "warn", STYLE_WARNING},
                          check_failed = {"failed", "no", STYLE_ERROR},
                          check_skipped = {"skipped", "-", STYLE_EVIDENCE},
                          check_not_tried = {"not tried", "?", STYLE_EVIDENCE};

const struct check_result *check_result_of(const struct transcript *transcript)
{
    return !transcript->said                         ? &check_not_tried
           : transcript->result == TRANSCRIPT_FAILED ? &check_failed
           : transcript_text(transcript, "skip")     ? &check_skipped
           : transcript->result == TRANSCRIPT_WARNED ? &check_warned
           : transcript_text(transcript, "end")      ? &check_passed
                                                     : &check_not_tried;
}

int check_wants(const struct check *check, const struct check_version *version,
                const struct trial *trial)
{
    int start = (trial->how & TRIAL_START) != 0, replay = (trial->how & TRIAL_REPLAY) != 0;

    return strcmp(trial->kind, version->interface->name) == 0 &&
           (start || replay == (check->recording.head != NULL));
}

int check_fails(const struct request *asked, const struct finding_row *row)
{
    const char *allowed = asked->allow;
    size_t length = strlen(row->id);

    for (; allowed && *allowed; allowed += strcspn(allowed, ","), allowed += *allowed == ',')
        if (strncmp(allowed, row->id, length) == 0 && (!allowed[length] || allowed[length] == ','))
            return 0;
    return row->severity == ERROR ||
           (row->severity == WARNING && !(asked->fail_on && strcmp(asked->fail_on, "error") == 0));
}
