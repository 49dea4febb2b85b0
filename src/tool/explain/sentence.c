/* Reads the sentences of programs that open libraries themselves, and of ld.so in other languages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/sentence.h"
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include "tool/explain/owner.h"
#include "tool/explain/pattern.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Returns the start of the next word. */
static const char *next_word(const char *at)
{
    at += pattern_name_length(at);
    while (*at && !pattern_is_name(*at))
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

/* Returns the library that "CUDA", "nvidia" or "DNN" means before the words `after`, or NULL if it
 * means something else, such as a kernel. `how`: 1 if a program loads it, 2 if it calls dlopen()
 * for it, which is the driver, 0 if it looks for a toolkit. */
static const char *library_of_cuda(const char *name, const char *after, int how)
{
    const char *next = next_word(after), *end;
    int is_alone = *after != ' ' || after[-1] == '.' || after[1] == '(' ||
                   begins(next,
                          "in|on|at|for|with|or|and|from|is|was|not|cannot|"
                          "could|couldnt|cant|has|unavailable|non|did",
                          &end);

    if (begins(next, "driver|drivers|or one of its", &end)) /* the last after .NET's name */
        return "libcuda.so";
    if (begins(next, "shared provider|shared memory", &end))
        return NULL;
    if (strcmp(name, "DNN") == 0) /* XLA's word */
        return begins(next, "library", &end) ? "libcudnn.so" : NULL;
    if (strcasecmp(name, "cuda") != 0)
        return NULL;
    if (begins(next, "library root|lib64 path|include path", &end)) /* the toolkit's folders */
        return "nvcc";
    if (begins(next, "runtime|cudart", &end))
        return "libcudart.so";
    if (begins(next, "shared|library|lib", &end) ||
        (how && (is_alone || begins(next, "libraries", &end))))
        return how == 1 ? "libcudart.so" : "libcuda.so";
    return is_alone || begins(next,
                              "toolkit|sdk|compiler|nvcc|installation|headers|libraries|path|home|"
                              "version|development|package|packages",
                              &end)
               ? "nvcc"
               : NULL;
}

/* The library that words from here on name: a file's name, or else "cuSPARSE", "NVML". Writes its
 * name. Returns 1, or 0: none. */
static int read_alias(char library[COMPLAINT_NAME], const char *at, int is_file, int how)
{
    char name[COMPLAINT_NAME];
    size_t length = pattern_name_length(at);
    struct nvidia vendor;
    const char *after = at + length;
    if (length > 1 && strncmp(after - 2, "..", 2) == 0) /* the wildcards of libX.so.*.* */
        return 0;
    while (length && strchr(".-/@", at[length - 1]))
        length--;
    if (!length || length >= COMPLAINT_NAME)
        return 0;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    const char *base = strings_base_name(name);

    if (is_file) {
        snprintf(library, COMPLAINT_NAME, "%s", name);
        return strncmp(base, "lib", 3) == 0 && strstr(base, ".so") && nvidia_of(base, &vendor);
    }
    int is_vague = strcasecmp(base, "cuda") == 0 || strcasecmp(base, "nvidia") == 0 ||
                   strcmp(base, "DNN") == 0;
    const char *soname = is_vague ? library_of_cuda(base, after, how) : nvidia_named(base);
    if (soname)
        snprintf(library, COMPLAINT_NAME, "%s", soname);
    return soname != NULL;
}

/* Reads the library that one of the next words names. A file's name tells more than another.
 * `is_missing`: the file is, whatever its name; otherwise a name without a number may be another.
 */
static int read_name(struct complaint *to, const char *at, int words, int is_missing, int how)
{
    for (int is_file = 1; is_file >= 0; is_file--) {
        const char *word = at;

        for (int i = 0; i < words; i++, word = next_word(word))
            if (read_alias(to->library, word, is_file, how)) {
                is_missing = is_missing || owner_has_number(to->library);
                to->kind = is_file && is_missing ? COMPLAINT_NOT_FOUND : COMPLAINT_NAMED;
                return 1;
            }
    }
    return 0;
}

/* Reads the symbol that dlsym() was asked for, in a library that is loaded. */
static int read_symbol(struct complaint *to, const char *at)
{
    to->kind = COMPLAINT_SYMBOL;
    to->is_loaded = 1;
    pattern_keep(to, 'S', at, pattern_name_length(at));
    return *to->symbol != '\0';
}

/* Returns 1 for a name with a '_' or a capital inside, which no word of a sentence has. */
static int is_written_as_symbol(const char *at)
{
    for (size_t i = 1; i < pattern_name_length(at); i++)
        if (at[i] == '_' || isupper((unsigned char)at[i]))
            return 1;
    return 0;
}

/* Returns the first word that is none of these. */
static const char *skip_words(const char *at, const char *words)
{
    const char *end;

    for (at += strspn(at, " /"); begins(at, words, &end); at = next_word(at))
        ;
    return at;
}

/* Reads that a program sees no GPU: "No supported GPU found", "cannot find a GPU", "GPU device not
 * found". `found` and `lacks`: words that say that it is there, or is not. */
static int lacks_gpu(const struct clean_line *line, const char *found, const char *lacks)
{
    static const char fails[] =
        "cannot|can not|cant|could not|couldnt|unable to|failed to|not able to|not";
    static const char sees[] = "find|detect|see|found|detected|locate|use|access";
    static const char kinds[] = "visible|supported|compatible|usable|suitable";
    static const char before[] = "a|an|any|the|your|visible|supported|compatible|usable|suitable|"
                                 "valid|functional|specified|requested|initialize";
    static const char gpu[] =
        "gpu/tpu|gpu|gpus|gpu(s)|cuda gpu|cuda gpus|nvidia gpu|nvidia gpus|cuda device|cuda "
        "devices|torch accelerator|accelerator device";
    static const char after[] = "device|devices|backend|is|was|were|are|has|have|been";
    static const char nouns[] = "target|driver|instance|instances|process|kernel|kernels|adapter|"
                                "memory|metrics|info|name|support|usage|features";
    const char *end, *unused;

    if (strings_contain_any(line->small, "rocm|radeon|amd gpu|hip |vulkan|opencl|intel|xpu|webgpu|"
                                         "webgl|metal|directml|sycl|vaapi|initialize nvml"))
        return 0;
    for (const char *at = line->text; *at; at = next_word(at)) {
        int is_gpu = strncmp(at, "GPU", 3) == 0 && begins(at, gpu, &end);
        int is_none = begins(at, "no|0", &end);

        if (is_gpu && begins(skip_words(end, "device|devices"), lacks, &unused))
            return 1;
        if (!is_none && !(begins(at, fails, &end) && begins(end, sees, &end)))
            continue;
        int is_kind = begins(skip_words(end, "a|any"), kinds, &unused);
        if (!begins(skip_words(end, before), gpu, &end))
            continue;
        end = skip_words(end, after);
        if (!begins(end, nouns, &unused) && (!is_none || is_kind || begins(end, found, &unused)))
            return 1;
    }
    return 0;
}

/* Returns 1 if a program was looked for: the toolkit's, or nvidia-smi. */
static int is_command(const struct complaint *is)
{
    return is->kind == COMPLAINT_NAMED &&
           (!strstr(is->library, ".so") || nvidia_is_driver(is->library));
}

/* Matches "could not find NAME" and "NAME not found", as programs that open a library themselves
 * print. */
int sentence_read(struct complaint *to, const struct clean_line *in)
{
    static const char fails[] =
        "cannot|can not|cant|could not|couldnt|does not|unable to|failed to|failed|"
        "failure";
    static const char *const verbs[] = {"find|finding|locate|execute|spawn",
                                        "load|loading|open|opening", "dlopen|dynamically load"};
    static const char lacks[] =
        "not found|cannot be found|could be found|could not be found|not installed|is not found"
        "|was not found|not loaded|could not be loaded|cannot be loaded|couldnt be found"
        "|failed to load|is not installed|is missing|are missing|library missing|libraries "
        "missing|headers missing|could not be "
        "opened|cannot be "
        "opened|not located|was not located|was not detected|not detected|cant be "
        "found"
        "|cannot found|cant found|could not be detected|is not set|not set|does not exist"
        "|doesnt exist|notfound|could not be located|is not a full path|is none|is undefined|is "
        "not defined"
        "|is not recognized|not in path|not in $path|not in the path|not on the path|in your "
        "path|found: no";
    static const char absent[] =
        "not available|is not available|isnt available|unavailable|not "
        "functional|is not functional|non available|did not initialise|did "
        "not initialize";
    static const char found[] =
        "found|available|detected|loaded|installed|visible|present|supported|compatible|usable";
    static const char before[] =
        "no such file or directory:|command not found:|keyerror:"
        "|specify|please set|assert|exec format error:|unknown compiler(s):|does not provide";
    static const char gone[] = "enoent|no such file or directory|failed: no such file";

    char file[COMPLAINT_NAME];
    const char *line = in->text, *symbol;
    int opens = strings_contain_any(line, "dlopen|FileNotFoundError|Errno 2|ENOENT");
    if (strstr(line, " cuda is not defined")) /* Python's, of a variable */
        return 0;

    for (const char *at = line; *at; at = next_word(at))
        if (begins(at,
                   "symbol lookup for|entry point named|getprocaddress failed for|dlsym failed for"
                   "|resolve symbol|resolve function|import symbol|get function",
                   &symbol) &&
            is_written_as_symbol(symbol)) /* Go's, .NET's */
            return read_symbol(to, symbol);
        else if (begins(at, "undefined symbol", &symbol) && *symbol != ':' &&
                 is_written_as_symbol(symbol))
            return read_symbol(to, symbol);
    for (const char *at = line; *at; at = next_word(at)) {
        const char *end, *start;

        for (int how = 0; how < 3 && begins(at, fails, &end); how++) {
            if (!begins(end, verbs[how], &start))
                continue;
            if (begins(start, "symbol|function|dynamic symbol", &end))
                return read_symbol(to, end);
            if (!begins(start, "module", &end) && read_name(to, start, 7, 0, how))
                return 1;
        }
        if (begins(at, "no", &end) &&
            read_name(to, end, 2, 1, 1)) /* "No system CUDA driver found" */
            for (int i = 0; i < 5; i++, end = next_word(end))
                if (begins(end, found, &start) && !strchr("=:", start[-1]))
                    return 1;
        if (begins(at, before, &end) && read_name(to, end, 2, 1, 0) && (is_command(to) || opens))
            return 1;
        if (begins(next_word(at), "error|failure|fatal|warning",
                   &end) || /* "CUDA error: file not found" */
            !read_name(to, at, 1, 1, 0))
            continue;
        end = at;
        int far = to->kind == COMPLAINT_NOT_FOUND ? 6 : 4; /* a file's name is surer */
        for (int i = 0; i < far; i++) {
            end = next_word(end);
            if (begins(end, gone, &start) && (is_command(to) || opens)) /* cp's, ls's words, too */
                return 1;
            if (begins(end, absent, &start)) { /* "CUDA is not available": no GPU, or its driver */
                int is_cuda = strncasecmp(at, "cuda", 4) == 0 && strcmp(to->library, "nvcc") == 0;

                to->kind = is_cuda && pattern_name_length(at) == 4 ? COMPLAINT_UNSEEN : to->kind;
                return 1;
            }
            if (!begins(end, lacks, &start))
                continue;
            if (read_alias(file, next_word(start), 1, 0)) { /* "not loaded from FILE" */
                to->kind = COMPLAINT_NOT_FOUND;
                strcpy(to->library, file);
            }
            return 1;
        }
    }
    to->kind = COMPLAINT_UNSEEN;
    return lacks_gpu(in, found, lacks) || lacks_gpu(in, found, absent);
}

/* Returns 1 if a part of a line is in no English, or not legible: "???????". */
static int is_foreign(const char *part, const char *end)
{
    for (; part < end; part++)
        if ((unsigned char)*part >= 0x80 || strncmp(part, "??", 2) == 0)
            return 1;
    return 0;
}

/* Matches ld.so's form in other languages: PROGRAM: WORDS: LIBRARY: WORDS: REASON. The
 * reason is the name of the symbol if that is undefined. */
int sentence_read_foreign(struct complaint *to, const char *line)
{
    static const char english[] =
        "cannot|failed|could|unable|undefined|symbol|invalid|wrong|file|version|found|is|not|"
        "using|loaded|loading|opening|object|elf|only|error|warning|in|the|has|with";
    const char *end, *unused;

    for (const char *at = line; (at = strstr(at, ".so")); at = end) {
        const char *start = pattern_name_before(line, at),
                   *slash = memrchr(start, '/', (size_t)(at - start));

        end = at + pattern_name_length(at);
        const char *words = end + 2,
                   *last = strncmp(end, ": ", 2) == 0 ? strstr(words, ": ") : NULL;
        if (strncmp(end, ": ", 2) == 0 && memmem(words, pattern_name_length(words), ".so", 3))
            continue; /* the file that needs the next */
        const char *reason = last ? last + 2 : NULL, *symbol = reason;
        int is_first = start == line, is_long = 0;

        if (!last || strstr(reason, ": ") || begins(words, english, &unused) ||
            !(is_first || (start > line + 1 && strncmp(start - 2, ": ", 2) == 0)))
            continue;
        for (const char *word = words; word < last; word = next_word(word))
            is_long++;
        symbol += symbol ? pattern_name_length(symbol) : 0;
        int is_symbol = !isdigit((unsigned char)*reason) && symbol > reason + 3 && !*symbol &&
                        is_long > 1 && !is_foreign(reason, symbol);
        if (!is_symbol && !is_foreign(words, reason + strlen(reason)) &&
            (is_long < 3 || !*symbol || strncmp(slash ? slash + 1 : start, "lib", 3) != 0))
            continue;
        *to = (struct complaint){.kind = is_symbol ? COMPLAINT_SYMBOL : COMPLAINT_NOT_FOUND};
        pattern_keep(to, is_symbol ? 'F' : 'L', start, (size_t)(end - start));
        if (is_symbol)
            pattern_keep(to, 'S', reason, (size_t)(symbol - reason));
        const char *colon = strstr(line, ": "), *program = pattern_name_before(line, colon);
        if (!is_symbol && colon + 2 < start && program == line)
            pattern_keep(to, 'F', program, (size_t)(colon - program));
        return 1;
    }
    return 0;
}
