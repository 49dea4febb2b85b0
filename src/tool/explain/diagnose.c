/* Explains a message: what happened, why, what to do, and whether its cause is present here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/diagnose.h"
#include "common/files/root.h"
#include "runtime/search/path.h"
#include "tool/explain/message.h"
#include "tool/explain/wording.h"
#include "tool/rules/grouped.h"
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_QUOTED = 300 };

/* A message, its answer, and what this machine shows. */
struct diagnosis {
    const struct log *log;
    struct message message;
    char *line, *what, *why;
    char *help;         /* NULL: `here` shows that no advice applies */
    char *limit;        /* which limit may be the cause; NULL: none */
    char *here;         /* where this machine has what was not found; NULL: nowhere */
    struct strings ids; /* of the findings that may be the cause */
    int looked;         /* 1: rules of these findings have run */
};

static void show_json(const struct diagnosis *diagnosis, struct json *json)
{
    json_string(json, "means", diagnosis->what);
    json_string(json, "why", diagnosis->why);
    json_string(json, "answer", diagnosis->message.answer.word);
    json_string(json, "help", diagnosis->help);
    json_string(json, "here", diagnosis->here ? diagnosis->here : diagnosis->limit);
    json_string(json, "line", diagnosis->line);
    json_strings(json, "looked_for", &diagnosis->ids);
}

/* Prints the recognized line, shortened if it is long. */
static void show_line(const struct diagnosis *diagnosis)
{
    const char *start = diagnosis->line + strspn(diagnosis->line, " \t");
    OWNED(memory)
    char *text =
        memory_print("%.*s%s", MOST_QUOTED, start, strlen(start) > MOST_QUOTED ? " ..." : "");
    OWNED(memory)
    char *title = diagnosis->log->dropped ? memory_copy("line: ")
                                          : memory_print("line %zu: ", diagnosis->message.number);

    style_fold(2, title, text);
}

/* Prints what the examination of this machine means for the reader. */
static void show_end(const struct examination *at, const struct diagnosis *diagnosis,
                     const struct style *style)
{
    static const char elsewhere[] = "Run this where the message was printed.";
    OWNED(memory) char *who = style_text(style, at->machine->target->who), *text = NULL;

    if (diagnosis->here)
        text = memory_print("%s %s", diagnosis->here, elsewhere);
    else if (diagnosis->limit)
        text = memory_copy(diagnosis->limit);
    else if (at->findings->count)
        text = memory_print("The cause is on this machine (%s).", who);
    else if (diagnosis->looked)
        text = memory_print("This machine does not have the fault (%s). %s", who, elsewhere);
    if (text)
        style_fold(diagnosis->here ? 2 : 0, "", text);
}

/* Prints the answer to a message, as JSON or text. */
static void show_diagnosis(const struct examination *at, const struct diagnosis *diagnosis,
                           const struct table *table)
{
    int is_found = at->findings->count > 0; /* the findings say why, and what to do */

    if (table->json) {
        target_begin_output("explain", at, table);
        show_json(diagnosis, table->json);
        findings_json(at->findings, at->machine, table->json);
        return;
    }
    OWNED(memory)
    char *heading = diagnosis->ids.count && !is_found && !diagnosis->message.answer.word
                        ? memory_print("%s [%s]", diagnosis->what, diagnosis->ids.list[0])
                        : memory_copy(diagnosis->what);

    fputs(style_begin(table->style, STYLE_CHOSEN), stdout);
    style_fold(0, "", heading);
    fputs(style_end(table->style), stdout);
    if (diagnosis->message.number > 1 || (diagnosis->log->dropped && *diagnosis->line))
        show_line(diagnosis);
    if (!is_found)
        style_fold(2, "", diagnosis->why);
    if (!is_found && diagnosis->help)
        style_fold(2, "Do: ", diagnosis->help);
    for (size_t i = 0; !is_found && table->style->more && i < diagnosis->ids.count; i++)
        findings_row_print(registry_row(diagnosis->ids.list[i]), table->style);
    findings_end(table, at->findings, at->machine, NULL);
    show_end(at, diagnosis, table->style);
}

/* Returns the sentence on the limit of this process that may be the cause, or NULL. */
static char *limit_text(enum complaint_kind kind)
{
    int is_memory = kind == COMPLAINT_MEMORY || kind == COMPLAINT_UNMAPPED;
    struct rlimit limit;

    if ((!is_memory && kind != COMPLAINT_DESCRIPTORS) ||
        getrlimit(is_memory ? RLIMIT_AS : RLIMIT_NOFILE, &limit) != 0)
        return NULL;
    if (limit.rlim_cur == RLIM_INFINITY)
        return memory_print("Here ulimit -%c is unlimited.", is_memory ? 'v' : 'n');
    return memory_print("Here ulimit -%c is %llu.", is_memory ? 'v' : 'n',
                        (unsigned long long)limit.rlim_cur / (is_memory ? 1024 : 1));
}

