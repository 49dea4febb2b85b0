/* lazynccl plugin inspect: what a plugin's file exports and needs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/style.h"
#include "netplugin/check/transcript.h"

static const char *release(int version, char text[LAZYNCCL_VERSION_TEXT])
{
    return lazynccl_version_text(nvidia_library("nccl")->description, version, text);
}

static void show_interface(struct table *table, const struct lazynccl_net_interface *interface,
                           unsigned exported)
{
    char versions[PLUGIN_VERSIONS_TEXT], first[LAZYNCCL_VERSION_TEXT], text[LAZYNCCL_VERSION_TEXT];
    struct plugin_span spans[PLUGIN_SPANS];
    int count = plugin_interface_served(interface, exported, spans);
    struct json *json = table->json;

    json_begin(json, NULL, '{');
    json_string(json, "kind", interface->name);
    json_begin(json, "versions", '[');
    for (int n = 0; n < 32; n++)
        if (exported >> n & 1)
            json_number(json, NULL, n);
    json_end(json, ']');
    json_begin(json, "nccl", '[');
    if (!json)
        printf("%-10s%s\n", interface->name, plugin_interface_versions_text(exported, versions));
    for (int i = 0; i < count; i++) {
        const char *last = spans[i].last ? release(spans[i].last, text) : NULL;

        release(spans[i].first, first);
        if (!json)
            printf("%s%s%s%s", i ? ", " : "          for NCCL ", first,
                   last ? " to " : " and later", last ? last : "");
        json_row(json, NULL, JSON_TEXT("first", first), JSON_TEXT("last", last));
    }
    json_end(json, ']');
    json_end(json, '}');
    if (!json)
        puts(count ? "" : "          for no known NCCL release");
    if (!json && count && interface->kind == LAZYNCCL_NET_KIND_NET)
        puts("          older releases silently fall back to built-in networks");
}

static int highest(unsigned versions)
{
    return versions ? 31 - __builtin_clz(versions) : 0;
}

/* Reports how the NCCL of this machine treats an interface that it does not support. */
static void add_unsupported(struct examination *at, const struct plugin_request *request,
                            const struct lazynccl_net_interface *interface, unsigned exported)
{
    unsigned taken = plugin_interface_taken(interface, conf_nccl_version(at->facts));
    unsigned known = (2u << LAZYNCCL_NET_NEWEST) - (1u << LAZYNCCL_NET_OLDEST);
    char has[PLUGIN_VERSIONS_TEXT], wants[PLUGIN_VERSIONS_TEXT];

    findings_evidence(at->findings, "it exports %.*s %s; NCCL supports %s",
                      (int)strlen(interface->symbol) - 2, interface->symbol,
                      plugin_interface_versions_text(exported, has),
                      plugin_interface_versions_text(taken, wants));
    if (interface->kind != LAZYNCCL_NET_KIND_NET || !(exported & known) || !(taken & known))
        return;
    findings_evidence(at->findings, "libnccl-net-lazy.so converts between them");
    findings_remedy(at->findings, "NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=%s", request->path);
    findings_remedy(at->findings, "%s", registry_row("LN303")->remedy);
}

/* Checks that the NCCL of this machine supports at least one version of one interface. */
static void check_here(struct examination *at, const struct plugin_request *request)
{
    int nccl = conf_nccl_version(at->facts), exports = 0;
    char text[LAZYNCCL_VERSION_TEXT];

    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++) {
        const struct lazynccl_net_interface *interface = &lazynccl_net_interfaces[k];
        unsigned exported = plugin_interface_exports(interface, request->elf);

        if (exported)
            exports = 1;
        if (exported & plugin_interface_taken(interface, nccl))
            return;
    }
    if (!nccl || !exports)
        return;
    findings_add(at->findings, "LN303", "NCCL %s supports none of %s's interfaces",
                 release(nccl, text), strings_base_name(request->path));
    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++) {
        unsigned exported = plugin_interface_exports(&lazynccl_net_interfaces[k], request->elf);

        if (exported)
            add_unsupported(at, request, &lazynccl_net_interfaces[k], exported);
    }
}

/* Prints the versions that the NCCL of this machine would use. */
static void print_here(struct examination *at, const struct elf_file *file)
{
    int nccl = conf_nccl_version(at->facts);
    char text[LAZYNCCL_VERSION_TEXT];
    OWNED(strings) struct strings takes = {0};

    for (int k = 0; nccl && k < LAZYNCCL_NET_KINDS; k++) {
        const struct lazynccl_net_interface *interface = &lazynccl_net_interfaces[k];
        unsigned exported = plugin_interface_exports(interface, file);
        int best = highest(exported & plugin_interface_taken(interface, nccl));

        if (best)
            strings_print(&takes, "%s v%d", interface->name, best);
        else if (exported)
            strings_print(&takes, "none of %s", interface->name);
    }
    OWNED(memory) char *joined = strings_join(&takes, ", ");
    OWNED(memory) char *line = memory_print("NCCL %s takes %s", release(nccl, text), joined);
    if (takes.count)
        style_fold(0, "here      ", line);
}

