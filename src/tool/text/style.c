/* Writes folders that people know short, and words in colours.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/text/style.h"
#include "search/folder.h"
#include "tool/text/json.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct style look_as_style(const struct request *request, const struct consumer *consumer)
{
    struct style manner = {
        .color = request->color, .more = request->more, .full_paths = request->full_paths};

    if (!request->full_paths && consumer) {
        manner.site = consumer->sites[0];
        manner.homes[0] = consumer->view.variable(&consumer->view, "HOME");
    } else if (!request->full_paths) {
        manner.homes[0] = getenv("HOME");
    }
    return manner;
}

static int is_in_name(char c)
{
    return isalnum((unsigned char)c) || strchr("._-+@", c);
}

/* The folder's length, if the text begins with it as a path of its own. */
static size_t begins(const char *text, const char *folder)
{
    size_t length = folder ? strlen(folder) : 0;

    /* "/" or "" is nobody's home: as in a container's environment */
    if (length < 2 || *folder != '/' || strncmp(text, folder, length) != 0)
        return 0;
    return text[length] && is_in_name(text[length]) ? 0 : length;
}

/* How much of the text begins with a known folder, and how that is written. */
static size_t shorten(const struct style *manner, const char *text, const char **as)
{
    size_t site = begins(text, manner->site), most = 0;

    *as = "…";
    if (site && text[site] == '/') /* alone it would tell nothing */
        return site;
    *as = "~";
    for (int h = 0; h < 2; h++) {
        size_t home = begins(text, manner->homes[h]);

        most = home > most ? home : most;
    }
    return most;
}

char *style_path(const struct style *manner, const char *text)
{
    const char *as;
    size_t length = shorten(manner, text, &as);

    return lazynccl_join(length ? as : "", text + length, "");
}

char *style_text(const struct style *manner, const char *text)
{
    const char *as;
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);

    for (const char *at = text; to && *at;) {
        size_t length = at == text || !is_in_name(at[-1]) ? shorten(manner, at, &as) : 0;

        if (length)
            fputs(as, to);
        else
            putc(*at, to);
        at += length ? length : 1;
    }
    if (to)
        fclose(to);
    return out;
}

static void print_freed(char *shorter, const char *text)
{
    safe_print(stdout, shorter ? shorter : text);
    free(shorter);
}

void style_print(const struct style *manner, const char *text)
{
    print_freed(style_text(manner, text), text);
}

void style_print_path(const struct style *manner, const char *text)
{
    print_freed(style_path(manner, text), text);
}

void look_as_print(const struct style *manner, const struct consumer *consumer)
{
    fputs("as ", stdout);
    style_print(manner, consumer->who);
    putchar('\n');
}

void style_print_colored(const struct style *manner, const char *color, const char *word)
{
    if (manner->color)
        printf("\033[%sm%s\033[0m", color, word);
    else
        fputs(word, stdout);
}
