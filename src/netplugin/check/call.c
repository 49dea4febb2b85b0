/* Starts a plugin in a child process and shows its devices and its log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/style.h"
#include "netplugin/check/transcript.h"
#include <inttypes.h>

/* Returns the kinds of memory that a device supports, such as "host cuda". */
static const char *pointers(int support, char text[40])
{
    snprintf(text, 40, "%s%s%s", support & LAZYNCCL_NET_PTR_HOST ? " host" : "",
             support & LAZYNCCL_NET_PTR_CUDA ? " cuda" : "",
             support & LAZYNCCL_NET_PTR_DMABUF ? " dmabuf" : "");
    return *text ? text + 1 : text;
}

/* Runs in the child. Writes one line per property, such as "maxRecvs 8". */
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
        session_check_device(s, device, &props);
        describe(s, &props);
    }
    session_finalize(s, plugin->ctx);
}

const char *call_make(struct examination *at, const struct plugin_request *request, int version,
                      struct transcript *transcript)
{
    struct session session = {
        .path = request->file,
        .version = version,
        .options = {.gpu = check_fake_gpu(request), .seconds = request->asked->seconds},
        .run = work};
    *transcript = (struct transcript){.version = version,
                                      .interface = &lazynccl_net_interfaces[LAZYNCCL_NET_KIND_NET]};
    const char *why = transcript_make(&session, transcript);

    if (!why)
        transcript_report(at, request, transcript, 1);
    return why;
}

static int is_one_of(const struct transcript_line *line, const char *word, const char *other)
{
    return strcmp(line->word, word) == 0 || strcmp(line->word, other) == 0;
}

static void write_property(const struct transcript_line *line, struct json *json)
{
    const char *value = line->text + strcspn(line->text, " ") + 1;
    OWNED(memory) char *key = memory_copy_part(line->text, (size_t)(value - line->text) - 1);

    if (strcmp(line->word, "number") == 0)
        json_number(json, key, strtol(value, NULL, 10));
    else
        json_string(json, key, *value ? value : NULL);
}

/* Prints "device 0  name eth0, pointers host, ...". Returns the index after the device's lines. */
static size_t show_device(const struct transcript *transcript, size_t i, struct json *json)
{
    OWNED(strings) struct strings properties = {0};
    char title[16];

    snprintf(title, sizeof title, "device %-3s", transcript->list[i].text);
    json_begin(json, NULL, '{');
    while (++i < transcript->count && is_one_of(&transcript->list[i], "text", "number")) {
        const char *text = transcript->list[i].text;

        write_property(&transcript->list[i], json);
        if (text[strlen(text) - 1] != ' ') /* the property has a value */
            strings_add(&properties, text, strlen(text));
    }
    json_end(json, '}');
    OWNED(memory) char *joined = strings_join(&properties, ", ");
    if (!json)
        style_fold(0, title, joined);
    return i;
}

static void show_devices(const struct transcript *transcript, struct json *json)
{
    json_begin(json, "devices", '[');
    for (size_t i = 0; i < transcript->count;)
        if (strcmp(transcript->list[i].word, "device") == 0)
            i = show_device(transcript, i, json);
        else
            i++;
    json_end(json, ']');
}

void call_show(const struct transcript *transcript, struct json *json)
{
    const char *called = transcript_text(transcript, "called"),
               *name = transcript_text(transcript, "name"), *head = "log       ";
    int renamed = called && name && strcmp(called, name) != 0;

    json_begin(json, "call", '{');
    json_number(json, "version", transcript->version);
    json_string(json, "name_before_init", called);
    json_string(json, "name", name);
    OWNED(memory)
    char *both = renamed ? memory_print("before init %s, after it %s", called, name) : NULL;
    const char *shown = both ? both : name;
    OWNED(memory)
    char *text =
        memory_print("v%d%s%s", transcript->version, shown ? ": " : "", shown ? shown : "");
    if (!json)
        style_fold(0, "called    ", text);
    show_devices(transcript, json);
    json_begin(json, "log", '[');
    for (size_t i = 0; i < transcript->count; i++)
        if (is_one_of(&transcript->list[i], "info", "warn")) {
            json_string(json, NULL, transcript->list[i].text);
            if (!json)
                style_fold(0, head, transcript->list[i].text);
            head = "          ";
        }
    json_end(json, ']');
    json_end(json, '}');
}
