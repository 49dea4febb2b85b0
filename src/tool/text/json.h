/* What the command prints: text that is safe for a terminal, and JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_TEXT_JSON_H
#define LAZYNCCL_TOOL_TEXT_JSON_H

#include <stdio.h>

/* Names come from files that anybody may have made: control characters, and bytes that are not
 * UTF-8, are written \xNN. */
void safe_print(FILE *to, const char *text);
void safe_print_part(FILE *to, const char *text, size_t length); /* its first bytes */

/* A JSON value being written. Start with {.to = stdout}; values inside an array have no key (NULL).
 * The outermost object's members, and the rows of its arrays, stand on lines of their own. */
struct style;
struct json {
    FILE *to;
    const struct style *manner; /* folders in texts are written short so; NULL: as they are */
    int depth;
    int count; /* of values so far in the innermost object or array */
};

/* Begins what a verb answers, the outermost object; findings_json() ends it. What is in it is
 * said by packaging/lazynccl.schema.json.in, whose version changes with what an older reader would
 * not understand. */
void json_answer(struct json *, const char *verb);

void json_begin(struct json *, const char *key, char bracket); /* '{' or '[' */
void json_end(struct json *, char bracket);                    /* '}' or ']' */
void json_number(struct json *, const char *key, long value);
void json_bool(struct json *, const char *key, int value);
/* NULL is null. Control characters are escaped; bytes that are not UTF-8 become the text \xNN. */
void json_string(struct json *, const char *key, const char *value);
/* Writes the objects of an array that somebody else wrote. Returns 0; -1 if the text is no JSON
 * array of objects, then nothing is written. */
int json_items(struct json *, const char *text);
/* Where the JSON value that begins here ends; NULL if none does. */
const char *json_value_end(const char *text);

#endif
