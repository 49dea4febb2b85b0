/* The table of options, and its two readers: the command line and --help.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/text/nearest.h"
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LETTERS 256 /* getopt returns a letter, or from here on LETTERS + the number of a row */

/* Readers of values. They return 0 if the text is not such a value. */
struct row;
typedef int reader(const struct row *, void *at, const char *value);
static reader read_flag, read_text, read_number, read_version, read_color, read_passed,
    read_interface, read_severity;

static const struct row {
    const char *name;  /* "--root", "-p" */
    const char *value; /* "[WHEN]": optional; NULL: takes none */
    size_t at;         /* offset of its member in struct request */
    reader *read;
    const char *wants; /* what the value must be, for the message about a bad one */
    int least, most;   /* the range of a number */
    const char *text;  /* for --help; NULL: the verb's `more` for -v, its `out` for -o */
} rows[] = {
#define AT(member) offsetof(struct request, member)
#define FLAG(member) NULL, AT(member), read_flag, NULL, 0, 0
#define TEXT(value, member) value, AT(member), read_text, NULL, 0, 0
    {"--from", TEXT("FILE", as.from), "examine this program, extension module or Python"},
    {"--python", TEXT("PATH", as.python),
     "examine this Python: an interpreter, or the folder of a virtual environment"},
    {"--pid", "N", AT(as.pid), read_number, "a process's number", 1, INT_MAX,
     "examine this process: its environment, and what it has loaded"},
    {"--import", TEXT("MODULE", as.import),
     "import this module in a new python3, and examine that process"},
    {"--no-python", FLAG(as.no_python), "examine this machine, without Python"},
    {"--root", TEXT("DIR", as.root),
     "take DIR as /: all paths, also those in variables, are inside it"},
    {"--min", "VERSION", AT(minimum), read_version, "a version such as 2.27.3", 0, 0,
     "require at least this version"},
    {"--load", FLAG(load),
     "load in child processes: find loads both files, to print their versions; doctor loads the "
     "files whose verdict is uncertain"},
    {"--path", FLAG(path),
     "print only the path that lazynccl would load, or nothing and exit with 1"},
    {"--export", FLAG(exports), "print a line for shells that sets LAZYNCCL_LIBPATH to this path"},
    {"--list", FLAG(list), "list all findings; more about one: lazynccl explain ID"},
    {"--demanded-by", TEXT("FILE", demanded_by),
     "list the symbols that FILE needs, the version that added each, and what is missing"},
    {"--lazy", TEXT("LIST", lazy),
     "load these libraries at the first call (default: nccl,nvrtc,nvjitlink)"},
    {"--record", TEXT("FILE", record),
     "append a line to FILE for each library that is opened, with the function called"},
    {"--trace", TEXT("DIR", trace), "keep the last calls of each process, for lazynccl trace DIR"},
    {"--records", "N", AT(records), read_number, "a number from 64 to 16777216", 64, 1 << 24,
     "how many calls --trace keeps of each library (default: 65536, or fewer if memory is small)"},
    {"--completions", FLAG(completions),
     "with --trace: also record how far each collective is on the GPU; NCCL then takes longer"},
    {"--sites", TEXT("LIST", sites),
     "search these site-packages, separated by colons, not those of the program's Python"},
    {"--print", FLAG(print),
     "print the environment variables that COMMAND would get, and do not run it"},
    {"--clean", FLAG(clean),
     "without COMMAND: remove all stand-ins from the cache, and the calls that --trace keeps of "
     "ended processes; those unused for 30 days, or a day, go by themselves"},
    {"--prepared", TEXT("DIR", prepared),
     "use the stand-ins that lazynccl stand-in ENVIRONMENT --into DIR has made"},
    {"--node", FLAG(node),
     "write the calls of this node's processes to one file in DIR, and remove those of ended ones"},
    {"--job", TEXT("NAME", job), "show this job (default: the newest one)"},
    {"--follow", FLAG(follow), "print new calls until the processes end"},
    {"--chrome", FLAG(chrome), "print all calls in the trace event format of Chrome and Perfetto"},
    {"-o", TEXT("PATH", out), NULL},
    {"--into", TEXT("DIR", into),
     "make one folder of an environment's stand-ins, for lazynccl run --prepared DIR"},
#define PASSED(value) value, AT(passed), read_passed, NULL, 0, 0
    {"-I", PASSED("DIR"), "search this folder for headers, as a compiler does"},
    {"-D", PASSED("MACRO"), "define this macro, as a compiler does"},
    {"--pass", PASSED("MACROS"), "read the headers once more with these defined"},
    {"--fail", PASSED("TYPE=VALUE"),
     "the value by which functions that return TYPE report failure, such as int=-1"},
    {"--declare", PASSED(NULL),
     "for programs that are built without the library's headers: describe adds the types to the "
     "stub, vendor writes lazynccl_declare.h"},
    {"--rust", PASSED(NULL), "also write a crate around the files, for programs in Rust"},
    {"--def", PASSED(NULL), "also write the part for Windows, and NAME.def for its linker"},
    {"--no-calls", PASSED(NULL),
     "write no trampolines: the program fills its own pointers by lazynccl_symbol()"},
    {"--name", PASSED("NAME"),
     "name of the library, in lower-case letters and digits (default: from NAME.toml)"},
    {"--target", PASSED("TRIPLE"), "the machine of the library (default: this machine)"},
    {"--check", TEXT("PATH", check),
     "write nothing; vendor: compare the copy in this folder byte for byte; link: compare this "
     "program with LAZY_LIBS"},
    {"--versions-from", PASSED("FILE"),
     "take the symbol versions of the functions that FILE exports, as a link does"},
    {"--machine", PASSED("LIST"),
     "write the assembly for these machines only, separated by commas (default: all)"},
    {"--absent", PASSED("NUMBER"),
     "the value that absent functions of a library without a stub return"},
    {"--reason", PASSED("LIST"), "of these functions, those that return the reason as a text"},
    {"--null", PASSED("LIST"), "of these functions, those that return NULL"},
    {"--open", PASSED("WORD"),
     "open the libraries at the first call (default), or at the start of the program: start"},
    {"--priority", PASSED("WORD"),
     "priority in the .note.dlopen: required, recommended (default) or suggested"},
    {"--prefix", PASSED("WORD"),
     "prefix of the files, the API and the variables: WORD.c, WORD_load(), WORD_LIBPATH"},
    {"--search", PASSED("LIST"),
     "search locations of the copy: api, env, loaded, partner, wheel, conda, soname, toolkit, or "
     "full (default: api,env,loaded,soname, and wheel for libraries in NVIDIA's wheels)"},
    {"--cuda", PASSED("MAJOR"), "take only libraries of this major version of CUDA"},
    {"--complete", PASSED(NULL), "take only libraries that have all functions of the copy"},
    {"--optional", PASSED("LIST"), "of these functions, those that a library may lack"},
    {"--generator", PASSED(NULL),
     "write the generator of these files, as text, which your build runs in place of lazynccl"},
    {"--opens", FLAG(opens),
     "also print the names of libraries in the strings of files that import dlopen"},
    {"--except", TEXT("LIST", except),
     "leave these real: libraries or packages, separated by commas"},
    {"--only", TEXT("LIST", only),
     "only these, separated by commas: libraries; or functions, or objects that need them"},
    {"--call", FLAG(call), "start the plugin, and print its name and devices"},
    {"--interface", "WHICH", 0, read_interface, "net, tuner, profiler, env, gin, or 1 to 31", 0, 0,
     "only net, tuner, profiler, env or gin, or only version N"},
    {"--device", "N", AT(device), read_number, "a number", 0, INT_MAX,
     "the device that check uses (default: 0)"},
    {"--seconds", "N", AT(seconds), read_number, "a number from 1 to 3600", 1, 3600,
     "time limit of a step (default: 10)"},
    {"--fake-gpu", FLAG(fake_gpu), "use a fake CUDA that backs device memory with host memory"},
    {"--allow", TEXT("LIST", allow), "findings that do not count, separated by commas: LN317"},
    {"--fail-on", "LEVEL", AT(fail_on), read_severity, "error or warning", 0, 0,
     "the exit status is 1 for an error, or for a warning too (default: warning)"},
    {"-p", FLAG(full_paths), "print full paths, not ~ and ... for home folder and site-packages"},
    {"-v", FLAG(more), NULL},
    {"-q", FLAG(quiet), "no output; use the exit status"},
    {"--color", "[WHEN]", AT(color), read_color, "always, auto or never", 0, 0,
     "always, never, or auto: on a terminal unless NO_COLOR is set"},
    {"--json", FLAG(json), "print JSON, described by lazynccl.schema.json"},
    {"--help", FLAG(help), "print this help"},
};
enum { COUNT = sizeof rows / sizeof *rows, HELP = COUNT - 1 };

