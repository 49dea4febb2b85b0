/* What programs printed, of any length, as clean lines.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * UTF-16 becomes UTF-8; the escape sequences of terminals and control characters are dropped; a
 * carriage return ends a line, as progress bars use it; of a line the first 64 KiB are read. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Called with each line. */
typedef void input_line(void *context, const char *line, size_t length);

/* What is kept of all streams: start with {0} and the functions to call, if any. */
struct input {
    input_line *line;
    void *context;
    int (*keeps)(const char *line); /* 1: a line before the text is worth keeping */
    char *text;                     /* the last lines, at least a MiB of them */
    size_t size;                    /* of the text */
    char *kept; /* lines before the text, one of each shape, the first 256 KiB; NULL: none */
    size_t kept_size;
    uint32_t *shapes; /* of the lines before the text; NULL: none */
    size_t lines;     /* of the text */
    size_t dropped;   /* lines before the text */
    size_t bytes;     /* of all streams, as read */
};

/* One of them, such as a file or a pipe: start with {.input = ...}. */
struct input_stream {
    struct input *input;
    char *line; /* what there is of the next line */
    size_t length;
    size_t odd;   /* bytes that are not text, among the first 64 KiB */
    size_t bytes; /* read so far */
    enum { INPUT_UNKNOWN, INPUT_BYTES, INPUT_LITTLE, INPUT_BIG } encoding; /* the last are UTF-16 */
    unsigned unit, high; /* of UTF-16: the first byte of a pair + 256; the first half of a pair */
    int escape;          /* where in a terminal's sequence it is; 0: in none */
    int returned;        /* 1: a carriage return came last */
};

void input_feed(struct input_stream *, const char *bytes, size_t size);

/* Ends the last line. */
void input_end(struct input_stream *);

/* 1 if what was read is not text: enough of it was to tell, or all. */
int input_is_binary(const struct input_stream *);

/* The lines that were kept and the text, to be freed. */
char *input_text(const struct input *);
void input_free(struct input *);
