/* Fuzzes the readers of notes: of .note.dlopen's JSON, whose output has no control characters, and of
 * the marker note. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "common/files/dlopen_note.h"
#include "common/text/json.h"
#include "common/text/safe.h"
#include "runtime/search/elf_check.h"
#include <string.h>

static int is_clean(const char *text)
{
    for (; *text; text++) {
        unsigned char here = (unsigned char)text[0], next = (unsigned char)text[1];

        if ((here < 0x20 && here != '\n') || here == 0x7f ||
            (here == 0xc2 && next >= 0x80 && next < 0xa0)) /* U+0080 to U+009F */
            return 0;
    }
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *said = NULL, *notes = malloc(size + !size);
    size_t length;
    struct dlopen_entries entries = {0};
    FILE *to = open_memstream(&said, &length);
    struct json json = {.to = to};

    memcpy(notes, data, size); /* Exactly `size` bytes, so that every read past the end is seen. */
    for (size_t align = 0; align <= 8; align++)
        (void)lazynccl_exports_in((const unsigned char *)notes, size, align);
    free(notes);
    memcpy(text, data, size);
    text[size] = '\0';
    int is_list = dlopen_note_read(text, &entries) == 0;
    fuzz_check(is_list || entries.count == 0, "malformed JSON adds nothing");
    json_begin(&json, NULL, '[');
    fuzz_check(!is_list || json_items(&json, text) == 0, "both readers accept the same JSON");
    json_end(&json, ']');
    fclose(to);
    fuzz_check(is_clean(said), "no control character is printed");
    free(said);

    to = open_memstream(&said, &length);
    safe_print(to, text);
    fputc('\n', to);
    for (size_t i = 0; i < entries.count; i++)
        for (size_t n = 0; n < entries.list[i].sonames.count; n++)
            safe_print(to, entries.list[i].sonames.list[n]);
    json = (struct json){.to = to};
    json_begin(&json, NULL, '{');
    json_string(&json, text, text);
    json_end(&json, '}');
    fclose(to);
    fuzz_check(is_clean(said), "no control character is printed");
    free(said);
    dlopen_entries_free(&entries);
    free(text);
    return 0;
}
