/* Shortens known folders, colors words, and folds prose between margins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/style.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include <ctype.h>

static int is_in_name(char c)
{
    return isalnum((unsigned char)c) || strchr("._-+@", c);
}

/* Returns the length of the folder if the text begins with it or a path below it, else 0. */
static size_t match_folder(const char *text, const char *folder)
{
    size_t length = folder ? strlen(folder) : 0;

    /* a container may have "/" or "" for a home */
    if (length < 2 || *folder != '/' || strncmp(text, folder, length) != 0)
        return 0;
    return text[length] && is_in_name(text[length]) ? 0 : length;
}

/* Returns the length of the known folder with which the text begins, and sets its short form. */
static size_t match_known_folder(const struct style *style, const char *text, const char **as)
{
    size_t site = match_folder(text, style->site), most = 0;

    *as = "...";
    if (site && text[site] == '/') /* "..." alone would be of no use */
        return site;
    *as = "~";
    for (int h = 0; h < 2; h++) {
        size_t home = match_folder(text, style->homes[h]);

        most = home > most ? home : most;
    }
    return most;
}

char *style_path(const struct style *style, const char *text)
{
    const char *as;
    size_t length = match_known_folder(style, text, &as);

    return memory_print("%s%s", length ? as : "", text + length);
}

char *style_text(const struct style *style, const char *text)
{
    const char *as;
    char *out = NULL;
    size_t size;
    FILE *to = memory_check(open_memstream(&out, &size));

    for (const char *at = text; *at;) {
        size_t length = at == text || !is_in_name(at[-1]) ? match_known_folder(style, at, &as) : 0;

        if (length)
            fputs(as, to);
        else
            putc(*at, to);
        at += length ? length : 1;
    }
    fclose(to);
    return out;
}

void style_color_line(const struct style *style, const char *color, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    OWNED(memory) char *text = memory_print_list(format, values);
    va_end(values);
    OWNED(memory) char *shorter = style_text(style, text);
    size_t length = strlen(shorter);

    while (length && shorter[length - 1] == ' ')
        shorter[--length] = '\0';
    style_print(style, color, shorter);
    putchar('\n');
}

void style_print(const struct style *style, const char *color, const char *text)
{
    if (color)
        fputs(style_begin(style, color), stdout);
    safe_print(stdout, text);
    if (color)
        fputs(style_end(style), stdout);
}

const char *style_begin(const struct style *style, const char *color)
{
    return style->color ? color : "";
}

const char *style_end(const struct style *style)
{
    return style->color ? "\033[0m" : "";
}

enum { COLUMNS = 80 };

/* Returns the length of the first part of a text that stays in one line: a word, but in a remedy
 * everything up to a comma, a colon, a semicolon or a remark in brackets. */
static size_t part_length(const char *text, int is_remedy)
{
    size_t length = strcspn(text, " \n");

    while (is_remedy && length && text[length] == ' ' && !strchr(",:;", text[length - 1]) &&
           text[length + strspn(text + length, " ")] != '(')
        length += 1 + strcspn(text + length + 1, " \n");
    return length;
}

/* Prints the parts from this column on, and begins further lines at `margin`. */
static void print_parts(int column, int margin, const char *text, int is_remedy)
{
    int gap = 0;

    for (const char *part = text; *part; part += gap) { /* without blanks at its end */
        size_t length = part_length(part, is_remedy);
        OWNED(memory) char *copy = memory_copy_part(part, length);
        OWNED(memory) char *safe = safe_text(copy);
        int columns = safe_columns(safe);

        if (gap && column + gap + columns > COLUMNS) {
            putchar('\n');
            gap = margin;
            column = 0;
        }
        printf("%*s%s", gap, "", safe);
        column += gap + columns;
        part += length;
        gap = (int)strspn(part, " \n");
    }
}

void style_fold(int indent, const char *title, const char *text)
{
    int margin = indent + safe_columns(title);

    printf("%*s%s", indent, "", title);
    print_parts(margin, margin, text, 0);
    putchar('\n');
}

void style_fold_item(int indent, const struct style *style, const char *color, const char *text)
{
    printf("%*s%s", indent, "", style_begin(style, color));
    print_parts(indent, indent + 2, text, 0);
    printf("%s\n", style_end(style));
}

void style_fold_remedy(const struct style *style, const char *text)
{
    printf("      %shelp:%s ", style_begin(style, STYLE_HELP), style_end(style));
    print_parts(12, 12, text, 1);
    putchar('\n');
}