static void show_needed(struct examination *at, struct table *table,
                        const struct plugin_request *request)
{
    json_begin(table->json, "needed", '[');
    for (size_t i = 0; i < request->elf->needed.count; i++) {
        const char *soname = request->elf->needed.list[i], *from = NULL;
        OWNED(memory) char *path = linker_find(at->machine, request->path, soname, &from);
        const char *shown = path ? machine_shown(at->machine, path) : NULL;

        if (!table->json)
            style_line(table->style, "%-10s%s   %s   %s", i ? "" : "needed", soname,
                       shown ? shown : "not found", path ? from : "");
        json_row(table->json, NULL, JSON_TEXT("soname", soname), JSON_TEXT("path", shown),
                 JSON_TEXT("from", path ? from : NULL));
    }
    json_end(table->json, ']');
}

/* Reports the exported tables whose symbols have this fault. */
static void check_tables(struct examination *at, const struct plugin_request *request,
                         enum plugin_table wrong, const char *id)
{
    char text[PLUGIN_TABLE_TEXT];
    int count = 0;

    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++)
        for (int n = 0; n < 32; n++) {
            if (plugin_interface_table(&lazynccl_net_interfaces[k], request->elf, n, text) != wrong)
                continue;
            if (count++ == 0)
                findings_add(at->findings, id, "%s: %s", strings_base_name(request->path),
                             registry_row(id)->what);
            findings_evidence(at->findings, "%s", text);
        }
}

/* Returns 1 if the file can be loaded. */
static int examine(struct examination *at, const struct plugin_request *request)
{
    const char *remedy;
    OWNED(strings)
    struct strings lines = plugins_obstacles(at->machine, request->path, &remedy);
    unsigned exported = 0;

    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++)
        exported |= plugin_interface_exports(&lazynccl_net_interfaces[k], request->elf);
    if (!exported) {
        findings_add(at->findings, "LN311", "%s has no interface of a plugin",
                     strings_base_name(request->path));
        findings_evidence(at->findings, "%zu symbols, and none is ncclNetPlugin_vN or the like",
                          request->elf->symbol_count);
    }
    check_here(at, request);
    check_tables(at, request, PLUGIN_TABLE_SHORT, "LN332");
    check_tables(at, request, PLUGIN_TABLE_UNKNOWN, "LN333");
    if (lines.count)
        findings_add(at->findings, "LN302", "%s will not load", strings_base_name(request->path));
    for (size_t i = 0; i < lines.count; i++)
        findings_evidence(at->findings, "%s", lines.list[i]);
    if (remedy)
        findings_remedy(at->findings, "%s", remedy);
    return lines.count == 0;
}

static void show(struct examination *at, const struct plugin_request *request,
                 const struct transcript *called)
{
    const char *lazynccl = strings_has(&request->elf->lazynccl, ELF_FILE_NET) ? ELF_FILE_NET : NULL;
    struct table *table = request->asked->table;
    struct json *json = table->json;

    target_begin_output("plugin", at, table);
    json_string(json, "file", request->path);
    json_string(json, "lazynccl", lazynccl);
    if (!json)
        style_line(table->style, "file      %s", request->path);
    if (!json && lazynccl)
        printf("lazynccl  %s: opens the plugin that LAZYNCCL_NET_PLUGIN names\n", lazynccl);
    json_begin(json, "interfaces", '[');
    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++) {
        unsigned exported = plugin_interface_exports(&lazynccl_net_interfaces[k], request->elf);

        if (exported)
            show_interface(table, &lazynccl_net_interfaces[k], exported);
    }
    json_end(json, ']');
    if (!json)
        print_here(at, request->elf);
    show_needed(at, table, request);
    if (called)
        call_show(called, json);
    else
        json_string(json, "call", NULL);
    findings_end(table, at->findings, at->machine, NULL);
}

static enum verb_exit status_of(const struct findings *findings, const struct request *asked)
{
    for (size_t i = 0; i < findings->count; i++)
        if (check_fails(asked, findings->list[i].row))
            return VERB_FINDINGS;
    return VERB_OK;
}

const char *inspect_plugin(struct examination *at, const struct plugin_request *request,
                           enum verb_exit *status)
{
    struct transcript transcript = {.list = NULL};
    const struct lazynccl_net_interface *net = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET];
    unsigned callable = plugin_interface_callable(net, request->elf, request->asked->interface);
    int call = examine(at, request) && request->asked->call;
    /* the newest that NCCL accepts, or the newest of all if it accepts none */
    unsigned taken = plugin_interface_taken(net, conf_nccl_version(at->facts));
    int version = highest(callable & taken ? callable & taken : callable);
    const char *why = call ? call_make(at, request, version, &transcript) : NULL;

    if (!why)
        show(at, request, call ? &transcript : NULL);
    transcript_free(&transcript);
    *status = status_of(at->findings, request->asked);
    return why;
}