static int is_long(const struct row *row)
{
    return row->name[1] == '-';
}

static int takes(const struct verb *verb, int id)
{
    size_t length = strlen(rows[id].name);

    for (const char *at = verb->takes; (at = strstr(at, rows[id].name)); at += length)
        if (strchr(" ", at[length])) /* also matches the NUL at the end */
            return 1;
    return id == HELP;
}

static int read_flag(const struct row *row, void *at, const char *value)
{
    return *(int *)at = 1;
}

static int read_text(const struct row *row, void *at, const char *value)
{
    *(const char **)at = value;
    return 1;
}

static int read_passed(const struct row *row, void *at, const char *value)
{
    strings_print(at, "%s%s%s", row->name, value && is_long(row) ? "=" : "", value ? value : "");
    return 1;
}

static int read_number(const struct row *row, void *at, const char *value)
{
    const char *start = value;
    int number = lazynccl_number(&value);

    *(int *)at = number;
    return value > start && !*value && number >= row->least && number <= row->most;
}

/* Reads "tuner" or "6". The option may be given twice, once with each kind of value. */
static int read_interface(const struct row *row, void *at, const char *value)
{
    struct request *request = at;
    const struct row number = {.least = 1, .most = 31};

    if (*value >= '0' && *value <= '9')
        return read_number(&number, &request->interface, value);
    request->interface_kind = value;
    return *value != '\0';
}

