/* The answers to complaints of loaders and linkers, by kind of complaint and owner of the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/answer.h"
#include "common/linking/moved.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"

/* More rows of `answers`, which facts about the library or the symbol select. */
enum {
    OF_PLUGIN = COMPLAINT_CODE + 1, /* NCCL cannot load one of its plugins */
    PLAIN_NAME,                     /* the library, by a name without a number */
    NO_FILE,                        /* a path leads to no file */
    NO_DRIVER,                      /* a library of NVIDIA's driver is not found */
    UNKNOWN_SYMBOL,                 /* no release has the symbol, despite its name's prefix */
    UNKNOWN_REFERENCE,              /* the linker misses such a symbol */
    UNLOADED,                       /* every release has the symbol: nothing has loaded it */
    NEWER_SYMBOL,                   /* a known release added the symbol */
    REMOVED_SYMBOL,                 /* a known release removed the symbol */
    MOVED_SYMBOL,                   /* a function that glibc has moved */
    OF_FRAMEWORK,                   /* a C++ name of a framework such as PyTorch */
    OF_SYSTEM,                      /* a version of the C or C++ library */
    KINDS
};

#define SYMBOL_IDS "LN103 LN102 LN101 LN104 LN118"
#define INSTALL_RELEASE "install the release of {l} that {F} was built for"
#define INSTALL_ONE                                                                                \
    "install the release of {T} that {F} was built with; unset LD_LIBRARY_PATH, if it brings "     \
    "another one"

#define OF_ANOTHER                                                                                 \
    "It is of a later release, of another library whose names begin in the same way, such as "     \
    "RCCL or a plugin, or misspelt."
#define FIND_ANOTHER "nm -D FILE shows which library defines it; load or link that one"
#define LINKS                                                                                      \
    "link with -LDIR -l{N} after the objects that need it, where DIR is the folder of lib{N}.so; " \
    "the development package of {T} installs that file"
#define LINKS_LAZILY LINKS "; or link with {A}, which needs no library to build"

// clang-format off
#define FINDING(what, why, help, ids) {CAUSE, what, why, help, ids, NULL}
#define OTHER(what, why, help) {OTHERS, what, why, help, "", "other"}
// clang-format on

