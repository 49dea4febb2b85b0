/* Starts a plugin in a child process and shows its devices and its log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/call.h"
#include "tool/text/memory.h"
#include "tool/text/safe.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 80 /* of the properties */

/* In the child: a line for each property, "maxRecvs 8". */

static const char *pointers(int support, char text[40])
{
    snprintf(text, 40, "%s%s%s", support & LAZYNCCL_NET_PTR_HOST ? " host" : "",
             support & LAZYNCCL_NET_PTR_CUDA ? " cuda" : "",
             support & LAZYNCCL_NET_PTR_DMABUF ? " dmabuf" : "");
    return *text ? text + 1 : text;
}

static void describe(struct session *s, const struct lazynccl_net_properties_v12 *props)
{
    char text[40];

#define SAY(...) session_say(s, "property", __VA_ARGS__)
    SAY("name %s", props->name ? props->name : "");
    SAY("pciPath %s", props->pciPath ? props->pciPath : "");
    SAY("pointers %s", pointers(props->ptrSupport, text));
    SAY("guid 0x%" PRIx64, props->guid);
    SAY("speed %d", props->speed);
    SAY("port %d", props->port);
    SAY("latency_ns %.0f", (double)props->latency * 1000);
    SAY("maxComms %d", props->maxComms);
    SAY("maxRecvs %d", props->maxRecvs);
    if (s->version >= 7)
        SAY("netDeviceType %d", props->netDeviceType);
    if (s->version >= 8)
        SAY("regIsGlobal %d", props->regIsGlobal);
    if (s->version < 9)
        return;
    SAY("maxP2pBytes %zu", props->maxP2pBytes);
    SAY("maxCollBytes %zu", props->maxCollBytes);
#undef SAY
}

static void work(struct session *s)
{
    const struct session_plugin *plugin = &s->plugin;

    if (session_start(s) != 0)
        return;
    session_check_name(s);
    session_say(s, "called", "%s", plugin->called);
    session_say(s, "name", "%s", *plugin->name ? *plugin->name : "");
    for (int device = 0; device < plugin->devices; device++) {
        struct lazynccl_net_properties_v12 props = {.name = NULL};

        session_step(s, "getProperties");
        if (!SESSION_CALL(s, getProperties, device, &props))
            return;
        session_say(s, "device", "%d", device);
        describe(s, &props);
        session_check_device(s, device, &props);
    }
    session_finalize(s, plugin->ctx);
}

const char *call_make(struct examination *at, const struct plugin_request *request, int version,
                      struct transcript *transcript)
{
    struct session session = {
        .path = request->file, .version = version, .seconds = request->seconds};
    struct transcript_source source = {version, NULL, transcript};
    const char *why = transcript_make(&session, work, transcript);

    if (!why)
        transcript_report(at, request, &source, 1);
    return why;
}

static int is_log(const struct transcript_line *line)
{
    return strcmp(line->word, "info") == 0 || strcmp(line->word, "warn") == 0;
}

/* "device 0  name eth0, pointers host, ...", wrapped. */
static void print_devices(const struct transcript *transcript)
{
    size_t column = 0;

    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];
        int is_name = strncmp(line->text, "name ", 5) == 0;

        if (strcmp(line->word, "device") == 0)
            printf("%sdevice %-3s", column ? "\n" : "", line->text);
        if (strcmp(line->word, "property") != 0 || line->text[strlen(line->text) - 1] == ' ')
            continue;
        if (!is_name && column + strlen(line->text) > WIDTH) {
            fputs(",\n          ", stdout);
            column = 0;
        } else if (!is_name) {
            fputs(", ", stdout);
        }
        safe_print(stdout, line->text);
        column = (is_name ? 0 : column) + strlen(line->text) + 2;
    }
    if (column)
        putchar('\n');
}

void call_print(const struct transcript *transcript, int version)
{
    const char *called = transcript_text(transcript, "called"),
               *name = transcript_text(transcript, "name");
    const char *head = "log       ";

    printf("called    v%d", version);
    if (called && name && strcmp(called, name) != 0) {
        fputs(": before init ", stdout);
        safe_print(stdout, called);
        fputs(", after it", stdout);
    }
    if (name) {
        fputs(called && strcmp(called, name) != 0 ? " " : ": ", stdout);
        safe_print(stdout, name);
    }
    putchar('\n');
    print_devices(transcript);
    for (size_t i = 0; i < transcript->count; i++)
        if (is_log(&transcript->list[i])) {
            fputs(head, stdout);
            safe_print(stdout, transcript->list[i].text);
            putchar('\n');
            head = "          ";
        }
}

void call_json(const struct transcript *transcript, int version, struct json *json)
{
    static const char *const texts[] = {"name", "pciPath", "pointers", "guid"};
    int open = 0;

    json_begin(json, "call", '{');
    json_number(json, "version", version);
    json_string(json, "name_before_init", transcript_text(transcript, "called"));
    json_string(json, "name", transcript_text(transcript, "name"));
    json_begin(json, "devices", '[');
    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];
        char *value = strchr(line->text, ' '), *key;
        int is_text = 0;

        if (strcmp(line->word, "device") == 0) {
            if (open)
                json_end(json, '}');
            json_begin(json, NULL, '{');
            open = 1;
        }
        if (strcmp(line->word, "property") != 0 || !value)
            continue;
        key = memory_copy_part(line->text, (size_t)(value - line->text));
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            is_text |= strcmp(key, texts[t]) == 0;
        if (is_text)
            json_string(json, key, value[1] ? value + 1 : NULL);
        else
            json_number(json, key, strtol(value + 1, NULL, 10));
        free(key);
    }
    if (open)
        json_end(json, '}');
    json_end(json, ']');
    json_begin(json, "log", '[');
    for (size_t i = 0; i < transcript->count; i++)
        if (is_log(&transcript->list[i]))
            json_string(json, NULL, transcript->list[i].text);
    json_end(json, ']');
    json_end(json, '}');
}