static int read_severity(const struct row *row, void *at, const char *value)
{
    int is_error = strcmp(value, "error") == 0;

    *(enum severity *)at = is_error ? ERROR : WARNING;
    return is_error || strcmp(value, "warning") == 0;
}

/* Reads "2.27.3" as 22703, "12.9" as 120900. */
static int read_version(const struct row *row, void *at, const char *value)
{
    int part[3] = {0, 0, 0};

    for (int i = 0; i < 3 && *value; i++) {
        const char *start = value;

        part[i] = lazynccl_number(&value);
        if (value == start || (*value && (*value != '.' || !value[1])))
            return 0;
        if (*value == '.')
            value++;
    }
    *(int *)at = part[0] * 10000 + part[1] * 100 + part[2];
    return !*value && part[1] <= 99 && part[2] <= 99 && *(int *)at > 0;
}

/* Follows no-color.org and bixense.com/clicolors. */
int options_color(void)
{
    const char *no = getenv("NO_COLOR"), *force = getenv("CLICOLOR_FORCE"),
               *terminal = getenv("TERM");

    if (no && *no)
        return 0;
    if (force && *force && strcmp(force, "0") != 0)
        return 1;
    return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO);
}

static int read_color(const struct row *row, void *at, const char *value)
{
    int is_auto = value && strcmp(value, "auto") == 0;
    int always = !value || strcmp(value, "always") == 0;

    *(int *)at = is_auto ? options_color() : always;
    return is_auto || always || strcmp(value, "never") == 0;
}

/* Names the replacement of an option that was removed. Returns 1 if this is one. */
static int is_removed(const struct verb *verb, const char *name)
{
    static const struct {
        const char *verb, *name, *instead;
    } removed[] = {
        {"run", "--libs", "use --lazy"},
        {"audit", "--tree", "removed in 0.2; use ldd: audit FILE names all that does not load"},
        {"plugin", "--junit", "removed in 0.2; use the exit status, and --json for the trials"},
        {"plugin", "--replay",
         "removed in 0.2; check tries the plugin without a recording, and lazynccl run --trace "
         "shows a job's calls of NCCL"},
    };

    for (size_t i = 0; i < sizeof removed / sizeof *removed; i++)
        if (strcmp(verb->name, removed[i].verb) == 0 && strcmp(name, removed[i].name) == 0) {
            verb_unreadable(verb->name, name, removed[i].instead);
            return 1;
        }
    return 0;
}

/* Reports an option that getopt did not accept. `argument` is the word at which getopt stopped. */
static enum verb_exit refuse(const struct verb *verb, int option, const char *argument)
{
    char letter[] = {'-', (char)optopt, '\0'}, name[40];
    const char *text = optopt && optopt < LETTERS ? letter : argument;
    struct nearest best = {NULL, 3}; /* at most two letters differ */

    if (option == ':')
        return verb_misuse(verb->name, "no value for", text, NULL);
    if (optopt >= LETTERS) /* a long option that is known, with "=VALUE" */
        return verb_misuse(verb->name, "takes no value", text, NULL);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    if (is_removed(verb, name))
        return VERB_MISUSE;
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(name, rows[i].name) == 0)
            return verb_misuse(verb->name,
                               *verb->name ? "another verb's option" : "give the verb before", name,
                               NULL);
        if (takes(verb, i) && is_long(&rows[i]) && strncmp(name, "--", 2) == 0)
            nearest_try(&best, name + 2, rows[i].name + 2);
    }
    if (best.name)
        snprintf(name, sizeof name, "--%s", best.name);
    return verb_misuse(verb->name, "unknown option", text, best.name ? name : NULL);
}

