/* Shows the results of the trials and what they mean for each NCCL release.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_show.h"

#define TRIAL_COLUMNS 13  /* width of a trial's name in the table of trials */
#define VERSION_COLUMNS 5 /* width of a version's column there */

/* Returns the line that says why a trial was skipped, or a remark about it, or NULL. */
static const struct transcript_line *reason_of(const struct transcript *transcript)
{
    for (size_t i = 0; i < transcript->count; i++)
        if (strcmp(transcript->list[i].word, "skip") == 0 ||
            strcmp(transcript->list[i].word, "about") == 0)
            return &transcript->list[i];
    return NULL;
}

/* Returns the reasons, each with its versions if there are several. The caller frees the text. */
static char *reasons_of(const struct check *check, size_t first, size_t end, size_t trial)
{
    const struct check_version *versions = &check->versions[first];
    OWNED(strings) struct strings reasons = {0}, named = {0};
    char list[PLUGIN_VERSIONS_TEXT];

    for (size_t i = 0; i < end - first; i++) {
        const struct transcript *transcript = &versions[i].trials[trial];
        const struct transcript_line *why = reason_of(transcript);
        unsigned same = why ? transcript_versions(versions->trials, (end - first) * versions->count,
                                                  transcript, why)
                            : 0;

        if (!same)
            continue;
        strings_print(&reasons, "%s", why->text);
        strings_print(&named, "%s: %s", plugin_interface_versions_text(same, list), why->text);
    }
    return strings_join(reasons.count > 1 ? &named : &reasons, "; ");
}

/* Prints one row of the table. Reasons that do not fit continue on the next line. */
static void print_trial(const struct check *check, size_t first, size_t trial,
                        const struct style *style)
{
    size_t end = check_end(check, first);
    OWNED(memory) char *reasons = reasons_of(check, first, end, trial);

    printf("%-*s", TRIAL_COLUMNS, check->versions[first].trials[trial].trial->name);
    for (size_t i = first; i < end; i++) {
        const struct check_result *result = check_result_of(&check->versions[i].trials[trial]);

        printf("%*s", VERSION_COLUMNS - (int)strlen(result->sign), "");
        style_print(style, result->color, result->sign);
    }
    if (TRIAL_COLUMNS + (end - first) * VERSION_COLUMNS + 2 + strlen(reasons) <= 80) {
        safe_line("%s%s", *reasons ? "  " : "", reasons);
        return;
    }
    putchar('\n');
    style_fold(TRIAL_COLUMNS + 2, "", reasons);
}

/* Returns 1 if the trial was run with any version of the interface. */
static int was_tried(const struct check *check, size_t first, size_t trial)
{
    for (size_t i = first; i < check_end(check, first); i++)
        if (check_result_of(&check->versions[i].trials[trial]) != &check_not_tried)
            return 1;
    return 0;
}

/* Prints a table for each interface, with a row for each trial and a column for each version.
 * Trailing trials that were run with no version share a row. */
static void print_trials(const struct check *check, const struct style *style)
{
    for (size_t first = 0; first < check->count; first = check_end(check, first)) {
        const struct lazynccl_net_interface *interface = check->versions[first].interface;
        size_t shown = check->versions[first].count;

        printf("%-*s", TRIAL_COLUMNS,
               interface->kind == LAZYNCCL_NET_KIND_NET ? "" : interface->name);
        for (size_t i = first; i < check_end(check, first); i++)
            printf("%*sv%d", check->versions[i].number < 10 ? 3 : 2, "", check->versions[i].number);
        putchar('\n');
        while (shown > 1 && !was_tried(check, first, shown - 1)) /* the first is start */
            shown--;
        for (size_t trial = 0; trial < shown; trial++)
            print_trial(check, first, trial, style);
        if (shown == check->versions[first].count)
            continue;
        printf("%-*s", TRIAL_COLUMNS, "all others");
        for (size_t i = first; i < check_end(check, first); i++) {
            fputs("    ", stdout);
            style_print(style, check_not_tried.color, check_not_tried.sign);
        }
        putchar('\n');
    }
}

static void write_trial(const struct check *check, const struct transcript *transcript,
                        struct json *json)
{
    const struct request *asked = check->request->asked;

    json_begin(json, NULL, '{');
    json_string(json, "name", transcript->trial->name);
    json_string(json, "result", check_result_of(transcript)->word);
    json_string(json, "why", transcript_text(transcript, "skip"));
    json_number(json, "milliseconds", transcript->milliseconds);
    json_string(json, "place", transcript_text(transcript, "place"));
    json_begin(json, "findings", '[');
    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];

        if (!registry_row(line->word))
            continue;
        json_begin(json, NULL, '{');
        json_string(json, "id", line->word);
        json_string(json, "text", line->text);
        json_bool(json, "counts", check_line_fails(asked, transcript, line));
        json_end(json, '}');
    }
    json_end(json, ']');
    json_end(json, '}');
}

