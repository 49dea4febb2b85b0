/* Writes the signs that the command draws with in ASCII, where the locale has nothing else.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/ascii.h"
#include "common/text/memory.h"

static const struct {
    const char *sign, *ascii;
} signs[] = {
    {"…", "..."}, {"·", "-"}, {"→", "->"}, {"│", "|"}, {"├", "|"}, {"└", "`"}, {"─", "-"},
};

int ascii_is_wanted(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *locale = getenv(names[i]);

        if (locale && *locale)
            return !strcasestr(locale, "utf-8") && !strcasestr(locale, "utf8");
    }
    return 0;
}

/* The bytes of the sign there, which its ASCII replaces; 0: it is none of ours. */
static size_t sign_at(const char *text, const char **ascii)
{
    for (size_t i = 0; (unsigned char)*text > 0x7f && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i].sign, strlen(signs[i].sign)) == 0) {
            *ascii = signs[i].ascii;
            return strlen(signs[i].sign);
        }
    return 0;
}

char *ascii_line(const char *text, size_t length)
{
    OWNED(memory) char *line = memory_copy_part(text, length);
    char *out = memory_check(calloc(length + 1, 1)), *to = out; /* no sign has fewer bytes */
    size_t owed = 0, size;
    const char *ascii;

    for (const char *at = line; *at; at += size)
        if ((size = sign_at(at, &ascii))) {
            to = stpcpy(to, ascii);
            owed += strlen(ascii) - 1;
        } else if (owed && strncmp(at, "  ", 2) == 0) { /* one divides columns still */
            size = 1;
            owed--;
        } else {
            size = 1;
            *to++ = *at;
        }
    return out;
}
