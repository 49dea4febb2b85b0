/* Writes JSON, and reads JSON that others wrote.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"
#include "common/text/style.h"

/* A JSON value being written. Start with {.to = stdout}; values inside an array have no key (NULL).
 * Each member of the outermost object, and each row of its arrays, begins a new line. */
struct json {
    FILE *to;
    const struct style *style; /* shortens folders in texts; NULL: they stay as they are */
    int depth;                 /* open objects and arrays */
    int count;                 /* values so far in the innermost of these */
};

/* How an answer is written: as text for people, or as JSON. */
struct table {
    const struct style *style;
    struct json *json; /* NULL: for people */
};

/* If `json` is NULL, the answer is text for people, and these functions write nothing. */

/* Begins a verb's answer, the outermost object; findings_json() ends it. packaging/answers.toml
 * describes its members. The schema's version changes if older readers would not understand it. */
void json_answer(struct json *, const char *verb);

void json_begin(struct json *, const char *key, char bracket); /* '{' or '[' */
void json_end(struct json *, char bracket);                    /* '}' or ']' */
void json_number(struct json *, const char *key, long value);
void json_bool(struct json *, const char *key, int value);
/* NULL is null. Control characters are escaped; bytes that are not UTF-8 become the text \xNN. */
void json_string(struct json *, const char *key, const char *value);
void json_strings(struct json *, const char *key, const struct strings *); /* an array */

/* json_row(json, key, JSON_TEXT("name", name), ...) writes an object, without unnamed members. */
struct json_member {
    const char *name;
    const char *text; /* NULL: null */
    enum { JSON_MEMBER_TEXT, JSON_MEMBER_FLAG, JSON_MEMBER_NUMBER, JSON_MEMBER_LIST } kind;
    long number; /* for JSON_MEMBER_FLAG: 0 or 1 */
    const struct strings *list;
};
#define JSON_TEXT(name, text) ((struct json_member){name, text, JSON_MEMBER_TEXT, 0, NULL})
#define JSON_FLAG(name, flag) ((struct json_member){name, NULL, JSON_MEMBER_FLAG, flag, NULL})
#define JSON_NUMBER(name, number)                                                                  \
    ((struct json_member){name, NULL, JSON_MEMBER_NUMBER, number, NULL})
#define JSON_LIST(name, list) ((struct json_member){name, NULL, JSON_MEMBER_LIST, 0, list})
#define json_row(json, key, ...)                                                                   \
    json_members(json, key, (const struct json_member[]){__VA_ARGS__},                             \
                 sizeof(struct json_member[]){__VA_ARGS__} / sizeof(struct json_member))
void json_members(struct json *, const char *key, const struct json_member *, size_t count);

/* Writes the objects of an array that others wrote. Returns 0; -1 if the text is not a JSON array
 * of objects, then nothing is written. */
int json_items(struct json *, const char *text);

/* Readers of an array of objects. json_objects() returns the first object, or NULL if the text is
 * not such an array. json_next() returns the value after the given one, or the closing bracket. */
const char *json_objects(const char *text);
const char *json_next(const char *value);
const char *json_blank(const char *text); /* after the blanks that begin the text */
/* Returns the value of an object's last member of that name; NULL: it has none. */
const char *json_find(const char *object, const char *name);
/* Returns the end of the JSON value with which the text begins; NULL if there is none. */
const char *json_value_end(const char *text);
