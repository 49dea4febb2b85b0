/* Starts a plugin in a child process and shows its devices and its log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/call.h"
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

#define SAY(...) session_say(s, __VA_ARGS__)
    SAY("text", "name %s", props->name ? props->name : "");
    SAY("text", "pciPath %s", props->pciPath ? props->pciPath : "");
    SAY("text", "pointers %s", pointers(props->ptrSupport, text));
    SAY("text", "guid 0x%" PRIx64, props->guid);
    SAY("number", "speed %d", props->speed);
    SAY("number", "port %d", props->port);
    SAY("number", "latency_ns %.0f", (double)props->latency * 1000);
    SAY("number", "maxComms %d", props->maxComms);
    SAY("number", "maxRecvs %d", props->maxRecvs);
    if (s->version >= 7)
        SAY("number", "netDeviceType %d", props->netDeviceType);
    if (s->version >= 8)
        SAY("number", "regIsGlobal %d", props->regIsGlobal);
    if (s->version < 9)
        return;
    SAY("number", "maxP2pBytes %zu", props->maxP2pBytes);
    SAY("number", "maxCollBytes %zu", props->maxCollBytes);
#undef SAY
}

static void work(struct session *s)
{
    const struct session_plugin *plugin = &s->plugin;

    session_start(s);
    session_check_name(s);
    session_say(s, "called", "%s", plugin->called);
    session_say(s, "name", "%s", *plugin->name ? *plugin->name : "");
    for (int device = 0; device < plugin->devices; device++) {
        struct lazynccl_net_properties_v12 props = {.name = NULL};

        session_step(s, "getProperties");
        SESSION_CALL(s, getProperties, device, &props);
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
        .path = request->file, .version = version, .seconds = request->seconds, .run = work};
    const char *why = transcript_make(&session, transcript);

    if (!why)
        transcript_report(at, request, transcript, 1);
    return why;
}

static int is_one_of(const struct transcript_line *line, const char *word, const char *other)
{
    return strcmp(line->word, word) == 0 || strcmp(line->word, other) == 0;
}

/* "device 0  name eth0, pointers host, ...", wrapped. */
static void print_devices(const struct transcript *transcript)
{
    size_t column = 0;

    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];
        size_t length = strlen(line->text);

        if (strcmp(line->word, "device") == 0) {
            printf("%sdevice %-3s", column ? "\n" : "", line->text);
            column = 0;
        }
        if (!is_one_of(line, "text", "number") || line->text[length - 1] == ' ')
            continue;
        if (strncmp(line->text, "name ", 5) != 0) {
            int full = column + length > WIDTH;

            fputs(full ? ",\n          " : ", ", stdout);
            column = full ? 0 : column;
        }
        safe_print(stdout, line->text);
        column += length + 2;
    }
    if (column)
        putchar('\n');
}

void call_print(const struct transcript *transcript)
{
    const char *called = transcript_text(transcript, "called"),
               *name = transcript_text(transcript, "name"), *head = "log       ";
    int renamed = called && name && strcmp(called, name) != 0;

    printf("called    v%d%s", transcript->version, renamed ? ": before init " : "");
    safe_print(stdout, renamed ? called : "");
    fputs(renamed ? ", after it " : name ? ": " : "", stdout);
    safe_print(stdout, name ? name : "");
    putchar('\n');
    print_devices(transcript);
    for (size_t i = 0; i < transcript->count; i++)
        if (is_one_of(&transcript->list[i], "info", "warn")) {
            fputs(head, stdout);
            safe_print(stdout, transcript->list[i].text);
            putchar('\n');
            head = "          ";
        }
}

static void json_devices(const struct transcript *transcript, struct json *json)
{
    int open = 0;

    json_begin(json, "devices", '[');
    for (size_t i = 0; i < transcript->count; i++) {
        const struct transcript_line *line = &transcript->list[i];
        char *value = strchr(line->text, ' ');

        if (strcmp(line->word, "device") == 0) {
            if (open)
                json_end(json, '}');
            json_begin(json, NULL, '{');
            open = 1;
        }
        if (!is_one_of(line, "text", "number") || !value)
            continue;
        *value++ = '\0';
        if (strcmp(line->word, "number") == 0)
            json_number(json, line->text, strtol(value, NULL, 10));
        else
            json_string(json, line->text, *value ? value : NULL);
    }
    if (open)
        json_end(json, '}');
    json_end(json, ']');
}

void call_json(const struct transcript *transcript, struct json *json)
{
    json_begin(json, "call", '{');
    json_number(json, "version", transcript->version);
    json_string(json, "name_before_init", transcript_text(transcript, "called"));
    json_string(json, "name", transcript_text(transcript, "name"));
    json_devices(transcript, json);
    json_begin(json, "log", '[');
    for (size_t i = 0; i < transcript->count; i++)
        if (is_one_of(&transcript->list[i], "info", "warn"))
            json_string(json, NULL, transcript->list[i].text);
    json_end(json, ']');
    json_end(json, '}');
}