/* If a row lacks a text, the text for a library with a stub applies. */
static const struct answer answers[KINDS][OWNER_KINDS] = {
    [COMPLAINT_NOT_FOUND] =
        {FINDING("ld.so did not find {L}, which {F} needs",
                 "None of the folders that ld.so searches for {F} has the file: RPATH, "
                 "LD_LIBRARY_PATH, ld.so.cache, the system's folders.",
                 NULL, "LN115 LN109 LN116 LN125 LN129"),
         {0},
         OTHER(NULL, NULL,
               "find the package that has it with apt-file search {l} or dnf provides '*/{l}', and "
               "install it, or add its folder to LD_LIBRARY_PATH")},
    [COMPLAINT_NOWHERE] = {FINDING("lazynccl's search found no {L}",
                                   "No search location that it may use has a file of this name.",
                                   "{I}; or name the file in LAZYNCCL_LIBPATH", "LN120"),
                           {0},
                           OTHER(NULL, NULL, "name the file in LAZYNCCL_LIBPATH")},
    [COMPLAINT_UNLISTED] = {FINDING(
        "cuda.pathfinder did not find {L}",
        "It looks in NVIDIA's wheels, conda's environment, the folders of ld.so and CUDA_PATH. apt "
        "may install the library into another folder.",
        "{I}; or put the folder of {N} into LD_LIBRARY_PATH", "LN115 LN109 LN116 LN125 LN129")},
    [COMPLAINT_MUSL] =
        {FINDING("musl's loader did not find {L}, which {F} needs",
                 "NVIDIA's libraries need glibc, and this system has musl.",
                 "use an image with glibc, such as Debian's, and docker run --gpus all for the "
                 "driver's libraries",
                 "LN115 LN109"),
         {0},
         OTHER(NULL, "It is not installed, or {F} was built for glibc.",
               "find the package that has it with apk search so:{l}, or use an image with glibc")},
    [COMPLAINT_DENIED] = {OTHER(
        "ld.so has no permission to read {L}",
        "The file is not readable, or one of its folders lacks the permission x.",
        "namei -l {P} shows the permissions; correct permissions with chmod a+rX")},
    [COMPLAINT_UNOPENED] = {OTHER(
        "the system refuses to open {L}",
        "The file may be good: the words after the colon are the system's reason.",
        "too many levels of symbolic links: namei -l {P} shows the link that leads to itself; "
        "stale file handle, input/output error: "
        "mount that file system again; not a directory: namei -l {P} shows the file in its path")},
    [COMPLAINT_MEMORY] = {OTHER("there is not enough memory to open {L}",
                                "The file may be good: the address space of the process is "
                                "limited, or the memory of the machine or container is used up.",
                                "raise ulimit -v, or free memory")},
    [COMPLAINT_DESCRIPTORS] = {OTHER(
        "{L} cannot be opened, because too many files are open",
        "The file may be good: the process has all the descriptors that it may have, or the "
        "system has.",
        "raise ulimit -n, or close files; if the message ends in system: raise fs.file-max")},
    [NO_FILE] = {OTHER(
        "there is no file {P}, which {F} opens",
        "A name with a slash is a path: ld.so opens that file, and searches no folder for it.",
        "correct the path where it is set; namei {P} shows the part that is missing")},
    [COMPLAINT_BROKEN] =
        {FINDING("ld.so cannot load {L}: the file is damaged, a program, or for another machine",
                 "ld.so found this file first and does not search on after it.",
                 "install the package of {l} again, for the machine that uname -m shows, and "
                 "remove this file; in a container docker run --gpus all mounts the driver's files",
                 "LN117 LN140"),
         {0},
         OTHER(NULL, NULL, "reinstall its package")},
    [COMPLAINT_SYMBOL] =
        {FINDING("{F} needs {S} of {T}, and the release that was loaded lacks it",
                 "{F} was built with another release of {T}.", INSTALL_ONE, SYMBOL_IDS),
         FINDING("{F} needs {S} of {T}, which is not loaded, or is of another release",
                 "{F} does not load {T} itself, or was built with another release of it.",
                 "link {F} with -l{N}, or install the release of {T} that {F} was built with",
                 SYMBOL_IDS),
         OTHER("{F} needs {S}, which no library that was loaded has",
               "The library that defines it is not loaded, or is of another release. If {F} opens "
               "it later itself, {F} was linked with -z now by mistake.",
               "install the releases of {F} and of that library that belong together")},
    [COMPLAINT_VERSION] = {FINDING(
                               "{F} needs version {V} of {L}, which the file that was loaded lacks",
                               "{F} was built with a newer release of {T}.", INSTALL_ONE,
                               "LN103 LN105 LN104"),
                           {0},
                           OTHER(NULL, NULL, INSTALL_RELEASE)},
    [COMPLAINT_UNVERSIONED] =
        {FINDING("{F} needs symbol versions, and the {L} that was loaded has none",
                 "A stub library or a stand-in is found before the real library.",
                 "remove the folder of that file from LD_LIBRARY_PATH", "LN105 LN113"),
         {0},
         OTHER(NULL, "It was built otherwise than {F} expects.", INSTALL_RELEASE)},
    [COMPLAINT_TLS] = {OTHER(
        "ld.so has no room left for the thread-local variables of {L}",
        "The room is fixed when the program starts, and other libraries use it. Memory is not the "
        "problem.",
        "import what loads it first, or name its file in LD_PRELOAD; with glibc 2.32 or later "
        "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=4096")},
    [COMPLAINT_STACK] = {OTHER(
        "ld.so does not load {L}, because it requires an executable stack",
        "The kernel or glibc 2.41 and later do not allow such a stack.",
        "install a newer release of it; or run patchelf --clear-execstack {P}")},
    [COMPLAINT_UNMAPPED] = {OTHER(
        "ld.so cannot map {L}",
        "Memory is limited, or the file is in a folder that is mounted noexec.",
        "raise ulimit -v; findmnt -T {P} shows whether noexec is set")},
    [COMPLAINT_RELEASE] = {FINDING("{L} is of another release than the program was built for",
                                   "It lacks a function or a version that the program calls, or is "
                                   "older than the program requires.",
                                   INSTALL_ONE, SYMBOL_IDS),
                           {0},
                           OTHER(NULL, NULL, INSTALL_RELEASE)},
    [COMPLAINT_RELATIVE] = {FINDING("lazynccl refuses a relative path in a setting",
                                    "It would mean another file in each folder that the program is "
                                    "started in.",
                                    "write absolute paths in LAZYNCCL_LIBPATH and LD_LIBRARY_PATH, "
                                    "without an empty element",
                                    "LN114 LN116")},
    [COMPLAINT_FROZEN] = {OTHER("the program calls a library that it did not open before "
                                "lazynccl_freeze()",
                                "That function allows no library to be opened after it.",
                                "call lazynccl_load() before lazynccl_freeze()")},
    [COMPLAINT_TRUST] = {OTHER(
        "every user can replace {L}, and lazynccl refuses it",
        "A process of the superuser takes such a file only if a setting names it.",
        "chmod o-w the file or folder that the message names; or name the file in "
        "LAZYNCCL_LIBPATH")},
    [COMPLAINT_ITSELF] = {OTHER(
        "{L} is a build of lazynccl, or calls one, and not the real library",
        "It exports the library's names, so that each function that it looks up would be its own.",
        "install the real library, or name the file in LAZYNCCL_LIBPATH")},
    [COMPLAINT_LINK] = {FINDING("the linker did not find a library for -l{N}",
                                "-lNAME needs libNAME.so or libNAME.a in a folder of -L; wheels "
                                "and run-time packages have only libNAME.so.N.",
                                LINKS_LAZILY, "LN706"),
                        FINDING(NULL, NULL, LINKS, "LN706"),
                        OTHER(NULL, "No folder of -L has lib{N}.so or lib{N}.a.",
                              "install its development package, or add -LDIR with its folder")},
    [COMPLAINT_REFERENCE] =
        {FINDING("the linker did not find {S}, a function of {T}",
                 "No library after the object that calls it defines the function: the option -l is "
                 "missing, or comes before the object.",
                 LINKS_LAZILY, "LN706"),
         FINDING(NULL, NULL, LINKS, "LN706"),
         OTHER("the linker did not find {S}", NULL,
               "add the library that defines it after the objects that need it")},
    [COMPLAINT_NEEDED] =
        {FINDING("the linker did not find {L}, which {F} needs",
                 "For libraries of libraries, the linker does not search the folders of -L.",
                 "link with -Wl,-rpath-link=DIR, where DIR is the folder that has {l}", "LN706"),
         {0},
         OTHER(NULL, NULL, NULL)},
    [OF_PLUGIN] = {{ASKED, "NCCL did not load a plugin: {l} is missing, or of another release",
                    "The plugin's file, or a library that it needs, is missing or of another "
                    "release. NCCL continues without it.",
                    "ldd FILE shows what the plugin lacks; or unset the variable that names it",
                    "LN302 LN301 LN304", NULL}},
    [PLAIN_NAME] = {FINDING(
        "ld.so did not find {l}, a name without a number, which {F} needs",
        "Wheels and run-time packages have only a file with a number, such as {l}.N.",
        "install the development package of {T}, which has that name", "LN110 LN115 LN109 LN125")},
    [NO_DRIVER] = {FINDING("ld.so did not find {L}, which {F} needs",
                           "The host has no driver, or the container does not get the host's.",
                           "in a container: {D}; on a host install "
                           "NVIDIA's driver, until nvidia-smi works",
                           "LN119 LN126 LN105")},
    [UNKNOWN_SYMBOL] = {FINDING(
        "{F} needs {S}, which no release of {T} up to the newest known one has", OF_ANOTHER,
        FIND_ANOTHER, SYMBOL_IDS)},
    [UNKNOWN_REFERENCE] = {FINDING("the linker did not find {S}, which no release of {T} up to the "
                                   "newest known one has",
                                   OF_ANOTHER, FIND_ANOTHER, "LN706")},
    [UNLOADED] = {FINDING("{F} needs {S}, and nothing has loaded {T}",
                          "Every known release of {T} has this function, so the file is not too "
                          "old: {F} does not name {l} in DT_NEEDED.",
                          "link {F} with -l{N}; or import the package that loads {T} first",
                          "LN704")},
    [NEWER_SYMBOL] = {FINDING(
        "{F} needs {S}, which {T} has from {R} on",
        "{F} was loaded with an older release of {T}, or without it.",
        "update {T} to {R} or later; unset LD_LIBRARY_PATH, if it brings an older one",
        SYMBOL_IDS)},
    [REMOVED_SYMBOL] = {FINDING(
        "{F} needs {S}, which {T} does not have from {R} on",
        "{F} was loaded with a newer release of {T}.",
        "install a build of {F} for the release of {T} that is there, or one of {T} before {R}",
        SYMBOL_IDS)},
    [OF_FRAMEWORK] = {{EFFECT, "{F} needs {S}, which this {W} lacks", NULL, NULL, "LN808", NULL}},
    [MOVED_SYMBOL] = {FINDING(
        "{F} needs {S}, which is in {W} before glibc 2.34, and in libc.so.6 since",
        "{F} was linked on a newer system, and does not name {W} in DT_NEEDED.",
        "LD_PRELOAD={W}; or install a later release of the package that has {F}", "LN511")},
    [OF_SYSTEM] =
        {{EFFECT, "{F} needs a newer C or C++ library: {V}{S} is missing",
          "{F} was built on a newer system, or an older library comes before the system's.",
          "conda install -c conda-forge libstdcxx-ng, for GLIBCXX and CXXABI; for GLIBC install a "
          "build of {F} for this system, or use a newer one",
          "LN817", NULL}},
};

