/* Reads the errors of loaders and linkers with one grammar: ld.so of every release, musl, ld, and
 * the sentences of programs that open libraries by themselves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/complaint.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <strings.h>

char *complaint_clean(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|'|\"|`|*";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| ";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}

/* The grammar. The first row that fits is taken. A file before ": " is the one that needs the
 * library, unless the row names it. The name that begins a row may end in a colon. */
static const struct {
    enum complaint_kind kind;
    const char *text;
} grammar[] = {
    {COMPLAINT_DENIED, "{L} cannot open shared object file: permission denied"},
    {COMPLAINT_NOT_FOUND, "{L} cannot open shared object"},
    {COMPLAINT_NOT_FOUND,
     "error loading shared library {L}: no such file or directory (needed by {F})"},
    {COMPLAINT_NOT_FOUND, "error loading shared library {L}: no such"},
    {COMPLAINT_NOT_FOUND, "error in dlopen for library {L}and "}, /* PyTorch, with a second name */
    {COMPLAINT_NOT_FOUND, "{L} => not found"},
    {COMPLAINT_NOT_FOUND, "cannot be used: no {L} in any search location"}, /* lazynccl's own */
    {COMPLAINT_SYMBOL, "undefined symbol: {S}, version {V}"},
    {COMPLAINT_SYMBOL, "undefined symbol: {S}"},
    {COMPLAINT_SYMBOL, "symbol {S}, version {V} not defined in file {L} with"},
    {COMPLAINT_SYMBOL, "symbol {S} version {V} not defined in file {L} with"},
    {COMPLAINT_SYMBOL, "error relocating {F}: {S}: symbol not found"},
    {COMPLAINT_VERSION, "{L} version {V} not found (required by {F})"},
    {COMPLAINT_VERSION, "version {V} not found"},
    {COMPLAINT_UNVERSIONED, "{L} no version information available"},
    {COMPLAINT_BROKEN, "{L} file too short"},
    {COMPLAINT_BROKEN, "{L} invalid elf header"},
    {COMPLAINT_BROKEN, "{L} cannot read file data"},
    {COMPLAINT_BROKEN, "{L} wrong elf class"},
    {COMPLAINT_BROKEN, "{L} elf load command"},
    {COMPLAINT_TLS, "{L} cannot allocate memory in static tls block"},
    {COMPLAINT_TLS, "cannot load any more object with static tls"}, /* glibc before 2.22 */
    {COMPLAINT_STACK, "{L} cannot enable executable stack"},
    {COMPLAINT_UNMAPPED, "{L} failed to map segment from shared object"},
    {COMPLAINT_LINK, "cannot find -l{L}"},
    {COMPLAINT_LINK, "library not found for -l{L}"},
    {COMPLAINT_LINK, "unable to find library -l{L}"},
    {COMPLAINT_REFERENCE, "undefined reference to symbol {S}"},
    {COMPLAINT_REFERENCE, "undefined reference to {S}"},
    {COMPLAINT_REFERENCE, "undefined symbol {S} referenced"},
    {COMPLAINT_HEADER, "fatal error: {L}: no such file"},
    {COMPLAINT_HEADER, "fatal error: {L} file not found"},
    {COMPLAINT_HEADER, "cannot open include file: {L}"},
    {COMPLAINT_PACKAGE, "could not find {L} (missing:"},
    {COMPLAINT_PACKAGE, "by not providing find{L}.cmake"},
    {COMPLAINT_PACKAGE, "package configuration file provided by {L} with"},
    {COMPLAINT_GPU, "no {L} device"},
    {COMPLAINT_GPU, "no {L} gpu"},
    {COMPLAINT_GPU, "no {L} driver"},
};

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+/@~$", letter));
}

/* Strips the punctuation that ends a sentence from a name, and "./" and "lib" from a file. */
static void keep(struct complaint *to, char what, const char *name, size_t length)
{
    char *place = what == 'L'   ? to->library
                  : what == 'F' ? to->requester
                  : what == 'S' ? to->symbol
                                : to->version;

    while (length && strchr(".-/", name[length - 1]))
        length--;
    snprintf(place, COMPLAINT_NAME, "%.*s", (int)(length < COMPLAINT_NAME ? length : 0), name);
}

