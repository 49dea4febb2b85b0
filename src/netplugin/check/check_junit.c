/* Writes the trials of a plugin as JUnit's XML, which CI systems show.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_junit.h"
#include <errno.h>

/* Text in XML; control characters, which it cannot have, become question marks. */
static void write_text(FILE *to, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;

        if (name)
            fputs(name, to);
        else
            fputc((unsigned char)*text < ' ' && *text != '\n' ? '?' : *text, to);
    }
}

static void write_attribute(FILE *to, const char *name, const char *text)
{
    fprintf(to, " %s=\"", name);
    write_text(to, text);
    fputc('"', to);
}

/* The first line that fails the trial; NULL: none does. */
static const struct transcript_line *failure(const struct check *check,
                                             const struct transcript *transcript)
{
    for (size_t i = 0; i < transcript->count; i++) {
        const struct finding_row *row = registry_row(transcript->list[i].word);

        if (row && check_fails(check->request->asked, row))
            return &transcript->list[i];
    }
    return NULL;
}

static void write_trial(FILE *to, const struct check *check, const struct check_version *version,
                        int trial)
{
    const struct transcript *transcript = &version->trials[trial];
    const struct transcript_line *wrong = failure(check, transcript);
    const char *why = transcript_text(transcript, "skip");

    fprintf(to, "    <testcase classname=\"%s.v%d\"", version->interface->name, version->number);
    write_attribute(to, "name", trials_list[trial].name);
    fputs(">\n", to);
    if (wrong) {
        fprintf(to, "      <failure type=\"%s\"", wrong->word);
        write_attribute(to, "message", wrong->text);
        fputs("/>\n", to);
    } else if (why || check_result_of(transcript) == &check_not_tried) {
        fputs("      <skipped", to);
        write_attribute(to, "message", why ? why : "it was not tried");
        fputs("/>\n", to);
    }
    fputs("    </testcase>\n", to);
}

static void write_version(FILE *to, const struct check *check, const struct check_version *version)
{
    int tests = 0, failures = 0, skipped = 0;

    for (int t = 0; t < trials_count; t++) {
        const struct check_result *result = check_result_of(&version->trials[t]);
        int wrong = failure(check, &version->trials[t]) != NULL;

        if (!check_wants(check, version, &trials_list[t]))
            continue;
        tests++;
        failures += wrong;
        skipped += !wrong && (result == &check_skipped || result == &check_not_tried);
    }
    fprintf(to,
            "  <testsuite name=\"%s v%d\" tests=\"%d\" failures=\"%d\" errors=\"0\" "
            "skipped=\"%d\">\n",
            version->interface->name, version->number, tests, failures, skipped);
    for (int t = 0; t < trials_count; t++)
        if (check_wants(check, version, &trials_list[t]))
            write_trial(to, check, version, t);
    fputs("  </testsuite>\n", to);
}

const char *check_junit_write(const struct check *check)
{
    const char *path = check->request->asked->junit;
    FILE *to = fopen(path, "we");

    if (!to)
        return memory_print("%s: %s", path, strerror(errno));
    fputs(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lazynccl plugin check\">\n",
        to);
    for (size_t i = 0; i < check->count; i++)
        write_version(to, check, &check->versions[i]);
    fputs("</testsuites>\n", to);
    int failed = ferror(to) || fflush(to) != 0;
    failed |= fclose(to) != 0;
    return failed ? memory_print("%s: %s", path, strerror(errno)) : NULL;
}
