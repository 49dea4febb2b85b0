/* Folds prose at 80 columns, between words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/fold.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "common/text/style.h"

enum { COLUMNS = 80 };

/* Prints the words from this column on, and begins further lines at `margin`. */
static void print_words(int column, int margin, const char *text)
{
    for (const char *word = text; word[strspn(word, " ")];) { /* without blanks at its end */
        size_t length = strcspn(word, " \n");
        OWNED(memory) char *copy = memory_copy_part(word, length);
        OWNED(memory) char *safe = safe_text(copy);
        int columns = safe_columns(safe);

        if (word > text && column + 1 + columns > COLUMNS) {
            printf("\n%*s", margin, "");
            column = margin;
        } else if (word > text) {
            putchar(' ');
            column++;
        }
        fputs(safe, stdout);
        column += columns;
        word += length;
        if (*word)
            word++;
    }
}

void fold_print(int indent, const char *title, const char *text)
{
    int margin = indent + safe_columns(title);

    printf("%*s%s", indent, "", title);
    print_words(margin, margin, text);
    putchar('\n');
}

void fold_print_item(int indent, const struct style *style, const char *color, const char *text)
{
    printf("%*s%s", indent, "", style_begin(style, color));
    print_words(indent, indent + 2, text);
    printf("%s\n", style_end(style));
}
