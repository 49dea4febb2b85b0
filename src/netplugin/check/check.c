/* lazynccl plugin check: runs every trial with every version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_show.h"

int check_fake_gpu(const struct plugin_request *request)
{
    const struct elf_file *elf = request->elf;

    if (!request->asked->fake_gpu)
        return 0;
    for (size_t i = 0; i < elf->needed.count; i++)
        if (strncmp(elf->needed.list[i], "libcudart.so.", 13) == 0)
            return (int)strtol(elf->needed.list[i] + 13, NULL, 10);
    return 12;
}

/* Runs the trials with one version. Stops if a trial on which the others depend (TRIAL_FIRST) does
 * not work. Returns NULL, or the reason for a failure. */
static const char *try_version(const struct check *check, const struct check_version *version)
{
    const struct request *asked = check->request->asked;
    const struct elf_file *elf = check->request->elf;
    int waits = 0; /* 1 if the trial of connections found that accept blocks */
    char text[PLUGIN_TABLE_TEXT];
    const char *table =
        plugin_interface_table(version->interface, elf, version->number, text) == PLUGIN_TABLE_SHORT
            ? text
            : NULL;

    for (size_t t = 0; t < version->count; t++) {
        struct transcript *transcript = &version->trials[t];
        const struct trial *trial = transcript->trial;
        struct session session = {.path = check->request->file,
                                  .version = version->number,
                                  .options = {asked->device, check_fake_gpu(check->request),
                                              asked->seconds, waits, check->unloadable, table},
                                  .run = trials_play,
                                  .trial = trial};

        const char *why = transcript_make(&session, transcript);
        if (!why && transcript_text(transcript, "waits"))
            waits = 1;
        if (!why && (trial->how & TRIAL_START))
            why = transcript_text(transcript, "skip"); /* the requested device does not exist */
        if (why)
            return why;
        if ((trial->how & TRIAL_FIRST) && !transcript_text(transcript, "works"))
            break;
    }
    return NULL;
}

static void add_versions(struct check *check)
{
    const struct plugin_request *request = check->request;

    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++) {
        const struct lazynccl_net_interface *each = &lazynccl_net_interfaces[k];
        unsigned callable =
            plugin_wants(request->asked, each)
                ? plugin_interface_callable(each, request->elf, request->asked->interface)
                : 0;

        for (int v = 0; v < 32; v++)
            if (callable >> v & 1)
                *MEMORY_ADD(check->versions, check->count) =
                    (struct check_version){each, v, NULL, 0};
    }
    check->all = memory_get(check->count * (size_t)trials_count, sizeof *check->all);
    for (struct check_version *v = check->versions; v < check->versions + check->count; v++) {
        v->trials = &check->all[check->all_count];
        for (const struct trial *trial = trials_list; trial < trials_list + trials_count; trial++)
            if (trial->kind == v->interface->kind)
                v->trials[v->count++] = (struct transcript){
                    .version = v->number, .interface = v->interface, .trial = trial};
        check->all_count += v->count;
    }
}

static void free_all(struct check *check)
{
    for (size_t i = 0; i < check->all_count; i++)
        transcript_free(&check->all[i]);
    free(check->all);
    free(check->versions);
    free(check->unloadable);
}

/* Reports the findings of each interface separately. */
static void report(struct examination *at, const struct check *check)
{
    for (size_t i = 0; i < check->count; i = check_end(check, i))
        transcript_report(at, check->request, check->versions[i].trials,
                          (check_end(check, i) - i) * check->versions[i].count);
}

/* Prints the findings that --allow keeps from counting: "allowed   LN317". */
static void show_allowed(const struct findings *findings, const struct request *asked)
{
    OWNED(strings) struct strings ids = {0};

    for (size_t i = 0; i < findings->count; i++)
        if (check_allows(asked, findings->list[i].row->id))
            strings_print(&ids, "%s", findings->list[i].row->id);
    OWNED(memory) char *joined = strings_join(&ids, ", ");
    if (ids.count)
        style_fold(0, "allowed   ", joined);
}

static enum verb_exit show(struct examination *at, const struct check *check)
{
    struct table *table = check->request->asked->table;

    report(at, check);
    enum verb_exit status = check_status(check, &at->machine->unreadable);
    json_answer(table->json, "plugin");
    json_string(table->json, "file", check->request->path);
    check_show_trials(check, table);
    check_show_releases(check, table);
    findings_end(table, at->findings, at->machine,
                 at->machine->unreadable.count ? NULL : "no problems found");
    if (!table->json)
        show_allowed(at->findings, check->request->asked);
    return status;
}

const char *check_plugin(struct examination *at, const struct plugin_request *request,
                         enum verb_exit *status)
{
    struct check check = {.request = request};
    const char *why = NULL;

    add_versions(&check);
    check.unloadable = plugins_other_machine(at->machine, request->elf);
    for (size_t i = 0; i < check.count && !why; i++)
        why = try_version(&check, &check.versions[i]);
    if (!why)
        *status = show(at, &check);
    free_all(&check);
    return why;
}
