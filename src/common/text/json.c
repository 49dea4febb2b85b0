/* Writes JSON; checks and copies JSON that others wrote.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/json.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

#define SCHEMA_VERSION 2
#define DEEPEST 32 /* nesting in JSON that others wrote */

/* Writes one character of a JSON string, which is valid UTF-8; escapes a control character. */
static void write_character(FILE *to, const char *text, int size)
{
    if (safe_is_control(text, size))
        fprintf(to, "\\u00%02x", (unsigned char)text[size - 1]);
    else
        fwrite(text, 1, (size_t)size, to);
}

static void write_string(FILE *to, const char *text)
{
    putc('"', to);
    while (*text) {
        int size = safe_character(text);
        unsigned char first = (unsigned char)*text;

        if (size == 0)
            fprintf(to, "\\\\x%02x", first);
        else if (first == '"' || first == '\\')
            fprintf(to, "\\%c", first);
        else
            write_character(to, text, size);
        text += size ? size : 1;
    }
    putc('"', to);
}

/* Writes what precedes a value: comma, line break and key. Returns 0 if nothing is written. */
static int before_value(struct json *json, const char *key)
{
    if (!json)
        return 0;
    if (json->count++ > 0)
        putc(',', json->to);
    if (json->depth == 1 || json->depth == 2)
        fprintf(json->to, "\n%*s", 2 * json->depth, "");
    else if (json->count > 1)
        putc(' ', json->to);
    if (key) {
        write_string(json->to, key);
        fputs(": ", json->to);
    }
    return 1;
}

void json_answer(struct json *json, const char *verb)
{
    json_begin(json, NULL, '{');
    json_number(json, "schema_version", SCHEMA_VERSION);
    json_string(json, "verb", verb);
}

void json_begin(struct json *json, const char *key, char bracket)
{
    if (!before_value(json, key))
        return;
    putc(bracket, json->to);
    json->depth++;
    json->count = 0;
}

void json_end(struct json *json, char bracket)
{
    if (!json)
        return;
    json->depth--;
    if (json->count > 0 && json->depth < 2)
        fprintf(json->to, "\n%*s", 2 * json->depth, "");
    putc(bracket, json->to);
    if (json->depth == 0)
        putc('\n', json->to);
    json->count = 1; /* the enclosing array or object has at least this value */
}

void json_number(struct json *json, const char *key, long value)
{
    if (before_value(json, key))
        fprintf(json->to, "%ld", value);
}

void json_bool(struct json *json, const char *key, int value)
{
    if (before_value(json, key))
        fputs(value ? "true" : "false", json->to);
}

void json_string(struct json *json, const char *key, const char *value)
{
    if (!before_value(json, key))
        return;
    OWNED(memory) char *shorter = json->style && value ? style_text(json->style, value) : NULL;

    if (value)
        write_string(json->to, shorter ? shorter : value);
    else
        fputs("null", json->to);
}

void json_strings(struct json *json, const char *key, const struct strings *strings)
{
    json_begin(json, key, '[');
    for (size_t i = 0; i < strings->count; i++)
        json_string(json, NULL, strings->list[i]);
    json_end(json, ']');
}

void json_members(struct json *json, const char *key, const struct json_member *list, size_t count)
{
    if (!json)
        return;
    json_begin(json, key, '{');
    for (const struct json_member *member = list; member < list + count; member++)
        if (!member->name)
            continue;
        else if (member->kind == JSON_MEMBER_TEXT)
            json_string(json, member->name, member->text);
        else if (member->kind == JSON_MEMBER_FLAG)
            json_bool(json, member->name, member->number != 0);
        else if (member->kind == JSON_MEMBER_NUMBER)
            json_number(json, member->name, member->number);
        else
            json_strings(json, member->name, member->list);
    json_end(json, '}');
}

/* Each function check_...() returns the end of the value that it expects, or NULL. */

const char *json_blank(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

static const char *check_string(const char *text)
{
    if (*text++ != '"')
        return NULL;
    while (*text != '"') {
        int size = safe_character(text);

        if (size == 0 || (unsigned char)*text < 0x20)
            return NULL;
        if (*text == '\\') {
            text++;
            if (*text == 'u' && strspn(text + 1, "0123456789abcdefABCDEF") < 4)
                return NULL;
            if (*text == '\0' || !strchr("\"\\/bfnrtu", *text))
                return NULL;
        }
        text += size;
    }
    return text + 1;
}

static const char *check_digits(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits ? text + digits : NULL;
}

static const char *check_number(const char *text)
{
    const char *end;

    if (*text == '-')
        text++;
    end = check_digits(text);
    if (!end || (*text == '0' && end > text + 1))
        return NULL;
    if (*end == '.' && !(end = check_digits(end + 1)))
        return NULL;
    if (*end == 'e' || *end == 'E')
        end = check_digits(end + (end[1] == '+' || end[1] == '-' ? 2 : 1));
    return end;
}

static const char *check_value(const char *text, int deep);

/* Returns the end of a key and the colon after it, or NULL. */
static const char *check_key(const char *text)
{
    text = check_string(text);
    if (!text || *(text = json_blank(text)) != ':')
        return NULL;
    return json_blank(text + 1);
}

/* Checks an array, or an object, from the character after its bracket. */
static const char *check_members(const char *text, char close, int deep)
{
    text = json_blank(text);
    if (*text == close)
        return text + 1;
    for (;;) {
        if (close == '}' && !(text = check_key(text)))
            return NULL;
        if (!(text = check_value(text, deep + 1)))
            return NULL;
        text = json_blank(text);
        if (*text == close)
            return text + 1;
        if (*text++ != ',')
            return NULL;
        text = json_blank(text);
    }
}

static const char *check_value(const char *text, int deep)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return text + strlen(words[i]);
    if (*text == '"')
        return check_string(text);
    if (*text != '{' && *text != '[')
        return check_number(text);
    if (deep == DEEPEST)
        return NULL;
    return check_members(text + 1, *text == '{' ? '}' : ']', deep);
}

const char *json_value_end(const char *text)
{
    return check_value(text, 0);
}

const char *json_next(const char *value)
{
    const char *end = json_blank(json_value_end(value));

    return *end == ',' ? json_blank(end + 1) : end;
}

const char *json_objects(const char *text)
{
    const char *list = json_blank(text), *end = json_value_end(list);

    if (*list != '[' || !end || *json_blank(end))
        return NULL;
    list = json_blank(list + 1);
    for (const char *at = list; *at != ']'; at = json_next(at))
        if (*at != '{')
            return NULL;
    return list;
}

const char *json_find(const char *object, const char *name)
{
    size_t length = strlen(name);
    const char *found = NULL;

    for (const char *key = json_blank(object + 1), *value; *key != '}'; key = json_next(value)) {
        value = json_blank(json_blank(json_value_end(key)) + 1);
        if (strncmp(key + 1, name, length) == 0 && key[length + 1] == '"')
            found = value;
    }
    return found;
}

int json_items(struct json *json, const char *text)
{
    const char *first = json_objects(text);

    for (const char *at = first; at && *at != ']'; at = json_next(at)) {
        before_value(json, NULL);
        for (const char *c = at, *end = json_value_end(at); c < end;) {
            int size = safe_character(c);

            /* not all that is safe in JSON is safe on a terminal */
            if (strchr("\t\r\n", *c)) /* only between values: strings cannot have these */
                putc(' ', json->to);
            else
                write_character(json->to, c, size);
            c += size;
        }
    }
    return first ? 0 : -1;
}
