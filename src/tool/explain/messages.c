/* Finds the line of a text that tells most.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "tool/explain/elsewhere.h"
#include "tool/explain/errors.h"
#include "tool/explain/grammar.h"
#include "tool/explain/log/line.h"
#include "tool/explain/parts.h"
#include "tool/explain/pattern.h"
#include "tool/explain/rules.h"
#include "tool/explain/subjects.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum level { INFO, OTHER, EXCEPTION, WARN };

/* Returns 1 if the line contains the name of an exception: "ImportError:". */
static int names_exception(const char *line, const char *end)
{
    const char *at = strstr(line, end);

    return at && at > line && isalpha((unsigned char)at[-1]);
}

/* Ranks a line. `after_last_error`: the line is NCCL's last warning as PyTorch repeats it. */
static enum level level_of(const char *line, int after_last_error)
{
    struct line of;

    if ((strstr(line, "async event : ") && !strstr(line, "error")) || /* such as "port active" */
        (strstr(line, "Could not locate ") &&
         strstr(line, ": pattern "))) /* nvidia-ctk tries all */
        return INFO;
    if (after_last_error || strstr(line, "NCCL WARN") || strstr(line, "Last NCCL warning(error)"))
        return WARN;
    if (line_read(line, &of))
        return of.is_warning ? WARN : INFO;
    if (strstr(line, "NCCL TRACE"))
        return INFO;
    return names_exception(line, "Error:") || names_exception(line, "Exception:") ? EXCEPTION
                                                                                  : OTHER;
}

/* Returns 1 if the program marks the line as information, as glog and Python's logging do; not
 * for advice: "run with NCCL_DEBUG=INFO". */
static int informs(const char *line)
{
    const char *word = strstr(line, "INFO");

    return (word && (word == line || word[-1] != '=')) || strstr(line, "level=info") ||
           (*line == 'I' && strspn(line + 1, "0123456789") == 4);
}

/* Returns 1 for what compilers, and NVIDIA's containers in [[ ]], add to what fails. */
static int is_note(const char *line)
{
    size_t digits = strspn(line, "0123456789"); /* "1. " of a list of possible causes */

    return (digits && strncmp(line + digits, ". ", 2) == 0) || strcasestr(line, "note:") ||
           strcasestr(line, "if you see ") || strncmp(line + strspn(line, "> "), "[[", 2) == 0 ||
           (strstr(line, "nvcc") && strstr(line, "does not exist"));
}

/* Returns 1 if the process that printed a warning of NCCL chose a network after it. NCCL tries the
 * networks in turn, so the warning did not stop it. */
static int chooses_network(const char *warning, const char *rest)
{
    struct line of;

    if (!line_read(warning, &of) || !of.host)
        return 0;
    OWNED(memory) char *name = memory_print("%.*s:%ld:", (int)of.host_length, of.host, of.pid);
    for (const char *at = rest; at && (at = strstr(at, name)); at++)
        if (memmem(at, strcspn(at, "\n"), "NCCL INFO Using network ", 24))
            return 1;
    return 0;
}

/* The settings that affect the ranking of a line. */
struct judge {
    enum level level;
    int asks_plugin, asks_network; /* 1: NCCL's lines about that choice matter */
    int informs;                   /* 1: the program marks the line as information */
    int is_note;                   /* 1: a remark beside what fails, such as a compiler's note */
    int is_after_cuda;             /* 1: one of the two lines before names CUDA */
    int is_cmakes;                 /* 1: one of the four lines before is a heading of CMake's */
    int is_complete;               /* 1: a communicator was ready before */
    int is_amds;                   /* 1: RCCL warns, or AMD's libraries bear CUDA's names */
};

