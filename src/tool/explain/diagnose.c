/* Explains a message and checks whether its cause is present here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/diagnose.h"
#include "common/command/target_option.h"
#include "common/files/root.h"
#include "common/findings/show.h"
#include "runtime/search/path.h"
#include "tool/explain/show.h"
#include "tool/explain/wording.h"
#include "tool/rules/grouped.h"

/* Returns the message's path inside the sysroot, relative to the current folder, or NULL if it is
 * not a path or the file does not exist. The caller frees it. */
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

/* Returns 1 if the program that misses a library searches the folders of wheels: a module of a
 * package does, by its RPATH; ld.so alone does not. */
static int searches_wheels(const struct diagnosis *diagnosis)
{
    static const char wheels[] = "-packages/|libtorch|libc10|libtensorflow|libjax|xla|import torch|"
                                 "import jax|import cupy|import tensorflow";
    const char *requester = diagnosis->message.complaint.requester;

    return strings_contain_any(*requester ? requester : diagnosis->log->text, wheels);
}

#define WHEEL_FOLDER "the folder that pip show -f names, or a toolkit's lib64, in LD_LIBRARY_PATH"

/* Returns the command that installs a library of a release (">=2.27.3"; "": any), or NULL. A wheel
 * alone does not help a program that does not search wheels. */
static char *install_command(struct examination *at, const struct diagnosis *diagnosis,
                             const char *wanted)
{
    const char *soname = diagnosis->message.owner.soname;
    char install[NVIDIA_INSTALL], anyones[NVIDIA_INSTALL] = "";

    if (!packages_install_soname(at->machine, at->machine->target->from, soname, wanted, install))
        return NULL;
    nvidia_install(soname, wanted, anyones);
    if (strncmp(install, "pip ", 4) != 0 || searches_wheels(diagnosis) ||
        strcmp(install, anyones) != 0) /* a package of the program requires the wheel */
        return memory_copy(install);
    return memory_print("%.*s, with " WHEEL_FOLDER, (int)strcspn(install, ","), install);
}

/* Replaces the advice to a library that is missing, or too old for a symbol, by a command. */
static void find_install(struct examination *at, struct diagnosis *diagnosis)
{
    const struct owner *owner = &diagnosis->message.owner;
    char version[LAZYNCCL_VERSION_TEXT], wanted[40] = "";
    int is_missing =
        diagnosis->message.complaint.kind == COMPLAINT_NOT_FOUND && owner_has_number(owner->soname);
    int is_older =
        diagnosis->message.complaint.kind == COMPLAINT_SYMBOL && owner->added && !owner->removed;

    if (owner->kind == OWNER_OTHER || owner->is_driver || !(is_missing || is_older))
        return;
    if (is_older)
        snprintf(wanted, sizeof wanted, ">=%s",
                 lazynccl_version_text(owner->library, owner->added, version));
    char *install = install_command(at, diagnosis, wanted);
    if (!install || (is_older && strstr(install, "pip show"))) { /* an older file comes first */
        free(install);
        return;
    }
    free(diagnosis->help);
    diagnosis->help = install;
}

/* Reports LN115 with no module that needs the library: a program passed the name to dlopen, and
 * ld.so does not find it for this target. */
static void look_for_named(struct examination *at, const struct diagnosis *diagnosis)
{
    const struct owner *owner = &diagnosis->message.owner;

    if (at->findings->count || diagnosis->message.complaint.kind != COMPLAINT_NOT_FOUND ||
        !strings_has(&diagnosis->ids, "LN115") || !owner_has_number(owner->soname))
        return;
    const struct candidate *copy =
        owner->library ? facts_copy(at->facts, owner->library->name) : NULL;
    int is_named = copy && strcmp(strings_base_name(copy->path), owner->soname) == 0;

    findings_add(at->findings, "LN115", "no folder that ld.so searches has %s", owner->soname);
    if (is_named) {
        OWNED(memory) char *folder = memory_folder(machine_shown(at->machine, copy->path));

        rule_evidence(at, owner->library, copy);
        findings_remedy(at->findings, "LD_LIBRARY_PATH=%s", folder);
    } else if (diagnosis->help) {
        findings_remedy(at->findings, "%s", diagnosis->help);
    }
}

