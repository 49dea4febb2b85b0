/* Reads the errors of loaders and linkers with one grammar: of every release of ld.so, of musl
 * and of ld, also as Python, ctypes, dlopen's callers, NCCL and lazynccl pass them on.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/grammar.h"
#include "common/text/strings.h"
#include "runtime/search/elf_check.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+/@~$", letter));
}

/* Stores a name in the member that a letter of a pattern stands for. */
static void keep_name(struct complaint *to, char what, const char *name, size_t length)
{
    char *place = what == 'F'   ? to->requester
                  : what == 'V' ? to->version
                  : what == 'S' ? to->symbol
                                : to->library;

    while (length && strchr(".-/", name[length - 1])) /* not part of the name */
        length--;
    snprintf(place, COMPLAINT_NAME, "%.*s", (int)(length < COMPLAINT_NAME ? length : 0), name);
}

/* Returns the end of a name, before the pattern's next literal text. C++ names contain colons. */
static const char *end_of_name(const char *at, char what, const char *next)
{
    size_t rest = strcspn(next, "{*|");

    while ((is_name(*at) || (what == 'S' && *at == ':' && at[1] != ' ')) &&
           !(rest && strncasecmp(at, next, rest) == 0))
        at++;
    return at;
}

/* Returns 1 if the rest of the pattern matches the rest of the line. */
static int matches_from(struct complaint *to, const char *pattern, const char *at)
{
    while (*pattern && *pattern != '|') {
        if (*pattern == '*') {
            for (; *at; at++)
                if (matches_from(to, pattern + 1, at))
                    return 1;
            return !pattern[1];
        }
        if (*pattern != '{') {
            if (tolower((unsigned char)*at++) != (unsigned char)*pattern++)
                return 0;
            continue;
        }
        const char *end = end_of_name(at, pattern[1], pattern + 3);
        if (end == at)
            return 0;
        keep_name(to, pattern[1], at, (size_t)(end - at));
        at = end;
        pattern += 3;
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

/* Keeps the name that begins the pattern, or the file before ": ". Returns 0 if there is none. */
static int keep_name_before(struct complaint *to, const char *pattern, const char *line,
                            const char *at)
{
    if (*pattern != '{') {
        if (at >= line + 2 && strncmp(at - 2, ": ", 2) == 0 && !*to->requester) {
            const char *name = name_before(line, at - 2);
            keep_name(to, 'F', name, (size_t)(at - 2 - name));
        }
        return 1;
    }
    const char *end = at;
    while (end > line && strchr(" :", end[-1]))
        end--;
    const char *name = name_before(line, end);
    keep_name(to, pattern[1], name, (size_t)(end - name));
    return name < end;
}

/* Returns 0 if a loader's error names no library: programs also report other things "not found". */
static int is_a_library(const struct complaint *complaint)
{
    return !complaint->kind || complaint->kind >= COMPLAINT_LINK || !*complaint->library ||
           strstr(complaint->library, ".so");
}

/* Returns 1 if the line has the first of the patterns. */
static int matches_one(struct complaint *to, const struct clean_line *line, const char *pattern)
{
    char literal[COMPLAINT_NAME];
    const char *rest = *pattern == '{' ? pattern + 3 : pattern;
    size_t length = strcspn(rest, "{*|"); /* no snprintf(): each line has hundreds of patterns */

    length = length < sizeof literal ? length : sizeof literal - 1;
    memcpy(literal, rest, length);
    literal[length] = '\0';
    for (const char *small = line->small; (small = strstr(small, literal)); small++) {
        const char *at = line->text + (small - line->small);

        *to = (struct complaint){.kind = to->kind};
        if (matches_from(to, rest, at) && keep_name_before(to, pattern, line->text, at) &&
            is_a_library(to))
            return 1;
    }
    return 0;
}

size_t grammar_matches(struct complaint *to, const struct clean_line *line, const char *pattern)
{
    while (!matches_one(to, line, pattern)) {
        pattern = strchrnul(pattern, '|');
        if (!*pattern++)
            return 0;
    }
    return strcspn(pattern, "|");
}

/* The first pattern that a line has decides. A file before ": " needs the library, unless the
 * pattern names that file. The name that begins a pattern may end in a colon. */
static const struct {
    enum complaint_kind kind;
    enum { OF_ANY, OF_NVIDIA } whose; /* OF_NVIDIA: ignored unless it names an NVIDIA library */
    const char *patterns;
} grammar[] = {
    /* lines that report no failure, or a failure of device code */
    {COMPLAINT_NONE, OF_ANY,
     "no plugin found (libnccl-net.so)|skipping incompatible|nvlink error|: pattern |failed to "
     "locate "},
    {COMPLAINT_MUSL, OF_ANY,
     "error loading shared library {L}: no such file or directory (needed by {F})|error loading "
     "shared library {L}: no such"},
    {COMPLAINT_UNLISTED, OF_NVIDIA,
     "failure finding {L}: no such file|dynamiclibnotfounderror: no such file: {L}"},
    {COMPLAINT_DENIED, OF_ANY, "{L} cannot open shared object file: permission denied"},
    {COMPLAINT_DESCRIPTORS, OF_ANY,
     "{L} cannot open shared object file: too many open|{L} cannot open shared object file: error "
     "23|{L} cannot open shared object file: error 24"}, /* without libc's texts */
    {COMPLAINT_MEMORY, OF_ANY,
     "{L} cannot open shared object file: cannot alloc|{L} cannot open shared object file: error "
     "12"},
    {COMPLAINT_UNOPENED, OF_ANY,
     "{L} cannot open shared object file: too many|{L} cannot open shared object file: stale|{L} "
     "cannot open shared object file: input/output|{L} cannot open shared object file: not a dir"},
    {COMPLAINT_BROKEN, OF_ANY,
     "object {L} from ld_preload cannot be preloaded (file too short|object {L} from ld_preload "
     "cannot be preloaded (invalid elf|object {L} from ld_preload cannot be preloaded (wrong elf"},
    {COMPLAINT_NOWHERE, OF_ANY, "cannot be used: no {L} in any search"},
    {COMPLAINT_NOT_FOUND, OF_ANY,
     "{L} cannot open shared object|{L} unable to open shared object|library version not found: "
     "{L}|error in dlopen for library {L}and " /* PyTorch, with a second name */
     "|{L} => not found|object {L} from ld_preload cannot be preloaded|dlopen {L} "
     "failed|dlopen({L}) failed|dlopen of {L} failed|failed to load for {L}: |cannot be used: no "
     "{L} |cannot be used: *: no {L}|{L} no such file or directory (set|cannot be used: *: no "
     "such file or directory (set|cannot be used: *: cannot open shared object|{L} a dangling "
     "link|cannot be used: error loading shared library *: no such"}, /* lazynccl */
    {COMPLAINT_REFERENCE, OF_ANY,
     "lld: error: undefined symbol: {S}|mold: error: undefined symbol: {S}"},
    {COMPLAINT_SYMBOL, OF_ANY,
     "undefined symbol: {S}, version {V}|undefined symbol: {S}|symbol {S}, version {V} not defined "
     "in file {L} with|symbol {S} version {V} not defined in file {L} with|error relocating {F}: "
     "{S}: symbol not found|undefined symbols: {S}"},
    {COMPLAINT_VERSION, OF_ANY,
     "{L} version {V} not found (required by {F})|{L} version {V} not found|version {V} not found"},
    {COMPLAINT_UNVERSIONED, OF_ANY, "{L} no version information available"},
    {COMPLAINT_BROKEN, OF_ANY,
     "{L} file too short|{L} invalid elf header|{L} cannot read file data|file {L} is empty, not "
     "checked|{L} wrong elf class|{L} elf load command|{L} elf file|{L} only et_dyn|{L} error "
     "adding symbols: file in wrong format|{L} file in wrong format|{L} file not recognized|{L} is "
     "incompatible with|{L} truncated: |{L} made for another machine|{L} not an elf file|{L} not a "
     "regular file|{L} damaged: |{L} cannot be read: is a directory|{L} exec format error|{L} is a "
     "directory|{L} cannot dynamically load"},
    {COMPLAINT_TLS, OF_ANY,
     "{L} cannot allocate memory in static tls block|cannot load any more object with static "
     "tls|cannot allocate memory in static tls"}, /* glibc before 2.22 */
    {COMPLAINT_STACK, OF_ANY, "{L} cannot enable executable stack"},
    {COMPLAINT_UNMAPPED, OF_ANY,
     "{L} failed to map segment from shared object|{L} operation not permitted"},
    /* reasons of lazynccl */
    {COMPLAINT_DENIED, OF_ANY, "{L} permission denied"},
    {COMPLAINT_DESCRIPTORS, OF_ANY,
     "{L} too many open files|{L} no file descriptors available|too many open files*the next call "
     "searches again|no file descriptors*the next call searches again"},
    {COMPLAINT_MEMORY, OF_ANY,
     "{L} cannot allocate memory|{L} out of memory|cannot allocate memory*the next call searches "
     "again|out of memory*the next call searches again"},
    {COMPLAINT_UNOPENED, OF_ANY, "{L} no error information|the next call searches again"},
    {COMPLAINT_RELEASE, OF_ANY,
     "{L} has no {V} of {S}|{L} has none of the functions|{L} exports none of its functions|{L} "
     "lacks it, or has another version|{L} older than the program requires|{L} is *, at least * is "
     "required|{S} is not in *{L}, which is|{S} is not in *{L};|the handle: has none of the "
     "functions|the handle: has no * of {S}|the handle: is *, at least * is required"},
    {COMPLAINT_RELATIVE, OF_ANY, "refused: not an absolute|refused: ld.so|the relative element"},
    {COMPLAINT_FROZEN, OF_ANY, "not opened before *_freeze()"},
    {COMPLAINT_TRUST, OF_ANY, "{L} refused: others can write to"},
    {COMPLAINT_ITSELF, OF_ANY, "{L} " LAZYNCCL_IS_BUILD "|{L} " LAZYNCCL_COMES_BACK},
    {COMPLAINT_NEEDED, OF_ANY, "{L}, needed by *{F}, not found"},
    {COMPLAINT_LINK, OF_ANY,
     "cannot find -l{L}|mold: fatal: library not found: {L}|library not found for -l{L}|unable to "
     "find library -l{L}|ld: -l{L}|ld: * -l{L}"}, /* in other languages */
    {COMPLAINT_REFERENCE, OF_ANY,
     "undefined reference to symbol {S}|undefined reference to vtable for {S}|undefined reference "
     "to typeinfo for {S}|undefined reference to {S}|undefined symbol {S} referenced"},
    {COMPLAINT_SYMBOL, OF_NVIDIA, /* of dlsym()'s callers */
     "{S} not found in {L}|symbol {S} missing in {L}|function {S} is not found|cannot resolve "
     "symbol {S}|failed to find dynamic symbol {S}|cant find symbol {S}|undefined symbol "
     "{S}|failed to load function {S} from"},
    /* of ld.so in other languages */
    {COMPLAINT_NOT_FOUND, OF_ANY,
     "librerie condivise: {L}|bibliotecas compartidas: {L}|bibliotek współdzielonych: "
     "{L}|bibliotecas compartilhadas: {L}|{L} 无法打开共享|importerror: {L}: |oserror: {L}: "},
    {COMPLAINT_SYMBOL, OF_ANY, "simbolo non definito: {S}"},
    {COMPLAINT_REFERENCE, OF_ANY, "indéfinie vers « {S}"},
    {COMPLAINT_NOT_FOUND, OF_NVIDIA, /* of dlopen()'s callers */
     "error while loading shared libraries: {L}:|could not load dynamic library {L}|couldnt open "
     "cuda library {L}|unable to load any of *{L}|unable to load library {L}|unable to dynamically "
     "load the {L} shared library|cannot load {L}|failed to load {L}|failed to load nccl library "
     "from {L}|failed to open {L}|could not find {L}|couldnt find {L}|cannot find {L}|{L} not "
     "found|{L} is not found|{L} is required but was not found|dlopen: {L}|unable to load {L}"},
};

/* Finds the file that needs the library if the pattern does not name that file. This file precedes
 * ld.so's own words, or is another library that the line names first. */
static void find_requester(struct complaint *to, const struct clean_line *line)
{
    struct complaint start = {0};

    if (to->kind == COMPLAINT_SYMBOL && strstr(to->requester, ".so"))
        return;
    if (grammar_matches(&start, line, "{F}: error while loading shared libraries: ") ||
        grammar_matches(&start, line, "{F}: symbol lookup error: "))
        strcpy(to->requester, start.requester);
    if (strpbrk(to->requester, "/.") && !strings_contain_any(to->requester, "Error|Exception"))
        return;
    *to->requester = '\0';
}

/* Returns 1 if a line of NCCL about a plugin names a library that the plugin needs. The missing
 * library is then the cause, whatever else the line says. */
static int is_of_plugin(const struct clean_line *line)
{
    struct complaint need = {.kind = COMPLAINT_NOT_FOUND};

    return strings_contain_any(line->small, "net/plugin|no plugin found") &&
           grammar_matches(&need, line, "{L} cannot open shared object") &&
           !strings_length_of_first("libnccl", strings_base_name(need.library));
}

int grammar_read(struct complaint *to, const struct clean_line *line)
{
    int is_plugins = is_of_plugin(line);

    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++) {
        *to = (struct complaint){.kind = grammar[i].kind};
        if (is_plugins && to->kind == COMPLAINT_NONE)
            continue;
        if (grammar_matches(to, line, grammar[i].patterns) &&
            (grammar[i].whose == OF_ANY || owner_of(to).kind != OWNER_OTHER)) {
            find_requester(to, line);
            if (is_plugins && !*to->requester)
                strcpy(to->requester, "libnccl-net.so");
            return to->kind != COMPLAINT_NONE;
        }
    }
    return 0;
}