/* 0: it does not count. */
static int worth(const struct judge *judge, enum answer_kind kind)
{
    static const int by_kind[] = {
        [CAUSE] = 21, [EFFECT] = 11, [BARE] = 1, [ASKED] = 21, [ASKED_NET] = 21, [OTHERS] = 6};
    int counts = kind == ASKED       ? judge->asks_plugin
                 : kind == ASKED_NET ? judge->asks_network
                 : kind == OTHERS    ? !judge->informs
                                     : judge->level != INFO;

    int value = by_kind[kind] + (int)judge->level;
    return !counts           ? 0
           : !judge->is_note ? value
           : kind == CAUSE   ? by_kind[OTHERS] + (int)judge->level
                             : 1;
}

/* Returns how much more specific this kind is than the best match so far. */
static int more(const struct judge *judge, enum answer_kind kind, const struct message *found)
{
    return worth(judge, kind) - (found->answer ? worth(judge, found->kind) : 0);
}

/* Returns 1 if a row asks for the interface, which is right once ranks have found each other. */
static int is_about_interfaces(const struct answer *answer)
{
    return strstr(answer->ids, "LN214") != NULL;
}

/* Returns 1 if healthy runs print this line as well. */
static int read_rows(struct message *found, const struct judge *judge,
                     const struct clean_line *line)
{
    size_t longest = 0, length;
    int is_usual = 0;

    for (const struct message_row *row = rows_of_messages; row->patterns; row++) {
        const struct answer *answer =
            row->answer.ids ? &row->answer : &answer_classes[row->class_of];
        enum answer_kind kind = row->answer.kind;
        int is_asked = kind == ASKED || kind == ASKED_NET, gain = more(judge, kind, found);

        if ((!is_asked && gain < 0) || (judge->is_complete && is_about_interfaces(answer)) ||
            !(length = pattern_matches(&(struct complaint){0}, line, row->patterns)))
            continue;
        is_usual = is_usual || is_asked;
        if (gain < 0 || !worth(judge, kind) || (!gain && length <= longest))
            continue;
        found->answer = answer;
        found->kind = kind;
        longest = length;
    }
    return is_usual;
}

/* Names the library whose error a line has. */
static struct complaint owner_of_error(const struct error_row *error)
{
    struct complaint names = {.kind = COMPLAINT_CALL};

    snprintf(names.library, sizeof names.library, "lib%s.so",
             strcmp(errors_apis[error->api], "nvml") == 0 ? "nvidia-ml" : errors_apis[error->api]);
    return names;
}

/* Returns 1 if an answer to an error code tells more than the one before: the classes that name
 * their cause best come first. */
static int precedes(const struct answer *a, const struct answer *b)
{
    int are_classes = a >= answer_classes && a < answer_classes + CLASS_COUNT &&
                      b >= answer_classes && b < answer_classes + CLASS_COUNT;

    return !are_classes || a <= b;
}

/* Returns 1 if a line has the name or the number of an error code, not only its text. */
static int names_code(const struct error_row *error, const char *line)
{
    char number[8];

    snprintf(number, sizeof number, "%d", error->number);
    return strstr(line, error->name) || (error->number >= 30 && strstr(line, number));
}

/* Returns 1 if a line has only the number of an error code; small ones changed with releases. */
static int is_by_number(const struct error_row *error, const char *line)
{
    char numbers[20];

    snprintf(numbers, sizeof numbers, "%d|0x%x", error->number, error->number);
    return strings_contain_any(line, numbers) && !strstr(line, error->name) &&
           (error->number >= 100 || !strings_contain_any(errors_apis[error->api], "cuda|nccl"));
}

