/* What programs printed, of any length, as clean lines.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The escape sequences of terminals and control characters are dropped. A carriage return ends a
 * line, as in progress bars. Only the first 64 KiB of a line are read: see input_unread(). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The text of all streams. Initialize it with {0}. */
struct input {
    char *text;  /* the end of the input, at least 1 MiB */
    size_t size; /* bytes of `text` */
    char *kept;  /* lines before the text, one of each shape, up to 256 KiB; NULL if none */
    size_t kept_size;
    uint32_t *shapes; /* hashes of the lines before the text; NULL: none */
    size_t dropped;   /* lines before the text */
    size_t cut;       /* lines that were too long */
    size_t lost;      /* useful lines for which there was no room */
};

/* One stream, such as a file or a pipe. Initialize it with {.input = ...}. */
struct input_stream {
    struct input *input;
    char *line;    /* the incomplete next line */
    size_t length; /* of `line` */
    int escape;    /* where in a terminal's escape sequence the stream is; 0: outside */
    int returned;  /* 1 if the last byte was a carriage return */
    int cut;       /* 1 if the line is longer than 64 KiB */
};

void input_feed(struct input_stream *, const char *bytes, size_t size);
void input_end(struct input_stream *); /* ends the last line */

/* Reads a file up to its current size, or a pipe to its end, and copies it to `pass` unless that is
 * -1. Returns NULL, or why the input cannot be read; keeps the text read so far. */
const char *input_read(struct input *, int fd, int pass);

/* Runs a command, reads its output, and passes it on: without `keep_stdout`, all to standard error.
 * Returns the exit status as a shell would. Sets `why` if the command did not start. */
int input_command(struct input *, char **command, int keep_stdout, const char **why);

/* Returns what was not read, "3 lines after 65536 bytes", or NULL. The caller frees it. */
char *input_unread(const struct input *);

/* Returns the kept lines followed by the text. The caller frees it. */
char *input_text(const struct input *);
void input_free(struct input *);
