/* lazynccl explain: prints a finding in full, or what a message or log means on this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/walk.h"
#include "common/findings/retired.h"
#include "tool/explain/diagnose.h"
#include "tool/explain/input.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static enum verb_exit explain_row(const struct finding_row *row, const struct request *request)
{
    struct json *json = request->table->json;

    if (!json) {
        findings_row_print(row, request->table->style);
        return VERB_OK;
    }
    json_answer(json, "explain");
    json_begin(json, "registry", '[');
    findings_row(request->table, row);
    json_end(json, ']');
    findings_json(NULL, NULL, json);
    return VERB_OK;
}

static int looks_like_id(const char *text)
{
    return strncasecmp(text, "LN", 2) == 0 && text[2] &&
           text[2 + strspn(text + 2, "0123456789")] == '\0';
}

/* Prints what a retired finding was about, and what replaces it. */
static enum verb_exit explain_retired(const struct retired_row *row, const struct request *request)
{
    struct json *json = request->table->json;
    OWNED(memory) char *means = retired_text(row);

    if (!json) {
        style_fold(0, "", means);
        style_fold(2, "See: ", row->instead);
        return VERB_OK;
    }
    json_answer(json, "explain");
    json_string(json, "target", NULL);
    json_string(json, "means", means);
    json_string(json, "help", row->instead);
    json_strings(json, "looked_for", &(struct strings){0});
    findings_json(NULL, NULL, json);
    return VERB_OK;
}

/* Returns 1 if all words name existing files. */
static int are_files(const struct request *request)
{
    struct stat status;

    for (int i = 0; i < request->count; i++)
        if (strcmp(request->words[i], "-") != 0 && stat(request->words[i], &status) != 0)
            return 0;
    return request->count > 0;
}

/* Explains the text of the input, and reports which lines were not read. */
static enum verb_exit answer(const struct input *input, const struct request *request)
{
    OWNED(memory) char *text = input_text(input);
    OWNED(memory) char *unread = input_unread(input);
    const struct log log = {text, input->dropped};

    if (unread)
        safe_error("lazynccl explain: not read: %s", unread);
    return diagnose(&log, request);
}

/* Reports a file that could not be read, and sets the status. Does nothing if `why` is NULL. */
static void report_unreadable(enum verb_exit *status, const char *name, const char *why)
{
    if (why)
        *status = verb_unreadable("explain", name, why);
}

/* Reads a file. Skips one that is not regular, unless the command line names it (`is_named`).
 * Returns NULL, or why the file cannot be read. */
static const char *add_file(struct input *input, const char *path, int is_named)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (is_named ? 0 : O_NONBLOCK));

    if (fd < 0) /* ENXIO: a socket */
        return errno == ENXIO && !is_named ? NULL : strerror(errno);
    int is_regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    const char *why = is_regular || is_named ? input_read(input, fd, -1) : NULL;
    close(fd);
    return why;
}

/* Reads the regular files in a folder. */
static void add_folder(struct input *input, const char *path, enum verb_exit *status)
{
    OWNED(strings) struct strings names = {0};

    report_unreadable(status, path, walk_names(path, &names) != 0 ? strerror(errno) : NULL);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *file = memory_print("%s/%s", path, names.list[i]);

        report_unreadable(status, file, add_file(input, file, 0));
    }
}

/* Explains the files and folders that can be read; for "-", or without words, standard input, which
 * is passed on, so that no output of the job is lost. */
static enum verb_exit explain_files(const struct request *request)
{
    struct input input = {0};
    enum verb_exit status = VERB_OK;
    int pass = request->json ? STDERR_FILENO : STDOUT_FILENO;
    struct stat facts;

    for (int i = 0; i < request->count || i == 0; i++) {
        const char *word = request->count ? request->words[i] : "-";

        if (strcmp(word, "-") == 0)
            report_unreadable(&status, "standard input", input_read(&input, STDIN_FILENO, pass));
        else if (stat(word, &facts) == 0 && S_ISDIR(facts.st_mode))
            add_folder(&input, word, &status);
        else
            report_unreadable(&status, word, add_file(&input, word, 1));
    }
    /* explains what could be read; the status shows that something could not */
    enum verb_exit answered = status == VERB_OK || input.size ? answer(&input, request) : status;
    input_free(&input);
    return status == VERB_OK ? answered : status;
}

/* Prints the answer to stderr, to keep it out of the command's own output. */
static enum verb_exit explain_command(const struct request *request)
{
    struct input input = {0};
    const char *why = NULL;
    int status = input_command(&input, request->words, !request->json, &why);

    if (why) {
        verb_unreadable("explain", request->words[0], why);
    } else if (status) {
        struct request asked = *request;

        fflush(stdout);
        if (!request->json && !request->quiet) {
            dup2(STDERR_FILENO, STDOUT_FILENO);
            if (!request->color_given)
                asked.color = options_color();
        }
        answer(&input, &asked);
    }
    input_free(&input);
    return (enum verb_exit)status;
}

static enum verb_exit run(const struct request *request)
{
    const char *only =
        request->count == 1 && !strchr(request->words[0], ' ') ? request->words[0] : "";

    signal(SIGPIPE, SIG_IGN); /* SIGPIPE here must not end the job whose output is read */
    if (request->command)
        return explain_command(request);
    if (registry_row(only))
        return explain_row(registry_row(only), request);
    if (retired_row(only))
        return explain_retired(retired_row(only), request);
    if (looks_like_id(only))
        return verb_misuse("explain", "no such finding", only, NULL);
    if (request->count == 0 && isatty(STDIN_FILENO))
        return verb_misuse("explain", "no finding and no message", NULL, NULL);
    if (request->count == 0 || are_files(request))
        return explain_files(request);
    /* joins the words, because the user may not have quoted the message */
    char *text = strings_join(&(struct strings){request->words, (size_t)request->count}, " ");
    const struct log log = {.text = text};
    enum verb_exit status = diagnose(&log, request);
    free(text);
    return status;
}

const struct verb verb_explain = {
    .name = "explain",
    .run = run,
    .summary = "explain a finding, an error message or a log",
    // clang-format off
    .usage =
"usage: lazynccl explain ID [OPTION...]\n"
"       lazynccl explain 'MESSAGE' [OPTION...]\n"
"       lazynccl explain LOG|FOLDER... [OPTION...]\n"
"       lazynccl explain [OPTION...] -- COMMAND...\n"
"       ... 2>&1 | lazynccl explain\n"
"\n"
"Explains an error message, a log, or a finding of doctor or audit.\n"
"\n"
"Recognizes complaints of loaders and linkers, error codes of NVIDIA's libraries, and NCCL's lines about\n"
"networks and plugins: in a message, in logs (-: standard input), in a pipe, or in the output of a\n"
"command that it runs. Text from a pipe or a command is passed on. Checks this machine for the causes, in\n"
"the environment of the file that the message names, or else of the first python3 in PATH, or of what an\n"
"option names.\n",
    .examples =
"  lazynccl explain -- ./train\n"
"      run it, and explain its errors\n"
"  lazynccl explain logs/\n"
"      read the logs in a folder\n"
"  lazynccl explain LN107\n"
"      print everything about one finding\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_TARGET,
    .more = "print each finding in full",
    .status = "0 explained, and the cause is not on this machine; 1 the cause is on this machine;\n"
              "2 unreadable input, or an unknown message; 3 usage error; with a COMMAND, the\n"
              "command's.",
};
