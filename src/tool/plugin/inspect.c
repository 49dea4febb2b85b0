/* lazynccl plugin inspect: what a plugin's file exports and needs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/view.h"
#include "tool/findings/show.h"
#include "tool/linking/closure.h"
#include "tool/linking/environment.h"
#include "tool/linking/linker.h"
#include "tool/machine/nvidia.h"
#include "tool/nccl/conf.h"
#include "tool/plugin/call.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *release(int version, char text[LAZYNCCL_VERSION_TEXT])
{
    return lazynccl_version_text(nvidia_library("nccl")->description, version, text);
}

static void print_interfaces(const struct elf_file *file)
{
    char versions[PLUGIN_VERSIONS_TEXT], first[LAZYNCCL_VERSION_TEXT], last[LAZYNCCL_VERSION_TEXT];
    struct plugin_span spans[PLUGIN_SPANS];

    for (int k = 0; k < lazynccl_net_interfaces_count; k++) {
        const struct lazynccl_net_interface *interface = &lazynccl_net_interfaces[k];
        unsigned exported = plugin_interface_exports(interface, file);
        int count = plugin_interface_served(interface, exported, spans);

        if (!exported)
            continue;
        printf("%-10s%s\n", interface->name, plugin_interface_versions_text(exported, versions));
        printf("          %s", count ? "for NCCL " : "for no known NCCL release");
        for (int i = 0; i < count; i++)
            printf("%s%s%s%s", i ? ", " : "", release(spans[i].first, first),
                   spans[i].last ? " to " : " and later",
                   spans[i].last ? release(spans[i].last, last) : "");
        putchar('\n');
        if (count && strcmp(interface->name, "net") == 0)
            printf("          older releases silently fall back to built-in networks\n");
    }
}

static void json_interfaces(struct json *json, const struct elf_file *file)
{
    struct plugin_span spans[PLUGIN_SPANS];
    char text[LAZYNCCL_VERSION_TEXT];

    json_begin(json, "interfaces", '[');
    for (int k = 0; k < lazynccl_net_interfaces_count; k++) {
        const struct lazynccl_net_interface *interface = &lazynccl_net_interfaces[k];
        unsigned exported = plugin_interface_exports(interface, file);
        int count = plugin_interface_served(interface, exported, spans);

        if (!exported)
            continue;
        json_begin(json, NULL, '{');
        json_string(json, "kind", interface->name);
        json_begin(json, "versions", '[');
        for (int n = 0; n < 32; n++)
            if (exported >> n & 1)
                json_number(json, NULL, n);
        json_end(json, ']');
        json_begin(json, "nccl", '[');
        for (int i = 0; i < count; i++) {
            json_begin(json, NULL, '{');
            json_string(json, "first", release(spans[i].first, text));
            json_string(json, "last", spans[i].last ? release(spans[i].last, text) : NULL);
            json_end(json, '}');
        }
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* The version that the NCCL of this machine would take. */
static void print_here(struct examination *at, const struct elf_file *file)
{
    const struct lazynccl_net_interface *net = plugin_interface("net");
    unsigned exported = plugin_interface_exports(net, file);
    int nccl = conf_nccl_version(at->facts), best = 31;
    unsigned both = exported & plugin_interface_taken(net, nccl);
    char text[LAZYNCCL_VERSION_TEXT];

    while (best > 0 && !(both >> best & 1))
        best--;
    if (!nccl || !exported)
        return;
    printf("here      NCCL %s takes ", release(nccl, text));
    best ? printf("net v%d\n", best) : printf("none of net\n");
}

static void print_needed(struct examination *at, const struct plugin_request *request)
{
    for (size_t i = 0; i < request->elf->needed_count; i++) {
        const char *soname = request->elf->needed[i], *from = "";
        char *path = linker_find(at->machine, request->path, soname, &from);

        fputs(i ? "          " : "needed    ", stdout);
        safe_print(stdout, soname);
        fputs("   ", stdout);
        style_print_path(&request->style, path ? machine_shown(at->machine, path) : "not found");
        printf("%s%s\n", path ? "   " : "", path ? from : "");
        free(path);
    }
}