/* Returns the sentence that names the file of this machine that has the symbol, or NULL. */
static char *find_symbol(struct examination *at, const struct message *message)
{
    const struct owner *owner = &message->owner;
    const struct candidate *copy =
        owner->library ? facts_copy(at->facts, owner->library->name) : NULL;
    char version[LAZYNCCL_VERSION_TEXT];
    const char *from;
    OWNED(memory)
    char *path =
        copy ? memory_copy(copy->path) : linker_find(at->machine, NULL, owner->soname, &from);
    const struct elf_file *file = path ? elf_cache_get(path, NULL) : NULL;
    OWNED(memory)
    char *symbol =
        memory_copy_part(message->complaint.symbol, strcspn(message->complaint.symbol, "@"));

    if (!file || !candidate_exports(file, symbol))
        return NULL;
    if (!copy || !copy->version)
        return memory_print("On this machine %s has it.", machine_shown(at->machine, path));
    return memory_print("On this machine %s has it (%s %s).", machine_shown(at->machine, path),
                        owner->title,
                        lazynccl_version_text(owner->library, copy->version, version));
}

/* Returns the sentence that says where this machine has what the message lacks, or NULL. */
static char *find_here(struct examination *at, const struct message *message)
{
    const char *from = NULL;

    if (at->findings->count || !strstr(message->owner.soname, ".so"))
        return NULL;
    if (message->complaint.kind == COMPLAINT_SYMBOL)
        return find_symbol(at, message);
    if (message->complaint.kind != COMPLAINT_NOT_FOUND)
        return NULL;
    OWNED(memory) char *path = linker_find(at->machine, NULL, message->owner.soname, &from);
    OWNED(memory) char *folder = path ? memory_folder(machine_shown(at->machine, path)) : NULL;
    return folder ? memory_print("On this machine ld.so finds it: %s (%s).", folder, from) : NULL;
}

static enum verb_exit examine(struct examination *at, const struct request *request, void *context)
{
    struct diagnosis *diagnosis = context;
    struct style style = options_style(request, at->machine->target);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};

    int is_loaders = diagnosis->message.complaint.kind != COMPLAINT_NONE &&
                     diagnosis->message.complaint.kind < COMPLAINT_LINK;

    if (is_loaders && at->machine->target->from) {
        diagnosis->looked = 1;
        needs_look_at_file(at);
    }
    int does_not_load = at->findings->count > 0;
    for (size_t i = 0; i < diagnosis->ids.count && !does_not_load; i++) {
        const struct finding_row *finding = registry_row(diagnosis->ids.list[i]);

        if (finding->look)
            finding->look(at);
        diagnosis->looked |= finding->look != NULL;
    }
    diagnosis->here = find_here(at, &diagnosis->message);
    if (diagnosis->here) { /* the advice is for where it lacks */
        free(diagnosis->help);
        diagnosis->help = NULL;
    } else {
        find_install(at, diagnosis);
        look_for_named(at, diagnosis);
    }
    show_diagnosis(at, diagnosis, &table);
    return at->findings->count || diagnosis->log->notes.faults ? VERB_FINDINGS : VERB_OK;
}

/* Fills in the texts: those of the answer, or of the likeliest finding. */
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
}

/* Takes what all ranks show as the message, if no line names a cause. */
static void read_ranks(struct message *message, const struct ranks_notes *notes)
{
    static const struct answer differ = {CAUSE, NULL, NULL, NULL, "LN703", NULL};
    static const struct answer missing = {CAUSE, NULL, NULL, WORDING_TRACE, "LN713", NULL};
    int is_cause =
        message->is_known && message->answer.rank != EFFECT && message->answer.rank != BARE;

    if (!is_cause && notes->finding && strcmp(notes->finding, "LN703") == 0)
        *message = (struct message){.is_known = 1, .answer = differ};
    else if (!message->is_known && notes->finding)
        *message = (struct message){.is_known = 1, .answer = missing};
}

enum verb_exit diagnose(const struct log *log, const struct request *request)
{
    struct diagnosis diagnosis = {.log = log, .message = message_find(log->text)};
    struct request as = *request;

    read_ranks(&diagnosis.message, &log->notes);
    if (!diagnosis.message.is_known)
        return show_unknown(log, request);
    read_answer(&diagnosis);
    OWNED(memory)
    char *file = path_there(diagnosis.message.complaint.requester, as.as.root);
    if (!as.as.from && !as.as.pid && !as.as.no_python && file)
        as.as.from = file;
    enum verb_exit status = target_examine("explain", &as, examine, &diagnosis);
    free_answer(&diagnosis);
    return status;
}