/* Returns 1 if the rest of the pattern matches the rest of the line. */
static int matches_from(struct complaint *to, const char *row, const char *at)
{
    while (*row) {
        if (*row == '*') {
            for (; *at; at++)
                if (matches_from(to, row + 1, at))
                    return 1;
            return !row[1];
        }
        if (*row != '{') {
            if (tolower((unsigned char)*at++) != *row++)
                return 0;
            continue;
        }
        const char *end = at;
        size_t rest = strcspn(row + 3, "{*");

        while (is_name(*end) && !(rest && strncasecmp(end, row + 3, rest) == 0))
            end++;
        if (end == at)
            return 0;
        keep(to, row[1], at, (size_t)(end - at));
        at = end;
        row += 3;
    }
    return 1;
}

/* Returns the start of the name that ends here. */
static const char *name_before(const char *line, const char *end)
{
    while (end > line && is_name(end[-1]))
        end--;
    return end;
}

/* Returns 1 if the loader's error may name a library file, or a device of NVIDIA. "not found" is
 * also said of other things. */
static int is_a_library(const struct complaint *is)
{
    if (is->kind == COMPLAINT_GPU)
        return strncasecmp(is->library, "cuda", 4) == 0 || strcasecmp(is->library, "nvidia") == 0;
    return !is->kind || is->kind >= COMPLAINT_LINK || !*is->library || strstr(is->library, ".so");
}

int complaint_matches(struct complaint *to, const struct clean_line *in, const char *pattern)
{
    char literal[COMPLAINT_NAME];
    const char *row = *pattern == '{' ? pattern + 3 : pattern, *name, *line = in->text;

    snprintf(literal, sizeof literal, "%.*s", (int)strcspn(row, "{*"), row);
    for (const char *small = in->small; (small = strstr(small, literal)); small++) {
        const char *at = line + (small - in->small);
        int is_after_name = row != pattern;
        const char *end = !is_after_name ? at - 2 : at > line && at[-1] == ':' ? at - 1 : at;

        *to = (struct complaint){.kind = to->kind};
        if (!matches_from(to, row, at))
            continue;
        if (is_after_name || (at >= line + 2 && strncmp(end, ": ", 2) == 0)) {
            name = name_before(line, end);
            if (is_after_name && name == end)
                continue;
            if (is_after_name || !*to->requester)
                keep(to, is_after_name ? pattern[1] : 'F', name, (size_t)(end - name));
        }
        if (is_a_library(to))
            return 1;
    }
    return 0;
}

/* Returns the file that needs the library if the grammar's row does not capture it. It precedes
 * ld.so's own words, or is another library that the line names first. */
static void find_requester(struct complaint *to, const struct clean_line *in)
{
    struct complaint said = {0};

    if (complaint_matches(&said, in, "{F}: error while loading shared libraries: ") ||
        complaint_matches(&said, in, "{F}: symbol lookup error: "))
        strcpy(to->requester, said.requester);
    if (strchr(to->requester, '/') || strchr(to->requester, '.'))
        return;
    *to->requester = '\0';
    const char *at = strstr(in->text, "lib"), *end = at;
    while (end && is_name(*end))
        end++;
    if (at && to->kind == COMPLAINT_NOT_FOUND && memmem(at, (size_t)(end - at), ".so", 3) &&
        strncmp(at, to->library, strlen(to->library)) != 0)
        keep(to, 'F', at, (size_t)(end - at));
}

static int read_loader(struct complaint *to, const struct clean_line *line)
{
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++) {
        *to = (struct complaint){.kind = grammar[i].kind};
        if (complaint_matches(to, line, grammar[i].text)) {
            find_requester(to, line);
            return 1;
        }
    }
    return 0;
}

/* Returns the start of the next word. */
static const char *next_word(const char *at)
{
    while (is_name(*at))
        at++;
    while (*at && !is_name(*at))
        at++;
    return at;
}

