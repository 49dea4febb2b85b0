/* Writes the trials of a plugin as JUnit XML, which CI systems display.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_junit.h"
#include <errno.h>

/* Writes text as XML. Characters that XML cannot represent become \xNN: control characters, and
 * U+FFFE and U+FFFF. */
static void write_text(FILE *to, const char *text)
{
    static const struct {
        const char *text, *xml;
    } rows[] = {{"&", "&amp;"},
                {"<", "&lt;"},
                {">", "&gt;"},
                {"\"", "&quot;"},
                {"\xef\xbf\xbe", "\\xef\\xbf\\xbe"},
                {"\xef\xbf\xbf", "\\xef\\xbf\\xbf"}};
    OWNED(memory) char *safe = safe_text(text);

    for (const char *at = safe; *at;) {
        size_t row = 0, count = sizeof rows / sizeof *rows;

        while (row < count && strncmp(at, rows[row].text, strlen(rows[row].text)) != 0)
            row++;
        if (row < count)
            fputs(rows[row].xml, to);
        else
            fputc(*at, to);
        at += row < count ? strlen(rows[row].text) : 1;
    }
}

static void write_attribute(FILE *to, const char *name, const char *text)
{
    fprintf(to, " %s=\"", name);
    write_text(to, text);
    fputc('"', to);
}

/* Writes an element with the findings that fail the trial, or with those that --allow or --fail-on
 * excludes from the exit status. Writes nothing if there are none. */
static void write_findings(FILE *to, const struct check *check, const struct transcript *transcript,
                           int fails)
{
    const struct request *asked = check->request->asked;
    const char *element = fails ? "failure" : "system-out", *place;
    int lines = 0;

    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];

        if (!registry_row(line->word) || check_line_fails(asked, transcript, line) != fails)
            continue;
        if (lines++ == 0) {
            fprintf(to, "      <%s", element);
            if (fails)
                fprintf(to, " type=\"%s\"", line->word);
            if (fails)
                write_attribute(to, "message", line->text);
            fputs(">\n", to);
        }
        fputs(!fails && check_allows(asked, line->word) ? "allowed: " : "", to);
        fprintf(to, "%s: ", line->word);
        write_text(to, line->text);
        fputc('\n', to);
    }
    if (fails && (place = transcript_text(transcript, "place"))) {
        fputs("at ", to);
        write_text(to, place);
        fprintf(to, "\nbuild-id: %s\n",
                *check->request->elf->build_id ? check->request->elf->build_id : "none");
    }
    if (lines)
        fprintf(to, "      </%s>\n", element);
}

static void write_time(FILE *to, long milliseconds)
{
    fprintf(to, " time=\"%ld.%03ld\">\n", milliseconds / 1000, milliseconds % 1000);
}

static void write_trial(FILE *to, const struct check *check, const struct transcript *transcript)
{
    const char *why = transcript_text(transcript, "skip");

    fprintf(to, "    <testcase classname=\"%s.v%d\"", transcript->interface->name,
            transcript->version);
    write_attribute(to, "name", transcript->trial->name);
    write_time(to, transcript->milliseconds);
    if (check_trial_fails(check->request->asked, transcript)) {
        write_findings(to, check, transcript, 1);
    } else if (why || check_result_of(transcript) == &check_not_tried) {
        fputs("      <skipped", to);
        write_attribute(to, "message", why ? why : "it was not tried");
        fputs("/>\n", to);
    }
    write_findings(to, check, transcript, 0);
    fputs("    </testcase>\n", to);
}

static void write_version(FILE *to, const struct check *check, const struct check_version *version)
{
    int failures = 0, skipped = 0;
    long milliseconds = 0;

    for (size_t t = 0; t < version->count; t++) {
        const struct transcript *transcript = &version->trials[t];
        const struct check_result *result = check_result_of(transcript);

        milliseconds += transcript->milliseconds;
        if (check_trial_fails(check->request->asked, transcript))
            failures++;
        else if (result == &check_skipped || result == &check_not_tried)
            skipped++;
    }
    fprintf(to,
            "  <testsuite name=\"%s v%d\" tests=\"%zu\" failures=\"%d\" errors=\"0\" "
            "skipped=\"%d\"",
            version->interface->name, version->number, version->count, failures, skipped);
    write_time(to, milliseconds);
    for (size_t t = 0; t < version->count; t++)
        write_trial(to, check, &version->trials[t]);

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
    int failed = ferror(to);
    return fclose(to) != 0 || failed ? memory_print("%s: %s", path, strerror(errno)) : NULL;
}