void check_show_trials(const struct check *check, struct table *table)
{
    struct json *json = table->json;

    if (!json) {
        print_trials(check, table->style);
        return;
    }
    json_begin(json, "interfaces", '[');
    for (const struct check_version *v = check->versions; v < check->versions + check->count; v++) {
        json_begin(json, NULL, '{');
        json_string(json, "kind", v->interface->name);
        json_number(json, "version", v->number);
        json_begin(json, "trials", '[');
        for (size_t t = 0; t < v->count; t++)
            write_trial(check, &v->trials[t], json);
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* Returns 1 if this release of NCCL does what the trial tests. */
static int concerns(const struct trial *trial, int release)
{
    return release >= trial->first && (!trial->last || release <= trial->last);
}

/* Returns the result of a version's trials, counting only those that concern this NCCL release. */
static const struct check_result *result_for(const struct check_version *version, int release)
{
    const struct check_result *worst = &check_passed;
    int tried = 0; /* 1 if a trial other than start was run */

    for (size_t t = 0; t < version->count; t++) {
        const struct trial *trial = version->trials[t].trial;
        const struct check_result *each = check_result_of(&version->trials[t]);

        if (each != &check_skipped && !(trial->how & TRIAL_START))
            tried = 1;
        if (!concerns(trial, release))
            continue;
        if (each == &check_failed)
            return each;
        if (each == &check_not_tried || (each == &check_warned && worst == &check_passed))
            worst = each;
    }
    return tried || worst != &check_passed ? worst : &check_not_tried;
}

/* Returns the newest version that the plugin has and the release accepts, or NULL. */
static const struct check_version *
taken(const struct check *check, const struct lazynccl_net_interface *interface, int release)
{
    unsigned wanted = plugin_interface_taken(interface, release);

    for (size_t i = check->count; i-- > 0;)
        if (check->versions[i].interface == interface && wanted >> check->versions[i].number & 1)
            return &check->versions[i];
    return NULL;
}

/* Returns the next release that behaves differently, or 0 if none does. */
static int next_release(const struct lazynccl_net_interface *interface, int release)
{
    int next = 0;

    for (const struct lazynccl_net_version *row = interface->versions; row->number; row++)
        if (row->first > release && (!next || row->first < next))
            next = row->first;
    for (const struct trial *trial = trials_list; trial < trials_list + trials_count; trial++) {
        int starts[] = {trial->first, trial->last ? trial->last + 1 : 0};

        for (int i = 0; i < 2; i++)
            if (trial->kind == interface->kind && starts[i] > release &&
                (!next || starts[i] < next))
                next = starts[i];
    }
    return next;
}

/* Prints rows such as "2.19.1  v7 passed", one for each release that differs from the previous
 * release. */
static void show_releases(const struct check *check, size_t first, struct table *table)
{
    const struct lazynccl_net_interface *interface = check->versions[first].interface;
    const struct lazynccl_description *nccl = nvidia_library("nccl")->description;
    const struct check_version *last = NULL;
    const struct check_result *last_result = NULL;
    int begun = 0, is_net = interface->kind == LAZYNCCL_NET_KIND_NET;

    for (int r = next_release(interface, 0); r; r = next_release(interface, r)) {
        const struct check_version *version = taken(check, interface, r);
        const struct check_result *result = version ? result_for(version, r) : NULL;
        char release[LAZYNCCL_VERSION_TEXT], number[8] = "none", shown[20];

        if (version == last && result == last_result)
            continue;
        last = version;
        last_result = result;
        if (version)
            snprintf(number, sizeof number, "v%d", version->number);
        snprintf(shown, sizeof shown, "%s%s%s", is_net ? "" : interface->name, is_net ? "" : " ",
                 number);
        lazynccl_version_text(nccl, r, release);
        if (!table->json) {
            printf("%-14s%-8s %-4s ", begun++ ? "" : "NCCL since", release, shown);
            style_print(table->style, result ? result->color : NULL, result ? result->word : "");
            putchar('\n');
        }
        json_row(table->json, NULL, JSON_TEXT("kind", interface->name), JSON_TEXT("since", release),
                 JSON_TEXT("takes", version ? number : NULL),
                 JSON_TEXT("result", result ? result->word : NULL));
    }
}

void check_show_releases(const struct check *check, struct table *table)
{
    json_begin(table->json, "releases", '[');
    for (size_t first = 0; first < check->count; first = check_end(check, first))
        show_releases(check, first, table);
    json_end(table->json, ']');
}