/* 1 if one of the words, divided by '|', begins here; *end: what follows it. */
static int begins(const char *at, const char *words, const char **end)
{
    while (*words) {
        size_t length = strcspn(words, "|");

        if (strncasecmp(at, words, length) == 0 && !isalpha((unsigned char)at[length])) {
            *end = at + length + (at[length] == ' ');
            return 1;
        }
        words += length + (words[length] == '|');
    }
    return 0;
}

/* The library that words from here on name: a file's name, or else "cuSPARSE", "NVML". Writes its
 * name. Returns 1, or 0: none. */
static int read_alias(char library[COMPLAINT_NAME], const char *at, int is_file)
{
    char name[COMPLAINT_NAME];
    size_t length = 0;
    struct nvidia vendor;

    while (is_name(at[length]))
        length++;
    while (length && strchr(".-/@", at[length - 1]))
        length--;
    if (!length || length >= COMPLAINT_NAME)
        return 0;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;

    if (is_file) {
        snprintf(library, COMPLAINT_NAME, "%s", name);
        return strncmp(base, "lib", 3) == 0 && strstr(base, ".so") && nvidia_of(base, &vendor);
    }
    const char *soname = begins(next_word(at), "driver|drivers", &(const char *){0}) &&
                                 (strcasecmp(name, "cuda") == 0 || strcasecmp(name, "nvidia") == 0)
                             ? "libcuda.so"
                             : nvidia_named(name);
    if (soname)
        snprintf(library, COMPLAINT_NAME, "%s", soname);
    return soname != NULL;
}

int complaint_has_number(const char *library)
{
    const char *at = strstr(library, ".so.");

    return at && isdigit((unsigned char)at[4]);
}

/* Reads the library that one of the next words names. A file's name tells more than another.
 * `is_missing`: the file is, whatever its name; otherwise a name without a number may be another.
 */
static int read_name(struct complaint *to, const char *at, int words, int is_missing)
{
    for (int is_file = 1; is_file >= 0; is_file--) {
        const char *word = at;

        for (int i = 0; i < words; i++, word = next_word(word))
            if (read_alias(to->library, word, is_file)) {
                is_missing = is_missing || complaint_has_number(to->library);
                to->kind = is_file && is_missing ? COMPLAINT_NOT_FOUND : COMPLAINT_NAMED;
                return 1;
            }
    }
    return 0;
}

/* Reads the symbol that dlsym() was asked for, in a library that is loaded. */
static int read_symbol(struct complaint *to, const char *at)
{
    const char *end = at;

    while (is_name(*end))
        end++;
    to->kind = COMPLAINT_SYMBOL;
    to->is_loaded = 1;
    keep(to, 'S', at, (size_t)(end - at));
    return *to->symbol != '\0';
}

/* Matches "could not find NAME" and "NAME not found", as programs that open a library themselves
 * print. */
static int read_sentence(struct complaint *to, const char *line)
{
    static const char fails[] = "cannot|can not|cant|could not|couldnt|unable to|failed to|failure";
    static const char verbs[] = "find|finding|load|loading|open|opening|dlopen|locate|"
                                "dynamically load";
    static const char lacks[] =
        "not found|cannot be found|could not be found|is not found|was not found"
        "|not loaded|could not be loaded|cannot be loaded|couldnt be found"
        "|is not installed|is missing|was not detected|not detected|cant be found";

    for (const char *at = line; *at; at = next_word(at)) {
        const char *end, *start;

        if (begins(at, fails, &end) && begins(end, verbs, &start)) {
            if (begins(start, "symbol|function|dynamic symbol", &end))
                return read_symbol(to, end);
            if (read_name(to, start, 7, 0))
                return 1;
        }
        if (begins(next_word(at), "error|failure", &end) || /* "CUDA error: file not found" */
            !read_name(to, at, 1, 1))
            continue;
        end = at;
        for (int i = 0; i < 3; i++) {
            end = next_word(end);
            if (begins(end, lacks, &start))
                return 1;
        }
    }
    return 0;
}

int complaint_read(struct complaint *to, const struct clean_line *line)
{
    if (read_loader(to, line))
        return 1;
    *to = (struct complaint){.is_sentence = 1};
    return read_sentence(to, line->text);
}
