/* Writes what `find` found out as JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/file_version.h"
#include "tool/findings/show.h"
#include "tool/verbs/find/print.h"

static void json_look(struct json *json, const char *key, const struct examination *at,
                      const struct answer *answer, const struct candidate *look,
                      const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT], loaded[LAZYNCCL_VERSION_TEXT];

    json_begin(json, key, '{');
    json_string(json, "place", look->place);
    json_string(json, "path", look->path ? machine_shown(at->machine, look->path) : NULL);
    json_string(json, "version",
                look->version ? lazynccl_version_text(answer->is, look->version, version) : NULL);
    json_string(json, "outcome", look->outcome && *look->outcome ? look->outcome : NULL);
    if (proof) {
        json_string(json, "loaded_version",
                    proof->version ? lazynccl_version_text(answer->is, proof->version, loaded)
                                   : NULL);
        json_string(json, "load_failed", proof->failed);
    }
    json_end(json, '}');
}

void find_json_both(struct json *json, const struct examination *at, const struct answer *answer,
                    const struct proof *linker, const struct proof *taken)
{
    const struct candidate *mine = answer_taken(answer);

    if (answer->linker.path)
        json_look(json, "ld.so", at, answer, &answer->linker, linker);
    else
        json_string(json, "ld.so", NULL);
    if (mine)
        json_look(json, "lazynccl", at, answer, mine, taken);
    else
        json_string(json, "lazynccl", NULL);
}

void find_json(const struct examination *at, const struct result *results, int count)
{
    struct json json = {.to = stdout};

    json_answer(&json, "find");
    json_string(&json, "as", at->machine->consumer->who);
    json_begin(&json, "libraries", '[');
    for (int r = 0; r < count; r++) {
        const struct result *result = &results[r];

        json_begin(&json, NULL, '{');
        json_string(&json, "library", result->answer.is->name);
        find_json_both(&json, at, &result->answer, result->proved ? &result->linker : NULL,
                       result->proved ? &result->taken : NULL);
        json_begin(&json, "places", '[');
        for (int i = 0; i < result->answer.count; i++)
            json_look(&json, NULL, at, &result->answer, &result->answer.looks[i], NULL);
        json_end(&json, ']');
        json_end(&json, '}');
    }
    json_end(&json, ']');
    findings_json(at->findings, at->machine, &json);
}