#define KINDS                                                                                      \
    "explain reads errors of loaders and linkers, error codes of NVIDIA's libraries, "             \
    "NCCL's lines about networks and plugins, and IDs of findings; lazynccl doctor "               \
    "examines the machine"

/* Prints to stderr which messages explain reads. If the text is a single word, it was meant as a
 * file, and why that cannot be read comes first. */
static void refuse(const char *text)
{
    int is_file =
        *text && !strpbrk(text, " \n") && access(text, F_OK) != 0 && errno != ENAMETOOLONG;
    OWNED(memory)
    char *why = is_file ? memory_print("%s, and no known message: %s", strerror(errno), KINDS)
                        : memory_copy("no known message: " KINDS);

    verb_unreadable("explain", is_file ? text : NULL, why);
}

/* Prints which messages explain reads, after a text without a known message. */
static enum verb_exit show_unknown(const struct log *log, const struct request *request)
{
    static char *const unknown[] = {"no known message: " KINDS};
    struct json *json = request->table->json;

    if (json) {
        json_answer(json, "explain");
        json_string(json, "target", NULL);
        show_json(&(struct diagnosis){0}, json);
        findings_json(NULL, &(struct machine){.unreadable = {(char **)unknown, 1}}, json);
    }
    refuse(log->text);
    return VERB_UNREADABLE;
}

/* Returns a path from the message as --from takes it: absolute, below the sysroot. NULL if the word
 * is not a path, or no file is there. The caller frees it. */
static char *path_there(const char *path, const char *root)
{
    char *absolute = *path == '/'                  ? memory_copy(path)
                     : strchr(path, '/') && !*root ? realpath(path, NULL)
                                                   : NULL;
    OWNED(memory) char *whole = absolute ? root_inside(root, memory_copy(absolute)) : NULL;

    if (!whole || !lazynccl_exists(whole) || lazynccl_is_folder(whole)) {
        free(absolute);
        absolute = NULL;
    }
    return absolute;
}

/* Replaces the advice to update a library by a command for the packages of this environment. */
static void find_update(struct examination *at, struct diagnosis *diagnosis)
{
    const struct owner *owner = &diagnosis->message.owner;

    if (diagnosis->message.complaint.kind != COMPLAINT_SYMBOL || owner->kind == OWNER_OTHER ||
        owner->is_driver || !owner->added || owner->removed)
        return;
    char *install = packages_install_soname(at->machine, at->machine->target->from, owner->soname,
                                            owner->added);
    OWNED(memory) char *anyones = nvidia_install(owner->soname, 0, owner->added), *other = install;
    if (!install || strcmp(install, anyones) == 0)
        return;
    other = diagnosis->help; /* frees the old advice at the end of the block */
    diagnosis->help = install;
}

/* Returns a sentence that names the file at `path` if it defines the message's symbol, or NULL. */
static char *symbol_text(struct examination *at, const struct message *message, const char *path)
{
    const struct owner *owner = &message->owner;
    const struct elf_file *file = elf_cache_get(path, NULL);
    int release = owner->library ? elf_cache_version(owner->library, path) : 0;
    OWNED(memory)
    char *symbol =
        memory_copy_part(message->complaint.symbol, strcspn(message->complaint.symbol, "@"));

    if (!file || !elf_file_has(file, symbol, 1))
        return NULL;
    if (!release)
        return memory_print("On this machine %s has it.", machine_shown(at->machine, path));
    return memory_print("On this machine %s has it (%s %s).", machine_shown(at->machine, path),
                        owner->title, NVIDIA_VERSION(owner->library, release));
}

/* Returns a sentence that says where this machine has the missing library or symbol, or NULL. */
static char *find_here(struct examination *at, const struct message *message)
{
    const struct owner *owner = &message->owner;
    int is_symbol = message->complaint.kind == COMPLAINT_SYMBOL;
    const char *from = NULL;

    if (at->findings->count || !strstr(owner->soname, ".so") ||
        !(is_symbol || message->complaint.kind == COMPLAINT_NOT_FOUND))
        return NULL;
    const struct candidate *copy =
        is_symbol && owner->library ? facts_copy(at->facts, owner->library->name) : NULL;
    OWNED(memory)
    char *path =
        copy ? memory_copy(copy->path) : linker_find(at->machine, NULL, owner->soname, &from);
    if (path && is_symbol)
        return symbol_text(at, message, path);
    OWNED(memory) char *folder = path ? memory_folder(machine_shown(at->machine, path)) : NULL;
    return folder ? memory_print("On this machine ld.so finds it: %s (%s).", folder, from) : NULL;
}

/* Returns 1 if the message is about a missing or broken library, by its SONAME, and no rule has
 * found the cause. A note counts as a cause, except for the driver and a broken file. */