/* Returns the class of an error code in a line that says more of what failed. */
static enum answer_class class_of_error(const struct error_row *error,
                                        const struct clean_line *line)
{
    const char *small = line->small;
    enum { MAP_FAILED = 205 };

    if ((error->class_of == CLASS_MEMORY || error->number == MAP_FAILED) &&
        strings_contain_any(small,
                            "pinned|pin_memory|host memory|hostalloc|mallochost|host_malloc"))
        return CLASS_HOST_MEMORY;
    if ((error->class_of == CLASS_PROGRAM || error->class_of == CLASS_IMAGE) &&
        strings_contain_any(small, "ptx kernel|getfunction"))
        return CLASS_BUILD;                   /* the file has no code for this GPU */
    if (error->class_of == CLASS_NO_KERNEL && /* before there is a kernel */
        strings_contain_any(small, "devicecount|cuinit|driver init|init failure"))
        return CLASS_BLOCKED;
    if (error->class_of == CLASS_NCCL_SYSTEM && warnings_of_system(line->text))
        return (enum answer_class)(warnings_of_system(line->text) - answer_classes);
    if ((error->class_of == CLASS_PROGRAM || error->class_of == CLASS_REFUSED) &&
        strings_contain_any(small, "cuinit|init failure"))
        return CLASS_NOT_INITIALIZED;
    if (error->class_of == CLASS_PROGRAM && strcmp(errors_apis[error->api], "nvml") == 0)
        return CLASS_SENSOR; /* NVML computes nothing */
    return error->class_of;
}

/* Reads a warning of NCCL's by its file and its words. */
static void read_warning(struct message *found, const struct judge *judge, const char *line)
{
    struct warning warning;

    if (warnings_read(&warning, line, judge->is_complete) &&
        more(judge, warning.kind, found) > -(found->complaint.is_sentence && warning.row))
        *found =
            (struct message){.answer = warning.answer, .kind = warning.kind, .code = found->code};
}

/* Reads the last resort: a function or a part that fails. */
static void read_part(struct message *found, const struct judge *judge,
                      const struct clean_line *line)
{
    const char *mark = judge->level == WARN ? strstr(line->text, "WARN ") : NULL;
    size_t start = mark ? (size_t)(mark - line->text) : 0; /* the file before it is NCCL's own */
    const struct clean_line rest = {line->text + start, line->small + start, NULL};

    if ((found->answer = parts_find(&found->complaint, &rest)))
        found->kind = found->answer->kind == EFFECT && !found->complaint.kind ? EFFECT : BARE;
}

/* Examines one clean line. A row of the table wins a tie. */
static struct message read_line(const struct clean_line *line, const struct judge *judge)
{
    struct message found = {0};
    struct complaint complaint;

    if (judge->is_amds && judge->level == WARN)
        return found;
    int is_usual = read_rows(&found, judge, line);
    const struct answer *answer =
        !strstr(line->small, "nvrm:") /* the kernel's lines have keywords */ &&
                (elsewhere_read(&complaint, line) || grammar_read(&complaint, line))
            ? rules_answer(&complaint, judge->is_cmakes && complaint.kind == COMPLAINT_NAMED
                                           ? "CMake Error"
                                           : line->text)
            : NULL;
    /* often because a library is missing; and other languages have functions, too */
    int lacks_function = answer && complaint.is_sentence && complaint.kind == COMPLAINT_SYMBOL;

    if (answer && !(lacks_function && answer->kind == OTHERS) &&
        !(judge->is_amds && complaint.is_sentence)) {
        int is_path = complaint.is_sentence && strchr(complaint.library, '/');
        enum answer_kind kind = lacks_function || (is_path && answer->kind == CAUSE)
                                    ? EFFECT /* the reason may be beside it */
                                    : answer->kind;

        if (more(judge, kind, &found) > 0) {
            found.answer = answer;
            found.kind = kind;
        } else {
            complaint.is_sentence = 0;
        }
        if (found.answer) /* of a row it says which library it is about */
            found.complaint = complaint;
    }
    const struct error_row *error =
        judge->level == INFO ? NULL : errors_find(line->text, judge->is_after_cuda);
    if (error && (error->class_of > CLASS_MEMORY || error->class_of == CLASS_FILES_OF_GPU) &&
        (parts_say_more(line) ||
         (answer && !complaint.is_sentence && !names_code(error, line->text))))
        error = NULL;
    int is_told = (answer && !complaint.is_sentence) || (error && names_code(error, line->text));
    struct complaint names;
    answer = is_told || judge->level == INFO || judge->level == WARN || judge->informs
                 ? NULL
                 : subjects_find(&names, line);
    if (answer && more(judge, answer->kind, &found) > -found.complaint.is_sentence)
        found = (struct message){.answer = answer, .kind = answer->kind, .complaint = names};
    answer = error ? &answer_classes[class_of_error(error, line)] : NULL;
    if (error && more(judge, answer->kind, &found) > -found.complaint.is_sentence)
        found = (struct message){.answer = answer,
                                 .kind = answer->kind,
                                 .complaint = owner_of_error(error),
                                 .code = is_by_number(error, line->text) ? error->name : NULL};
    if (judge->level == WARN && !is_usual)
        read_warning(&found, judge, line->text);
    if (!found.answer && !judge->is_amds && judge->level != INFO && !judge->is_note && !is_usual)
        read_part(&found, judge, line);
    return found;
}