/* Libraries for which other findings are likelier than the answer's. The first match applies. */
static const struct {
    unsigned long long kinds; /* a bit for each row of `answers`; 0: any row */
    const char *sonames;      /* beginnings, which '|' divides */
    const char *ids;          /* the likelier findings */
} likelier[] = {
    {1ull << COMPLAINT_NOT_FOUND, "libnvrtc-builtins", "LN108 LN112"},
    {1ull << PLAIN_NAME, "libnvvm", "LN115 LN109"},
    {1ull << COMPLAINT_MUSL, "libcuda.|libnvidia-", "LN119 LN126"},
    {1ull << COMPLAINT_BROKEN, "libcuda.|libnvidia-", "LN117 LN119"},
    {1ull << COMPLAINT_NOT_FOUND, "libibverbs", "LN201"},
    {1ull << COMPLAINT_SYMBOL | 1ull << NEWER_SYMBOL | 1ull << COMPLAINT_VERSION, "libnvJitLink",
     "LN107 LN103 LN102 LN118"},
    {1ull << COMPLAINT_SYMBOL | 1ull << NEWER_SYMBOL, "libcudnn", "LN710 LN103"},
    {1ull << COMPLAINT_SYMBOL | 1ull << NEWER_SYMBOL, "libcuda.|libnvidia-", "LN106 LN105"},
};