static int names_unloadable(const struct examination *at, const struct diagnosis *diagnosis)
{
    const struct owner *owner = &diagnosis->message.owner;
    int is_broken = diagnosis->message.complaint.kind == COMPLAINT_BROKEN;
    int is_open = owner->is_driver || is_broken
                      ? !findings_has_problem(at->findings)
                      : !at->findings->count && strings_has(&diagnosis->ids, "LN115");

    if (!is_open || !owner_has_number(owner->soname))
        return 0;
    OWNED(memory) char *path = linker_find(at->machine, NULL, owner->soname, NULL);
    return is_broken ? path != NULL : diagnosis->message.complaint.kind == COMPLAINT_NOT_FOUND;
}

/* Looks for the library of the message, and for other NVIDIA libraries that ldd did not find. */
static void look_for_names(struct examination *at, const struct diagnosis *diagnosis)
{
    OWNED(strings) struct strings lines = strings_split(diagnosis->log->text, '\n');
    OWNED(strings) struct strings done = {0};

    strings_print(&done, "%s", diagnosis->message.owner.soname);
    needs_look_for(at, *done.list);
    for (size_t i = 0; i < lines.count; i++) {
        const char *name = lines.list[i] + strspn(lines.list[i], " \t"),
                   *end = strstr(name, " => not found");
        OWNED(memory) char *soname = memory_copy_part(name, end ? (size_t)(end - name) : 0);

        if (!nvidia_of(soname).title || strings_has(&done, soname))
            continue;
        strings_print(&done, "%s", soname);
        needs_look_for(at, soname);
    }
}

/* Runs the rules of the findings that may be the cause, then prints the answer. */
static enum verb_exit examine(struct examination *at, const struct request *request, void *context)
{
    struct diagnosis *diagnosis = context;
    int is_loaders = diagnosis->message.complaint.kind != COMPLAINT_NONE &&
                     diagnosis->message.complaint.kind < COMPLAINT_LINK;

    if (is_loaders && at->machine->target->from) {
        diagnosis->looked = 1;
        needs_look_at_file(at);
    }
    int does_not_load = at->findings->count > 0;
    for (size_t i = 0; i < diagnosis->ids.count; i++) {
        const struct finding_row *finding = registry_row(diagnosis->ids.list[i]);

        if (does_not_load && strcmp(finding->id, "LN102") != 0)
            continue; /* an overwritten file may be the reason */
        if (finding->look)
            finding->look(at);
        diagnosis->looked |= finding->look != NULL;
    }
    diagnosis->here = find_here(at, &diagnosis->message);
    if (diagnosis->here) { /* the advice is for machines without the library */
        free(diagnosis->help);
        diagnosis->help = NULL;
    } else {
        find_update(at, diagnosis);
    }
    int is_found = diagnosis->here && diagnosis->message.complaint.kind == COMPLAINT_NOT_FOUND;
    if (is_found || names_unloadable(at, diagnosis))
        look_for_names(at, diagnosis);
    show_diagnosis(at, diagnosis, request->table);
    return verb_status(at->findings);
}

/* Fills in the texts of the answer, or of the likeliest finding. */
static void read_answer(struct diagnosis *diagnosis)
{
    const struct message *message = &diagnosis->message;
    const struct answer *answer = &message->answer;

    diagnosis->ids = strings_split(*answer->ids ? answer->ids : NULL, ' ');
    const struct finding_row *first =
        diagnosis->ids.count ? registry_row(diagnosis->ids.list[0]) : NULL;
    diagnosis->line = memory_copy_part(message->line ? message->line : "", message->length);
    diagnosis->what = answer_text(answer->what ? answer->what : first->what, &message->complaint,
                                  &message->owner);
    diagnosis->why =
        answer_text(answer->why ? answer->why : first->why, &message->complaint, &message->owner);
    diagnosis->limit = limit_text(message->complaint.kind);
    diagnosis->help = answer_text(answer->help ? answer->help : first->remedy, &message->complaint,
                                  &message->owner);
}

static void free_answer(struct diagnosis *diagnosis)
{
    strings_free(&diagnosis->ids);
    free(diagnosis->line);
    free(diagnosis->what);
    free(diagnosis->why);
    free(diagnosis->help);
    free(diagnosis->here);
    free(diagnosis->limit);
}

enum verb_exit diagnose(const struct log *log, const struct request *request)
{
    struct diagnosis diagnosis = {.log = log, .message = message_find(log->text)};
    struct request as = *request;

    if (!diagnosis.message.is_known)
        return show_unknown(log, request);
    read_answer(&diagnosis);
    OWNED(memory)
    char *file = path_there(diagnosis.message.complaint.requester, as.as.root);
    if (!as.as.from && !as.as.pid && !as.as.no_python && file) {
        as.as.from = file;
        as.as.python = NULL;
    }
    enum verb_exit status = target_examine("explain", &as, examine, &diagnosis);
    free_answer(&diagnosis);
    return status;
}
