/* Folds prose at 80 columns, between words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/fold.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

enum { COLUMNS = 80 };

void fold_print(int indent, const char *title, const char *text)
{
    int margin = indent + safe_columns(title), column = margin;

    printf("%*s%s", indent, "", title);
    for (const char *word = text; *word;) {
        int length = (int)strcspn(word, " \n");

        if (word > text && column + 1 + length > COLUMNS) {
            printf("\n%*s", margin, "");
            column = margin;
        } else if (word > text) {
            putchar(' ');
            column++;
        }
        OWNED(memory) char *copy = memory_copy_part(word, (size_t)length);
        safe_print(stdout, copy);
        column += length;
        word += length;
        word += *word != '\0';
    }
    putchar('\n');
}
