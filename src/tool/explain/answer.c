/* The answer to a complaint of a loader or a linker: by its kind, and by whose the library is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/answer.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"

/* Whose the library or the function is, and what else a row asks for. */
enum whose {
    ANYONES,
    NVIDIAS,
    DRIVERS,
    NUMBERED,  /* NVIDIA's, with the number that ld.so and wheels have */
    ALWAYS,    /* NVIDIA's, and every release has the function */
    CUDNNS,    /* a symbol of cuDNN's that other files of cuDNN's want */
    VERSIONED, /* NVIDIA's, of a symbol with a version */
    FRAMEWORK, /* a C++ name of a framework such as PyTorch */
    CPP,       /* another C++ name */
    VERSION,   /* the version begins with `start` */
};

#define NOT_FOUND "ld.so does not find {L}"
#define NOT_NVIDIAS "it is not NVIDIA's: "
#define LINK_HELP                                                                                  \
    "-LDIR -l{N}, where DIR has lib{N}.so (a toolkit: /usr/local/cuda/lib64; of the driver its "   \
    "folder stubs){A}"
#define HEADERS                                                                                    \
    "install the development package of {T} of CUDA's repository, or its wheel: headers are in "   \
    "nvidia/*/include of site-packages"

// clang-format off
#define RULE(of, whose, start, kind, means, ids, help)                                             \
    {COMPLAINT_##of, whose, start, {kind, means, ids, help, NULL, NULL, NULL}}
#define RULE_WORD(of, whose, kind, word, means, help)                                              \
    {COMPLAINT_##of, whose, NULL, {kind, means, "", help, NULL, word, NULL}}
// clang-format on

/* The first row that fits is the answer. A SONAME begins with `start`, if that is not NULL; or the
 * line has what follows its star. */
static const struct rule {
    enum complaint_kind of;
    enum whose whose;
    const char *start;
    struct answer answer;
} rules[] = {
    RULE(NOT_FOUND, ANYONES, "*NET/Plugin", ASKED, "NCCL cannot load its network plugin",
         "LN302 LN301 LN304", NULL),
    RULE(NOT_FOUND, ANYONES, "libnccl-", ASKED, "NCCL cannot load its network plugin",
         "LN302 LN301 LN304", NULL),
    RULE(NOT_FOUND, ANYONES, "libibverbs", CAUSE, NOT_FOUND, "LN201", NULL),
    RULE(NOT_FOUND, ANYONES, "libnvrtc-builtins", CAUSE, NOT_FOUND, "LN108 LN112", NULL),
    RULE(NOT_FOUND, DRIVERS, NULL, CAUSE, NOT_FOUND, "LN119 LN126 LN105", NULL),
    RULE(NOT_FOUND, NUMBERED, NULL, CAUSE, NOT_FOUND, "LN115 LN109 LN116 LN125 LN129", NULL),
    RULE(NOT_FOUND, NVIDIAS, "libnvvm", CAUSE, NOT_FOUND, "LN115", NULL),
    RULE(NOT_FOUND, NVIDIAS, "*pathfinder", CAUSE, NOT_FOUND, "LN115", NULL),
    RULE(NOT_FOUND, NVIDIAS, NULL, CAUSE, "a program opens {l}, a name that wheels do not have",
         "LN110 LN115 LN109 LN125", NULL),
    RULE_WORD(NOT_FOUND, ANYONES, OTHERS, "other", NOT_FOUND ", which {F} needs",
              NOT_NVIDIAS "install the package that has it, or add its folder to LD_LIBRARY_PATH"),
    RULE(NAMED, ANYONES, "libnvrtc-builtins", CAUSE, NOT_FOUND, "LN108 LN112", NULL),
    RULE(NAMED, DRIVERS, NULL, CAUSE, "{T} is not found", "LN119 LN126 LN105", NULL),
    RULE(NAMED, ANYONES, NULL, CAUSE, "{T} is not found, or cannot be loaded",
         "LN115 LN117 LN109 LN125", NULL),
    RULE_WORD(DENIED, ANYONES, CAUSE, "other", "ld.so has no permission to read {L}",
              "ls -lL {P}; its folders need the permission x"),
    RULE(BROKEN, DRIVERS, NULL, CAUSE, "{L} is an empty placeholder: the container has no driver",
         "LN117", "docker run --gpus all, which mounts the host's driver there"),
    RULE(BROKEN, NVIDIAS, NULL, CAUSE, "{L} is truncated, damaged or for another machine", "LN117",
         NULL),
    RULE_WORD(BROKEN, ANYONES, OTHERS, "other", "{L} is truncated, damaged or for another machine",
              "reinstall its package"),
    RULE(SYMBOL, FRAMEWORK, NULL, EFFECT, "{F} was built for another {T}", "LN808", NULL),
    RULE_WORD(SYMBOL, CPP, OTHERS, "other",
              "{F} was built for another release of the library with the C++ name {S}",
              "install the releases of {F} and of that library that belong together"),
    RULE(SYMBOL, ANYONES, "libnvJitLink", CAUSE, "{F} needs {S}, which this {T} lacks",
         "LN107 LN102 LN118", NULL),
    RULE(SYMBOL, CUDNNS, NULL, CAUSE, "files of two cuDNN releases are loaded", "LN710", NULL),
    RULE(SYMBOL, ALWAYS, NULL, CAUSE, "{F} needs {S}, and nothing has loaded {T}", "LN704",
         "link {F} with -l{N}{A}; or import a package that loads it first"),
    RULE(SYMBOL, DRIVERS, NULL, CAUSE, "{F} needs {S}, which this driver lacks", "LN106 LN119",
         NULL),
    RULE(SYMBOL, NVIDIAS, NULL, CAUSE, "{F} needs {S}, which this {T} lacks",
         "LN103 LN102 LN101 LN104 LN118", NULL),
    RULE_WORD(SYMBOL, ANYONES, OTHERS, "other", "{F} needs {S}, which is not in {l}",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE(VERSION, VERSION, "FABRIC", ASKED, "the network plugin requires a newer libfabric",
         "LN302", NULL),
    RULE(VERSION, VERSION, "GLIBC", EFFECT, "the C or C++ library is older than {F} requires ({V})",
         "LN817", NULL),
    RULE(VERSION, VERSION, "CXXABI", EFFECT, "the C++ library is older than {F} requires ({V})",
         "LN817", NULL),
    RULE(VERSION, VERSION, "GCC_", EFFECT, "gcc's library is older than {F} requires ({V})",
         "LN817", NULL),
    RULE(VERSION, ANYONES, "libnvJitLink", CAUSE, "{F} demands version {V} of {L}",
         "LN107 LN103 LN105", NULL),
    RULE(VERSION, NVIDIAS, NULL, CAUSE, "{F} demands version {V} of {L}", "LN103 LN105 LN104",
         NULL),
    RULE_WORD(VERSION, ANYONES, OTHERS, "other", "{F} demands version {V} of {L}",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE(UNVERSIONED, NVIDIAS, NULL, CAUSE,
         "a {L} without symbol versions is found before the real one", "LN105 LN113", NULL),
    RULE_WORD(UNVERSIONED, ANYONES, OTHERS, "other",
              "{L} has no symbol versions, which {F} requires",
              NOT_NVIDIAS "install the release that {F} was built for"),
    RULE_WORD(TLS, ANYONES, CAUSE, "tls",
              "ld.so has no room left for the thread-local variables of {l}",
              "import it before all others, or name it in LD_PRELOAD; glibc 2.22 and later have "
              "more room"),
    RULE_WORD(STACK, ANYONES, CAUSE, "other", "{L} requires an executable stack",
              "install a newer release of it, or patchelf --clear-execstack {P}"),
    RULE_WORD(UNMAPPED, ANYONES, CAUSE, "other",
              "{L} cannot be mapped: no memory, or a folder mounted noexec",
              "ulimit -v, and mount | grep noexec for the folder of {P}"),
    RULE(LINK, NVIDIAS, NULL, CAUSE, "the linker does not find -l{P}", "LN706", LINK_HELP),
    RULE_WORD(LINK, ANYONES, OTHERS, "other", "the linker does not find -l{P}",
              NOT_NVIDIAS "install its development package, or add -L"),
    RULE(REFERENCE, VERSIONED, NULL, CAUSE,
         "libraries of two CUDA releases are linked: {S} is from another release", "LN706",
         "-L and -rpath-link with one toolkit's folder only"),
    RULE(REFERENCE, NVIDIAS, NULL, CAUSE,
         "a program is not linked with the library that defines {S} ({T})", "LN706", LINK_HELP),
    RULE_WORD(REFERENCE, ANYONES, OTHERS, "other",
              "a program is not linked with the library that defines {S}",
              "add the library that defines it after the objects that need it"),
    RULE_WORD(HEADER, NVIDIAS, CAUSE, "header", "the compiler does not find {P}", HEADERS),
    RULE_WORD(HEADER, ANYONES, OTHERS, "other", "the compiler does not find {P}",
              NOT_NVIDIAS "install the development package that has it"),
    RULE_WORD(PACKAGE, NVIDIAS, CAUSE, "package", "CMake does not find {P}", HEADERS),
    RULE_WORD(PACKAGE, ANYONES, OTHERS, "other", "CMake does not find {P}",
              NOT_NVIDIAS "install the development package that has it"),
};

#define CLASS(class, kind, word, means, help, otherwise, ids, removed)                             \
    {kind, means, ids, help, otherwise, word, removed},
const struct answer answer_classes[] = {CLASSES(CLASS)};

static int begins(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

/* 1 if a row is about the owner of what a complaint names. */
static int fits(const struct rule *rule, const struct complaint *is, const struct owner *owner,
                const char *line)
{
    const char *name = rule->whose == VERSION ? is->version : owner->soname;
    const char *framework = owner->is_nvidias ? NULL : owner_of_cpp(is->symbol);

    if (rule->of != is->kind)
        return 0;
    if (rule->start && (*rule->start == '*' ? !strstr(line, rule->start + 1)
                                            : !begins(strings_base_name(name), rule->start)))
        return 0;
    switch (rule->whose) {
    case ANYONES:
    case VERSION:
        return 1;
    case NVIDIAS:
        return owner->is_nvidias;
    case DRIVERS:
        return owner->is_driver;
    case NUMBERED:
        return owner->is_nvidias && complaint_has_number(owner->soname);
    case ALWAYS:
        return owner->is_nvidias && owner->always;
    case CUDNNS:
        return begins(owner->soname, "libcudnn") &&
               (begins(owner->soname, "libcudnn_") || *is->version ||
                begins(strings_base_name(is->requester), "libcudnn"));
    case VERSIONED:
        return owner->is_nvidias && strchr(is->symbol, '@');
    case FRAMEWORK:
        return framework && *framework;
    case CPP:
        return framework && !*framework;
    }
    return 0;
}

const struct answer *answer_of_complaint(const struct complaint *is, const char *line)
{
    const struct owner owner = owner_of(is);
    const struct rule *rule = rules;

    if (is->kind == COMPLAINT_GPU)
        return &answer_classes[CLASS_NO_GPU];
    while (!fits(rule, is, &owner, line))
        rule++;
    return &rule->answer;
}

/* The linker's option for the lazynccl archive that has a library; "": none has it. */
static const char *archive_of(const struct complaint *is, const struct owner *owner)
{
    const lazynccl_library *named = nvidia_library(is->library), *library;
    const struct lazynccl_description *desc = named ? named->description : owner->library;

    for (int i = 0; desc && (library = nvidia_described_at(i)); i++)
        if (strcmp(library->description->name, desc->name) == 0)
            return i < LAZYNCCL_MAIN
                       ? "; or link -llazynccl, after the objects: it needs no library to build"
                       : "; or link -llazynccl-all, after the objects: it needs no library to "
                         "build";
    return "";
}

/* The text for a letter in braces. */
static const char *name_of(char letter, const struct complaint *is, const struct owner *owner)
{
    const char *framework = owner_of_cpp(is->symbol);
    const char *name = *is->library                ? strings_base_name(is->library)
                       : *owner->soname            ? owner->soname
                       : *is->version              ? is->version
                       : is->kind == COMPLAINT_TLS ? "a library"
                                                   : "any library that is loaded";

    switch (letter) {
    case 'A':
        return archive_of(is, owner);
    case 'F':
        return *is->requester                ? strings_base_name(is->requester)
               : is->kind > COMPLAINT_BROKEN ? "a module"
                                             : "the program";
    case 'S':
        return is->symbol;
    case 'V':
        return is->version;
    case 'T':
        return owner->title ? owner->title : framework ? framework : name;
    case 'N':
        return *owner->soname ? owner->soname : is->library;
    case 'P':
        return *is->library ? is->library : name;
    default:
        return name;
    }
}

char *answer_text(const char *text, const struct complaint *is)
{
    const struct owner owner = owner_of(is);
    char *whole = NULL;
    size_t size;

    if (!text)
        return NULL;
    FILE *to = memory_check(open_memstream(&whole, &size));
    for (; *text; text++) {
        if (*text != '{' || !text[1] || text[2] != '}') {
            fputc(*text, to);
            continue;
        }
        const char *name = name_of(text[1], is, &owner);
        if (text[1] == 'N')
            name += strncmp(name, "lib", 3) == 0 ? 3 : 0;
        fprintf(to, "%.*s", (int)strcspn(name, text[1] == 'N' ? "." : ""), name);
        if (text[1] == 'L' && owner.title)
            fprintf(to, " (%s)", owner.title);
        text += 2;
    }
    fclose(to);
    return whole;
}