static int is_plugin(const char *file)
{
    return strings_length_of_first("libnccl-net|libnccl-tuner|libnccl-profiler|libnccl-env",
                                   strings_base_name(file)) > 0;
}

/* Returns 1 if the library is not loaded at all: every release has the symbol, so no file is too
 * old. Not known for NVML, whose header does not say since when it has a function. A complaint with
 * a version node, or of another file of the library, proves that the library is loaded. */
static int is_unloaded(const struct complaint *complaint, const struct owner *owner)
{
    size_t stem = strcspn(owner->soname, ".");

    return owner->has_symbol && !owner->added && !owner->removed && !*complaint->version &&
           !strchr(complaint->symbol, '@') && strcmp(owner->library->name, "nvml") != 0 &&
           strncmp(strings_base_name(complaint->requester), owner->soname, stem) != 0;
}

/* Returns 1 if NCCL's stub, which lists all releases, lacks the symbol. */
static int is_unknown(const struct owner *owner)
{
    return !owner->has_symbol && owner->library && strcmp(owner->library->name, "nccl") == 0;
}

/* Returns the index in `answers` of the row for a missing symbol. */
static int kind_of_symbol(const struct complaint *complaint, const struct owner *owner)
{
    if (owner->framework && moved_from(complaint->symbol))
        return MOVED_SYMBOL;
    if (owner->framework)
        return strcmp(owner->framework, "libstdc++") == 0 ? OF_SYSTEM : OF_FRAMEWORK;
    if (owner->removed)
        return REMOVED_SYMBOL;
    if (owner->added)
        return NEWER_SYMBOL;
    if (is_unknown(owner) && !*complaint->version)
        return UNKNOWN_SYMBOL;
    return is_unloaded(complaint, owner) ? UNLOADED : COMPLAINT_SYMBOL;
}

