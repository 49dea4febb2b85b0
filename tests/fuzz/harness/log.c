/* Fuzzes the reader of logs, and the search for messages in them. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "tool/explain/input.h"
#include "tool/explain/message.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {0};
    struct input_stream stream = {.input = &input};
    size_t first = size ? data[0] % 16 * 17 : 0; /* The log arrives in two parts. */

    first = first < size ? first : size;
    input_feed(&stream, (const char *)data, first);
    input_feed(&stream, (const char *)data + first, size - first);
    input_end(&stream);

    char *text = input_text(&input);
    struct message found = message_find(text);

    fuzz_check(strlen(text) == input.kept_size + input.size, "a line has no NUL");
    fuzz_check(!strpbrk(text, "\r\033"), "a line is one line");
    if (found.is_known) {
        char *what = answer_text(found.answer.what, &found.complaint, &found.owner);

        fuzz_check(found.line >= text && found.line + found.length <= text + strlen(text),
                   "the line is of the text");
        fuzz_check(*found.answer.ids || found.answer.word, "a finding or an answer is named");
        fuzz_check(what ? *what != '\0' : *found.answer.ids != '\0', "it means something");
        free(what);
    }
    free(text);
    input_free(&input);
    return 0;
}