static struct judge judge_of(const char *text)
{
    struct line of;
    int lines = 0;

    for (const char *at = text; lines < 2 && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        OWNED(memory) char *line = memory_copy_part(at, strcspn(at, "\n"));

        lines += line_read(line, &of);
    }
    int is_alone = lines < 2; /* the user picked that line */
    return (struct judge){
        .is_amds = strstr(text, "RCCL version") || strstr(text, "/rccl/") ||
                   strstr(text, "hipify") || strcasestr(text, "miopen") || strstr(text, "libhip"),
        .asks_plugin = is_alone || strstr(text, "NCCL_NET_PLUGIN set by") ||
                       strstr(text, "NCCL_NET_PLUGIN=") ||
                       strstr(text, "Plugin name set by env"), /* the last up to 2.21 */
        .asks_network = is_alone || strstr(text, "NCCL_NET set by") || strstr(text, "NCCL_NET=")};
}

/* Ends the lines of a text and writes them in lower case. */
static char *small_lines(const char *lines)
{
    char *small = memory_copy(lines);

    for (char *at = small; *at; at++)
        *at = *at == '\n' ? '\0' : (char)tolower((unsigned char)*at);
    return small;
}

struct strings messages_missing(const char *text)
{
    OWNED(memory) char *lines = clean_text(text);
    OWNED(memory) char *small = small_lines(lines);
    struct strings names = {0};
    struct complaint complaint;
    char *rest = lines, *line;

    while ((line = strsep(&rest, "\n")))
        if (grammar_read(&complaint, &(struct clean_line){line, small + (line - lines), NULL}) &&
            complaint.kind == COMPLAINT_NOT_FOUND && /* of a path the reason may be beside it */
            !(complaint.is_sentence && strchr(complaint.library, '/')) &&
            owner_has_number(complaint.library) &&
            nvidia_title(strings_base_name(complaint.library)))
            strings_add_once(&names, strings_base_name(complaint.library));
    return names;
}

static struct message find_line(const char *text, const char *without)
{
    OWNED(memory) char *lines = clean_text(text);
    OWNED(memory) char *small = small_lines(lines);
    struct message found = {0};
    struct judge judge = judge_of(text);
    int best = 0, after_last_error = 0, cuda_lines = 0, cmake_lines = 0;
    size_t number = 0, length;
    char *rest = lines, *line;

    for (; (line = strsep(&rest, "\n")); text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        number++;
        judge.level = level_of(line, after_last_error);
        judge.informs = informs(line);
        judge.is_after_cuda = cuda_lines-- > 0;
        if (errors_name_cuda(line))
            cuda_lines = 2;
        judge.is_cmakes = cmake_lines-- > 0;
        if (strstr(line, "CMake Error at "))
            cmake_lines = 4;
        judge.is_note = judge.informs || is_note(line);
        judge.is_complete = judge.is_complete || strstr(line, " Init COMPLETE") != NULL;
        after_last_error = strstr(line, "Last error:") && !strstr(line, "Last error: ");
        struct message here =
            read_line(&(struct clean_line){line, small + (line - lines), without}, &judge);
        int value = here.answer ? worth(&judge, here.kind) : 0;

        int replaces = judge.level != WARN && !judge.is_note &&
                       precedes(here.answer, found.answer) &&
                       (here.kind != OTHERS || found.kind == OTHERS);
        /* a file tells more than the name of its library */
        int repeats = here.complaint.kind == COMPLAINT_NAMED && found.kind == CAUSE &&
                      found.complaint.kind == COMPLAINT_NOT_FOUND;

        if (!repeats && (value > best || (value && value == best && replaces)) &&
            !(judge.level == WARN && here.kind == EFFECT && chooses_network(line, rest))) {
            best = value;
            found = here;
            found.line = text;
            found.length = length;
            found.number = number;
        }
    }
    return found;
}