/* Returns the same for a missing library. */
static int kind_of_absence(const struct complaint *complaint, const struct owner *owner)
{
    if (owner->is_driver)
        return NO_DRIVER;
    if (owner->kind == OWNER_OTHER)
        return strchr(complaint->library, '/') ? NO_FILE : COMPLAINT_NOT_FOUND;
    return owner_has_number(owner->soname) ? COMPLAINT_NOT_FOUND : PLAIN_NAME;
}

/* Returns the index in `answers` of the row for a complaint. */
static int kind_of(const struct complaint *complaint, const struct owner *owner)
{
    static const char system[] = "GLIBC_2|GLIBCXX|CXXABI|GCC_";

    if (complaint->kind < COMPLAINT_LINK &&
        (strncmp(complaint->version, "FABRIC_", 7) == 0 || is_plugin(complaint->library) ||
         is_plugin(complaint->requester)))
        return OF_PLUGIN;
    if (complaint->kind == COMPLAINT_SYMBOL)
        return kind_of_symbol(complaint, owner);
    if (complaint->kind == COMPLAINT_REFERENCE && is_unknown(owner))
        return UNKNOWN_REFERENCE;
    if (complaint->kind == COMPLAINT_VERSION && strings_length_of_first(system, complaint->version))
        return OF_SYSTEM;
    if (complaint->kind == COMPLAINT_NOWHERE && owner->is_driver)
        return NO_DRIVER;
    return complaint->kind == COMPLAINT_NOT_FOUND ? kind_of_absence(complaint, owner)
                                                  : (int)complaint->kind;
}

struct answer answer_to(const struct complaint *complaint, const struct owner *owner)
{
    int kind = kind_of(complaint, owner);
    const struct answer *first = &answers[kind][OWNER_STUB];
    struct answer answer = answers[kind][owner->kind];

    if (!answer.ids)
        answer = *first;
    answer.what = answer.what ? answer.what : first->what;
    answer.why = answer.why ? answer.why : first->why;
    answer.help = answer.help ? answer.help : first->help;
    for (size_t i = 0; i < sizeof likelier / sizeof *likelier; i++)
        if ((!likelier[i].kinds || likelier[i].kinds >> kind & 1) &&
            strings_length_of_first(likelier[i].sonames, owner->soname)) {
            answer.ids = likelier[i].ids;
            answer.word = NULL;
            break;
        }
    return answer;
}

