/* lazynccl stand-in: makes stand-ins, which load the real library at its first call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/verb.h"
#include "common/command/options.h"
#include "common/command/target_option.h"
#include "common/findings/list.h"
#include "common/findings/show.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "standin/inputs.h"
#include "standin/prepared.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns a size such as "2.8 GB", to be freed. */
static char *size_text(size_t bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double size = (double)bytes / 1000;
    size_t i = 0;

    for (; size >= 1000 && i + 1 < sizeof units / sizeof *units; i++)
        size /= 1000;
    return memory_print("%.*f %s", i > 1 ? 1 : 0, size, units[i]);
}

/* Prints the last lines: what was made, and, for wheels, how to install them and to undo that. */
static void show_sum(const struct report *report, const struct style *style, int is_prepared)
{
    const char *install = report->installer ? report->installer : "pip install";
    OWNED(memory) char *undo = strings_join(&report->undo, " "), *out = strings_word(report->out);
    size_t count = report->written.count, bytes = 0;
    int is_wheels = report->undo.count == count;
    struct stat facts;

    for (size_t i = 0; i < count; i++)
        bytes += stat(report->written.list[i], &facts) == 0 ? (size_t)facts.st_size : 0;
    OWNED(memory) char *size = size_text(bytes);
    OWNED(memory) char *freed = size_text(report->freed);
    if (!count)
        return;
    style_line(style, "%zu %s%s, %s, in %s%s%s", count, is_wheels ? "wheel" : "file",
               count > 1 ? "s" : "", size, report->out, report->freed ? "; installing frees " : "",
               report->freed ? freed : "");
    if (is_prepared)
        safe_line("use:     lazynccl run --prepared %s -- COMMAND", out);
    if (report->undo.count) {
        safe_line("install: %s --force-reinstall --no-deps %s/*.whl", install, out);
        safe_line("undo:    %s --force-reinstall --no-deps %s", install, undo);
    }
}

static enum verb_exit make(struct report *report, const struct request *request)
{
    if (request->into)
        prepared_make(report, request->words[0]);
    for (int i = 0; !request->into && i < request->count && !report->cannot_write; i++)
        inputs_make(report, request->words[i]);
    return report->refused ? VERB_FINDINGS : VERB_OK;
}

static enum verb_exit refuse_folder(const char *folder, const char *why)
{
    OWNED(memory) char *what = memory_print("cannot write to %s", folder);

    return verb_unreadable("stand-in", what, why);
}

/* Returns VERB_OK if the command line says what to make, and where. */
static enum verb_exit check(const struct request *request)
{
    if (request->count == 0)
        return verb_misuse("stand-in", "nothing to replace: give a library, a wheel or a folder",
                           NULL, NULL);
    if (request->out && request->into)
        return verb_misuse("stand-in", "-o or --into, not both", NULL, NULL);
    if (!request->out && !request->into)
        return verb_misuse("stand-in", "no folder to write into: -o DIR", NULL, NULL);
    if (request->into && request->count > 1)
        return verb_misuse("stand-in", "--into takes one environment", NULL, NULL);
    for (int i = 0; i < request->count; i++)
        if (inputs_is_unknown(request->words[i]))
            return verb_no_library("stand-in", "no such file or library", request->words[i]);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    struct style style = options_style(request, NULL);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};
    OWNED(memory) char *out = strings_without_slash(request->into ? request->into : request->out);
    struct report report = {.out = out, .table = &table};

    if (check(request) != VERB_OK)
        return VERB_MISUSE;
    if (report_read_list(&report.except, request->except) != 0)
        return verb_unreadable("stand-in", request->except + 1, strerror(errno));
    if (report_read_list(&report.only, request->only) != 0)
        return verb_unreadable("stand-in", request->only + 1, strerror(errno));
    int fresh = mkdir(out, 0777) == 0;
    if (!fresh && errno != EEXIST)
        return refuse_folder(out, strerror(errno));
    json_answer(table.json, "stand-in");
    json_begin(table.json, "files", '[');
    enum verb_exit status = make(&report, request);
    json_end(table.json, ']');
    if (table.json)
        findings_json(NULL, NULL, table.json);
    else
        show_sum(&report, &style, request->into != NULL);
    if (report.cannot_write)
        status = refuse_folder(out, report.cannot_write);
    if (fresh && !report.made)
        rmdir(out);
    strings_free(&report.written);
    strings_free(&report.undo);
    free(report.installer);
    free(report.cannot_write);
    strings_free(&report.except);
    strings_free(&report.only);
    return status;
}

const struct verb verb_standin = {
    .name = "stand-in",
    .run = run,
    .summary = "make libraries that load the real one at the first call",
    // clang-format off
    .usage =
"usage: lazynccl stand-in [OPTION...] {PATH|LIBRARY}... -o DIR\n"
"       lazynccl stand-in [OPTION...] ENVIRONMENT --into DIR\n"
"\n"
"Makes stand-ins: libraries that open the real library at the first call.\n"
"\n"
"Given an ELF library, by its path or a SONAME that ld.so finds, writes DIR/SONAME, with the same\n"
"functions and versions. Given a Python wheel, writes DIR/NAME-VERSION+lazy-TAGS.whl, without\n"
"static archives and files that only its libraries open. Given a virtual environment or a\n"
"site-packages, writes such a wheel for each NVIDIA distribution. Given the name of a LIBRARY,\n"
"writes DIR/SONAME for each SONAME, with the functions of all releases.\n"
"\n"
"If the real library is missing, a call returns the library's own error code. A function without a\n"
"stub stops the program and prints the reason. Libraries that cannot be replaced are left unchanged\n"
"and listed.\n"
"\n"
"--into writes one folder with the stand-ins of all libraries in a virtual environment or a\n"
"site-packages, for images and batch jobs: lazynccl run --prepared DIR searches nothing and writes\n"
"nothing. DIR/manifest lists each library with its file, size and hash.\n"
"\n"
"LIST: names such as cublas, SONAMEs, or packages; or @FILE, with one in each line.\n",
    .examples =
"  lazynccl stand-in libcublas.so.13 -o lazy/\n"
"      a library that loads the real one when it is called\n"
"  lazynccl stand-in nccl nvrtc nvjitlink -o lazy/\n"
"      the same without the real ones, for images and packages\n"
"  lazynccl stand-in venv -o wheels/ --except cudnn\n"
"      small wheels in place of NVIDIA's, except cuDNN\n"
"  lazynccl stand-in venv --into prepared\n"
"      make them once, for lazynccl run --prepared prepared\n",
    // clang-format on
    .takes = TAKES_STYLE " -o --into --except --only",
    .more = "also list the files that are left unchanged",
    .status = "0 made, 1 something could not be made, 2 unreadable input, 3 usage error.",
    .out = "the folder to write into, which may be a new one",
};
