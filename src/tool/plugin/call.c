/* Starts a plugin in a child process, and has it describe its devices.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/request.h"
#include "tool/plugin/transcript.h"
#include "tool/text/json.h"
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

static void describe(struct session *play, const struct lazynccl_net_properties_v12 *is)
{
    char text[40];

    session_say(play, "property", "name %s", is->name ? is->name : "");
    session_say(play, "property", "pciPath %s", is->pciPath ? is->pciPath : "");
    session_say(play, "property", "pointers %s", pointers(is->ptrSupport, text));
    session_say(play, "property", "guid 0x%" PRIx64, is->guid);
    session_say(play, "property", "speed %d", is->speed);
    session_say(play, "property", "port %d", is->port);
    session_say(play, "property", "latency_ns %.0f", (double)is->latency * 1000);
    session_say(play, "property", "maxComms %d", is->maxComms);
    session_say(play, "property", "maxRecvs %d", is->maxRecvs);
    if (play->version < 7)
        return;
    session_say(play, "property", "netDeviceType %d", is->netDeviceType);
    if (play->version < 8)
        return;
    session_say(play, "property", "regIsGlobal %d", is->regIsGlobal);
    if (play->version < 9)
        return;
    session_say(play, "property", "maxP2pBytes %zu", is->maxP2pBytes);
    session_say(play, "property", "maxCollBytes %zu", is->maxCollBytes);
}

static int work(void *context, FILE *to)
{
    struct session *play = context;

    play->to = to;
    session_limit();
    if (session_start(play) != 0)
        return 1;
    if (*play->name && strcmp(play->called, *play->name) != 0)
        session_report(play, "LN318", "the name is \"%s\" before init, and \"%s\" after it",
                       play->called, *play->name);
    session_say(play, "called", "%s", play->called);
    session_say(play, "name", "%s", *play->name ? *play->name : "");
    for (int device = 0; device < play->devices; device++) {
        struct lazynccl_net_properties_v12 is = {.name = NULL};

        session_step(play, "getProperties");
        if (!session_works(play, "getProperties",
                           play->net.getProperties(&play->real, device, &is)))
            return 1;
        session_say(play, "device", "%d", device);
        describe(play, &is);
        session_check_device(play, device, &is);
    }
    return session_finalize(play, play->ctx) == 0 ? 0 : 1;
}

const char *plugin_call(struct examination *at, const struct plugin_request *request, int version,
                        struct transcript *account)
{
    struct session play = {.path = request->file, .version = version, .seconds = request->seconds};
    struct transcript_of of = {version, NULL, account};
    const char *why = transcript_make(&play, work, account);

    if (!why)
        transcript_report(at, request, &of, 1);
    return why;
}

static int is_log(const struct transcript_line *told)
{
    return strcmp(told->word, "info") == 0 || strcmp(told->word, "warn") == 0;
}

/* "device 0  name eth0, pointers host, ...", wrapped. */
static void print_devices(const struct transcript *account)
{
    size_t column = 0;

    for (size_t i = 0; i < account->count; i++) {
        const struct transcript_line *told = &account->list[i];
        int is_name = strncmp(told->text, "name ", 5) == 0;

        if (strcmp(told->word, "device") == 0)
            printf("%sdevice %-3s", column ? "\n" : "", told->text);
        if (strcmp(told->word, "property") != 0 || told->text[strlen(told->text) - 1] == ' ')
            continue;
        if (!is_name && column + strlen(told->text) > WIDTH) {
            fputs(",\n          ", stdout);
            column = 0;
        } else if (!is_name) {
            fputs(", ", stdout);
        }
        safe_print(stdout, told->text);
        column = (is_name ? 0 : column) + strlen(told->text) + 2;
    }
    if (column)
        putchar('\n');
}

void plugin_call_print(const struct transcript *account, int version)
{
    const char *called = transcript_text(account, "called"),
               *name = transcript_text(account, "name");
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
    print_devices(account);
    for (size_t i = 0; i < account->count; i++)
        if (is_log(&account->list[i])) {
            fputs(head, stdout);
            safe_print(stdout, account->list[i].text);
            putchar('\n');
            head = "          ";
        }
}

void plugin_call_json(const struct transcript *account, int version, struct json *json)
{
    static const char *const texts[] = {"name", "pciPath", "pointers", "guid"};
    int open = 0;

    json_begin(json, "call", '{');
    json_number(json, "version", version);
    json_string(json, "name_before_init", transcript_text(account, "called"));
    json_string(json, "name", transcript_text(account, "name"));
    json_begin(json, "devices", '[');
    for (size_t i = 0; i < account->count; i++) {
        const struct transcript_line *told = &account->list[i];
        char *value = strchr(told->text, ' '), *key;
        int is_text = 0;

        if (strcmp(told->word, "device") == 0) {
            if (open)
                json_end(json, '}');
            json_begin(json, NULL, '{');
            open = 1;
        }
        if (strcmp(told->word, "property") != 0 || !value)
            continue;
        if (!(key = strndup(told->text, (size_t)(value - told->text))))
            abort();
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
    for (size_t i = 0; i < account->count; i++)
        if (is_log(&account->list[i]))
            json_string(json, NULL, account->list[i].text);
    json_end(json, ']');
    json_end(json, '}');
}