/* The options of a verb, in the form that getopt_long() reads. */
struct accepted {
    struct option longs[COUNT + 1];
    char letters[2 * COUNT + 4];
};

static void list_accepted(struct accepted *accepted, const struct verb *verb)
{
    int n = 0;

    *accepted = (struct accepted){.letters = "+:h"}; /* '+': stop at the first word */
    for (int i = 0; i < COUNT; i++) {
        const struct row *row = &rows[i];
        const char value[] = {row->name[1], row->value ? ':' : '\0', '\0'};
        int argument = !row->value          ? no_argument
                       : *row->value == '[' ? optional_argument
                                            : required_argument;

        if (takes(verb, i) && is_long(row))
            accepted->longs[n++] = (struct option){row->name + 2, argument, NULL, LETTERS + i};
        else if (takes(verb, i))
            strcat(accepted->letters, value);
    }
}

/* Returns the row of an option that getopt returned. */
static const struct row *row_of(int option)
{
    if (option >= LETTERS)
        return &rows[option - LETTERS];
    for (int i = 0; i < COUNT; i++)
        if (rows[i].name[1] == option)
            return &rows[i];
    return &rows[HELP]; /* -h */
}

static enum verb_exit read_option(struct request *request, const struct verb *verb,
                                  const struct row *row)
{
    char text[80];

    if (optarg && (strcmp(optarg, "--") == 0 || (!*optarg && strcmp(row->value, "LIST") != 0)))
        return verb_misuse(verb->name, "no value for", row->name, NULL);
    if (!row->read(row, (char *)request + row->at, optarg)) {
        snprintf(text, sizeof text, "%s takes %s, not", row->name, row->wants);
        return verb_misuse(verb->name, text, optarg, NULL);
    }
    if (row->read == read_color)
        request->color_given = !optarg || strcmp(optarg, "auto") != 0;
    return VERB_OK;
}

int options_read(struct request *request, const struct verb *verb, int argc, char **argv)
{
    struct accepted accepted;
    int option, ends_at_word;

    list_accepted(&accepted, verb);
    *request = (struct request){
        .color = options_color(), .seconds = 10, .fail_on = WARNING, .arguments = argv};
    opterr = 0;
    optind = 0; /* resets getopt, which may have read options before the verb */
    /* run's own options end at COMMAND, and options before a verb end at the verb; other verbs take
     * options after words too, so that the '+' is skipped */
    ends_at_word = !*verb->name || strstr(verb->takes, "--record");
    const char *letters = accepted.letters + !ends_at_word;
    while ((option = getopt_long(argc, argv, letters, accepted.longs, NULL)) != -1) {
        if (option == '?' || option == ':')
            return refuse(verb, option, argv[optind - 1]);
        if (read_option(request, verb, row_of(option)) != VERB_OK)
            return VERB_MISUSE;
    }
    request->command = optind > 1 && strcmp(argv[optind - 1], "--") == 0 && optind < argc;
    request->words = argv + optind;
    request->count = argc - optind;
    /* a script may have an unset variable; only the arguments of run's command may be empty */
    for (int i = 0; i < request->count && !ends_at_word && !request->command; i++)
        if (!*request->words[i])
            return verb_misuse(verb->name, "an argument is empty", NULL, NULL);
    return 0;
}

/* Writes an option as --help shows it: "--root DIR", "--color[=WHEN]". Returns its length. */
static int spell(const struct row *row, char text[40])
{
    const char *value = row->value ? row->value : "";
    int optional = *value == '[';

    return snprintf(text, 40, "%s%s%s", row->name,
                    optional ? "[="
                    : *value ? " "
                             : "",
                    value + optional);
}

void options_help(const struct verb *verb)
{
    int width = 19;
    char text[40], title[80];

    for (int i = 0; i < COUNT; i++)
        if (takes(verb, i) && spell(&rows[i], text) >= width)
            width = (int)strlen(text) + 1; /* two spaces divide the columns */
    for (int i = 0; i < COUNT; i++) {
        const struct row *row = &rows[i];

        if (!takes(verb, i))
            continue;
        spell(row, text);
        snprintf(title, sizeof title, "  %-*s ", width, text);
        if (row->text)
            style_fold(0, title, row->text);
        else
            style_fold(0, title, row->name[1] == 'o' ? verb->out : verb->more);
    }
}

struct style options_style(const struct request *request, const struct target *target)
{
    struct style style = {
        .color = request->color, .more = request->more, .full_paths = request->full_paths};

    if (!request->full_paths) {
        style.site = target ? target->sites[0] : NULL;
        style.homes[0] = target ? target->view.variable(&target->view, "HOME") : getenv("HOME");
    }
    return style;
}
