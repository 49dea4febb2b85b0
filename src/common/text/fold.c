/* Folds lines at a terminal's width, between words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/fold.h"
#include "common/text/ascii.h"
#include "common/text/memory.h"
#include "common/text/progress.h"
#include "common/text/safe.h"
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 20, LABEL = 8 }; /* columns: in fewer nothing is gained; of a label */

static size_t columns, hanging; /* by how much a line without columns goes on to the right */
static int in_ascii;
static char *line; /* what waits for the end of its line */
static size_t length;

/* How many bytes the character or terminal sequence there has, and how many columns it takes. */
static size_t glyph(const char *at, const char *end, size_t *width)
{
    size_t size = 1;

    *width = *at != '\033';
    if (*width)
        while (at + size < end && (at[size] & 0xc0) == 0x80)
            size++;
    else
        while (at + size < end && at[size++] != 'm')
            ;
    return size;
}

/* The columns that a text takes. */
static size_t width_of(const char *at, const char *end)
{
    size_t sum = 0, width;

    for (; at < end; sum += width)
        at += glyph(at, end, &width);
    return sum;
}

/* Where the next lines begin: below the last column that leaves a third of the line, where two
 * spaces divide columns, or one follows a label: "  help: ..." or "usage: ...". */
static size_t margin(const char *text, const char *end)
{
    size_t column = strspn(text, " "), best = column + hanging, words = 0, width;
    const char *start = text + column;
    int has_label = column || strncmp(text, "usage:", 6) == 0;
    char last[2] = "";

    for (const char *at = start; at < end && column < columns * 2 / 3; column += width) {
        char now = *at;
        int begins = now != ' ' && last[0] == ' ';

        words += begins;
        if (begins && (last[1] == ' ' ||
                       (has_label && words == 1 && last[1] == ':' && width_of(start, at) <= LABEL)))
            best = column;
        at += glyph(at, end, &width);
        if (width) {
            last[1] = last[0];
            last[0] = now;
        }
    }
    return best < columns * 2 / 3 ? best : hanging;
}

/* The end of a cell of a table: two blanks divide them. */
static const char *cell_end(const char *at, const char *end)
{
    while (at < end && !(*at == ' ' && at + 1 < end && at[1] == ' '))
        at++;
    return at;
}

static void print_folded(FILE *to, const char *text, const char *end)
{
    OWNED(memory) char *ascii = in_ascii ? ascii_line(text, (size_t)(end - text)) : NULL;

    text = ascii ? ascii : text;
    end = ascii ? ascii + strlen(ascii) : end;
    size_t indent = margin(text, end), column = 0;

    while (text < end) {
        const char *word = text;
        while (word < end && *word == ' ')
            word++;
        const char *next = word;
        while (next < end && *next != ' ')
            next++;
        size_t blanks = (size_t)(word - text), width = width_of(word, next);
        size_t cell = blanks < 2 ? width : width_of(word, cell_end(word, end));

        cell = indent + cell <= columns ? cell : width; /* a cell stays whole, if it can */
        /* a word that no line can hold gains nothing from a line of its own */
        if (columns && column > indent && column + blanks + cell > columns &&
            indent + width <= columns) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
        } else {
            fprintf(to, "%*s", (int)blanks, "");
            column += blanks;
        }
        fwrite(word, 1, (size_t)(next - word), to);
        column += width;
        if (columns && column > columns)
            column %= columns; /* the terminal has folded it */
        text = next;
    }
}

static int write_all(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t count = write(STDOUT_FILENO, text, size);
        if (count <= 0)
            return -1;
        text += count;
        size -= (size_t)count;
    }
    return 0;
}

/* Writes the whole lines; with `all` what follows them, too. */
static int write_lines(int all)
{
    char *out, *at = line, *end = line + length, *newline;
    size_t size;
    FILE *to = memory_check(open_memstream(&out, &size));

    progress_end();
    for (; (newline = memchr(at, '\n', (size_t)(end - at))); at = newline + 1) {
        print_folded(to, at, newline);
        putc('\n', to);
    }
    if (all) {
        print_folded(to, at, end);
        at = end;
    }
    fclose(to);
    length = (size_t)(end - at);
    memmove(line, at, length);
    int status = write_all(out, size);
    free(out);
    return status;
}

static ssize_t take(void *cookie, const char *text, size_t size)
{
    (void)cookie;
    line = memory_check(realloc(line, length + size));
    memcpy(line + length, text, size);
    length += size;
    return write_lines(0) == 0 ? (ssize_t)size : 0;
}

/* 0: it is no terminal, or a very narrow one. */
static size_t columns_of(int fd)
{
    struct winsize window = {0};

    return ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_col >= LEAST ? window.ws_col : 0;
}

void fold_stdout(size_t most)
{
    size_t terminal = columns_of(STDOUT_FILENO);

    columns = terminal && (!most || terminal < most) ? terminal : most;
    hanging = most ? 0 : 4; /* prose, or headings */
    in_ascii = ascii_is_wanted();
    FILE *folding =
        columns || in_ascii ? fopencookie(NULL, "w", (cookie_io_functions_t){.write = take}) : NULL;
    if (folding) {
        stdout = folding;
        setvbuf(stdout, NULL, _IOLBF, 0);
    }
}

void fold_error(const char *text)
{
    size_t before[] = {columns, hanging};
    char *safe;
    size_t size;
    FILE *to = memory_check(open_memstream(&safe, &size));

    safe_print(to, text);
    fclose(to);
    columns = columns_of(STDERR_FILENO);
    hanging = 4;
    fflush(stdout); /* keeps the two streams in order */
    progress_end();
    print_folded(stderr, safe, safe + size);
    putc('\n', stderr);
    columns = before[0];
    hanging = before[1];
    free(safe);
}

size_t fold_columns(void)
{
    return columns;
}

size_t fold_width(void)
{
    return columns ? columns : 96;
}

int fold_finish(void)
{
    int status = fflush(stdout) != 0 || ferror(stdout) ? -1 : 0;

    return length > 0 && write_lines(1) != 0 ? -1 : status;
}