static void json_needed(struct examination *at, struct json *json,
                        const struct plugin_request *request)
{
    json_begin(json, "needed", '[');
    for (size_t i = 0; i < request->elf->needed_count; i++) {
        const char *from = NULL;
        char *path = linker_find(at->machine, request->path, request->elf->needed[i], &from);

        json_begin(json, NULL, '{');
        json_string(json, "soname", request->elf->needed[i]);
        json_string(json, "path", path ? machine_shown(at->machine, path) : NULL);
        json_string(json, "from", path ? from : NULL);
        json_end(json, '}');
        free(path);
    }
    json_end(json, ']');
}

/* Returns 1 if the file would load. */
static int examine(struct examination *at, const struct plugin_request *request)
{
    struct strings lines = {NULL, 0};
    unsigned exported = 0;

    for (int k = 0; k < lazynccl_net_interfaces_count; k++)
        exported |= plugin_interface_exports(&lazynccl_net_interfaces[k], request->elf);
    if (!exported) {
        findings_add(at->findings, "LN311", "%s has no interface of a plugin",
                     strings_base_name(request->path));
        findings_evidence(at->findings, "%zu symbols, and none is ncclNetPlugin_vN or the like",
                          request->elf->symbol_count);
    }
    closure_missing(at->machine, request->path, &lines);
    if (lines.count)
        findings_add(at->findings, "LN302", "%s will not load", strings_base_name(request->path));
    for (size_t i = 0; i < lines.count; i++)
        findings_evidence(at->findings, "%s", lines.list[i]);
    int loads = lines.count == 0;
    strings_free(&lines);
    return loads;
}

static void print_people(struct examination *at, const struct plugin_request *request,
                         const struct transcript *called, int version)
{
    char counted[FINDINGS_COUNTED];

    fputs("looking as: ", stdout);
    style_print(&request->style, at->machine->consumer->who);
    fputs("\nfile      ", stdout);
    style_print_path(&request->style, request->path);
    putchar('\n');
    if (request->elf->is_net_form) {
        fputs("lazynccl  ", stdout);
        safe_print(stdout, request->elf->lazynccl);
        puts(": opens the plugin that LAZYNCCL_NET_PLUGIN names");
    }
    print_interfaces(request->elf);
    print_here(at, request->elf);
    print_needed(at, request);
    if (called)
        call_print(called, version);
    findings_print(at->findings, &request->style);
    findings_counted(at->findings, counted);
    if (*counted)
        puts(counted);
}

static void print_json(struct examination *at, const struct plugin_request *request,
                       const struct transcript *called, int version)
{
    struct json json = {.to = stdout};

    json_answer(&json, "plugin");
    json_string(&json, "as", at->machine->consumer->who);
    json_string(&json, "file", request->path);
    json_string(&json, "lazynccl", request->elf->is_net_form ? request->elf->lazynccl : NULL);
    json_interfaces(&json, request->elf);
    json_needed(at, &json, request);
    if (called)
        call_json(called, version, &json);
    else
        json_string(&json, "call", NULL);
    findings_json(at->findings, at->machine, &json);
}

const char *plugin_inspect(struct examination *at, const struct plugin_request *request)
{
    struct transcript transcript = {.list = NULL}, *called = NULL;
    unsigned callable = plugin_interface_callable(request->elf, request->interface);
    int version = 31;
    const char *why = NULL;

    while (version > 0 && !(callable >> version & 1))
        version--;
    if (examine(at, request) && request->call) {
        why = call_make(at, request, version, &transcript);
        called = &transcript;
    }
    if (!why && request->json)
        print_json(at, request, called, version);
    else if (!why)
        print_people(at, request, called, version);
    transcript_free(&transcript);
    return why;
}