/* Reads each line together with the next, which a narrow terminal or CMake may have wrapped. */
static struct message find_wrapped(const char *text, const char *without)
{
    enum { MOST_LINES = 40 };
    struct message found = {0};
    struct line of;

    for (size_t number = 1; !found.answer && number < MOST_LINES; number++) {
        size_t length = strcspn(text, "\n");
        const char *next = text + length + (text[length] == '\n');
        const char *word = next + strspn(next, " ");

        OWNED(memory)
        char *both = memory_print("%.*s %.*s", (int)length, text, (int)strcspn(word, "\n"), word);
        if (length && (islower((unsigned char)*word) || (*word && strchr("_(`'\\", *word))) &&
            !strstr(both, "NCCL ") && !line_read(both, &of)) { /* NCCL's log means little alone */
            found = find_line(both, without);
            found.line = text;
            found.length = length;
            found.number = number;
        }
        text = next;
    }
    return found;
}

/* Takes the number of a library from a line that says which file a program looks for. */
static void add_number(struct complaint *is, const char *text)
{
    if (is->kind != COMPLAINT_NAMED)
        return;
    OWNED(memory)
    char *named = memory_print("named as %.*s.so.", (int)strcspn(is->library, "."), is->library);
    const char *at = strstr(text, named);

    if (at && isdigit((unsigned char)at[strlen(named)]))
        pattern_keep(is, 'L', at + 9, pattern_name_length(at + 9));
}

/* Takes the architecture into account, for an answer that depends on it. */
static void add_gpu(struct message *found, const char *text)
{
    const struct answer *answer = found->answer;
    int is_target = answer == &answer_classes[CLASS_TARGET];

    if (!is_target && answer != &answer_classes[CLASS_BUILD] &&
        answer != &answer_classes[CLASS_NVRTC_OPTION])
        return;
    found->gpu = architecture_named(found->line, found->length, text);
    if (found->gpu)
        found->answer =
            &answer_classes[is_target ? found->gpu->until ? CLASS_OLD_TARGET : CLASS_TARGET
                            : found->gpu->until ? CLASS_OLD_GPU
                                                : CLASS_BUILD];
}

/* Of several versions of the C library that are missing, the highest decides. */
static void choose_version(struct message *found, const char *text)
{
    int highest = 0;

    if (found->complaint.kind != COMPLAINT_VERSION ||
        strncmp(found->complaint.version, "GLIBC", 5) != 0)
        return;
    for (size_t number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        OWNED(memory) char *line = memory_copy_part(text, length);
        const char *at = strstr(line, "not found") ? strstr(line, "GLIBC_2.") : NULL;

        if (at && atoi(at + 8) > highest) {
            highest = atoi(at + 8);
            snprintf(found->complaint.version, sizeof found->complaint.version, "GLIBC_2.%d",
                     highest);
            const char *by = strstr(line, "(required by ");
            if (by)
                snprintf(found->complaint.requester, sizeof found->complaint.requester, "%.*s",
                         (int)strcspn(by + 13, ")"), by + 13);
            found->answer = rules_answer(&found->complaint, line);
            found->line = text;
            found->length = length;
            found->number = number;
        }
        text += length + (text[length] == '\n');
    }
}

struct message messages_find(const char *text, const char *without)
{
    struct message found = find_line(text, without);

    if (!found.answer)
        found = find_wrapped(text, without);
    if (found.answer) {
        add_gpu(&found, text);
        choose_version(&found, text);
    }
    add_number(&found.complaint, text);
    return found;
}