/* Returns the linker's option for the lazynccl archive that has a library, or "". */
static const char *archive_of(const struct owner *owner)
{
    const lazynccl_library *library;

    for (int i = 0; owner->library && (library = nvidia_described_at(i)); i++)
        if (library->description == owner->library)
            return i < LAZYNCCL_MAIN ? "-llazynccl" : "-llazynccl-all";
    return "";
}

/* Writes what follows -l for a library: "cudart" for libcudart.so.12 or -lcudart. */
static const char *write_option(char text[200], const char *name)
{
    name += strncmp(name, "lib", 3) == 0 ? 3 : 0;
    snprintf(text, 200, "%.*s", (int)strcspn(name, "."), name);
    return text;
}

/* Returns the name by which a complaint calls the library. */
static const char *library_of(const struct complaint *complaint, const struct owner *owner)
{
    if (*complaint->library)
        return complaint->library;
    if (*owner->soname)
        return owner->soname;
    return *complaint->version ? complaint->version : "a library";
}

/* Writes the release that added or removed the symbol; for the driver, the release of CUDA. */
static const char *write_release(char text[200], const struct owner *owner)
{
    int release = owner->removed ? owner->removed : owner->added;

    if (owner->library && !owner->is_driver)
        return lazynccl_version_text(owner->library, release, text);
    snprintf(text, 200, "CUDA %d.%d", release / 10000, release / 100 % 100);
    return text;
}

/* Writes the command that installs a library. */
static const char *write_install(char text[200], const char *soname)
{
    OWNED(memory) char *install = nvidia_install(soname, 0, 0);

    snprintf(text, 200, "%s", install ? install : "install the package that has it");
    return text;
}

/* Returns the text that replaces a letter in braces. */
static const char *name_of(char letter, const struct complaint *complaint,
                           const struct owner *owner, char text[200])
{
    const char *name = library_of(complaint, owner);

    switch (letter) {
    case 'A':
        return archive_of(owner);
    case 'D':
        return nvidia_container(owner->soname);
    case 'F':
        return *complaint->requester ? strings_base_name(complaint->requester) : "the program";
    case 'I':
        return write_install(text, owner->soname);
    case 'S':
        return complaint->symbol;
    case 'V':
        return complaint->version;
    case 'R':
        return write_release(text, owner);
    case 'T':
        return owner->title ? owner->title : strings_base_name(name);
    case 'N':
        return write_option(text, *owner->soname ? owner->soname : name);
    case 'P':
        return name; /* a path, or answer_text() omits the clause */
    case 'W':
        return owner->framework;
    default:
        return strings_base_name(name);
    }
}

/* Writes `length` bytes of a text, with the complaint's names in place of {L}, {S} and so on. */
static void write_clause(FILE *to, const char *text, size_t length,
                         const struct complaint *complaint, const struct owner *owner)
{
    char buffer[200];

    for (const char *end = text + length; text < end; text++) {
        if (*text != '{' || !text[1] || text[2] != '}') {
            fputc(*text, to);
            continue;
        }
        fputs(name_of(text[1], complaint, owner, buffer), to);
        if (text[1] == 'L' && owner->title)
            fprintf(to, " (%s)", owner->title);
        text += 2;
    }
}

/* Omits clauses, which end with a semicolon, about a path that the message does not have. */
char *answer_text(const char *text, const struct complaint *complaint, const struct owner *owner)
{
    int has_path = strchr(library_of(complaint, owner), '/') != NULL;
    char *whole = NULL;
    size_t size, length;
    const char *separator = "";

    if (!text)
        return NULL;
    FILE *to = memory_check(open_memstream(&whole, &size));
    for (; *text; text += length + (text[length] == ';')) {
        text += strspn(text, " ");
        length = strcspn(text, ";");
        if (!has_path && memmem(text, length, "{P}", 3))
            continue;
        fputs(separator, to);
        write_clause(to, text, length, complaint, owner);
        separator = "; ";
    }
    fclose(to);
    return whole;
}
