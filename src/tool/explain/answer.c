/* Composes the answer to an error of a loader or a linker.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/answer.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>

static int is_one_of(const char *name, const char *start)
{
    return strncmp(strings_base_name(name), start, strlen(start)) == 0;
}

/* 1 if the soname ends in a number, as ld.so and wheels have it. */
static int has_number(const char *soname)
{
    const char *at = strstr(soname, ".so.");

    return at && isdigit((unsigned char)at[4]);
}

static const char *ids_of_missing(const struct complaint *is, const struct owner *owner,
                                  const char *line)
{
    if (is_one_of(owner->soname, "libnvrtc-builtins"))
        return "LN108 LN112";
    if (is_one_of(owner->soname, "libibverbs"))
        return "LN201";
    if (owner->is_driver)
        return "LN119 LN126 LN105";
    if (is_one_of(owner->soname, "libnvvm") || strstr(line, "pathfinder"))
        return "LN115";
    if (is->kind == COMPLAINT_NAMED)
        return owner->library || is_one_of(owner->soname, "libnccl") ? "LN115 LN117 LN109 LN125"
                                                                     : "LN115 LN107 LN118";
    return has_number(owner->soname) ? "LN115 LN109 LN116 LN125 LN129" : "LN110 LN115 LN109 LN125";
}

static const char *ids_of_symbol(const struct complaint *is, const struct owner *owner)
{
    if (is_one_of(owner->soname, "libnvJitLink"))
        return "LN107 LN102 LN118";
    if (owner->is_driver && !owner->always)
        return "LN106 LN119";
    if (is_one_of(owner->soname, "libcudnn") &&
        (is_one_of(owner->soname, "libcudnn_") || *is->version ||
         is_one_of(is->requester, "libcudnn")))
        return "LN710";
    return owner->always ? "LN704" : "LN103 LN102 LN101 LN104 LN118";
}

struct answer answer_judge(const struct complaint *is, const char *line)
{
    struct answer to = {.kind = OTHERS, .ids = "", .word = "other", .owner = owner_of(is)};
    const struct owner *owner = &to.owner;
    char space[COMPLAINT_NAME];
    const char *framework;

    if (is->kind == COMPLAINT_NOT_FOUND &&
        (strstr(line, "NET/Plugin") || is_one_of(owner->soname, "libnccl-"))) {
        to.kind = ASKED;
        to.ids = "LN302 LN301 LN304";
        return to;
    }
    if (is->kind == COMPLAINT_VERSION && is_one_of(is->version, "FABRIC")) {
        to.kind = ASKED;
        to.ids = "LN302";
        return to;
    }
    if (is->kind == COMPLAINT_VERSION &&
        (is_one_of(is->version, "GLIBC") || is_one_of(is->version, "CXXABI") ||
         is_one_of(is->version, "GCC_"))) {
        to.kind = EFFECT;
        to.ids = "LN817";
        return to;
    }
    if (is->kind == COMPLAINT_SYMBOL && !owner->is_nvidias &&
        (framework = owner_of_cpp(is->symbol, space))) {
        to.kind = framework == space ? OTHERS : EFFECT;
        to.ids = framework == space ? "" : "LN808";
        return to;
    }
    if (is_one_of(owner->soname, "libibverbs") && is->kind == COMPLAINT_NOT_FOUND) {
        to.kind = CAUSE;
        to.ids = "LN201";
        return to;
    }
    if (is->kind == COMPLAINT_TLS) {
        to.kind = CAUSE;
        to.word = "tls";
    }
    if (!owner->is_nvidias)
        return to;
    to.kind = CAUSE;
    switch (is->kind) {
    case COMPLAINT_NOT_FOUND:
    case COMPLAINT_NAMED:
        to.ids = ids_of_missing(is, owner, line);
        break;
    case COMPLAINT_BROKEN:
        to.ids = "LN117";
        break;
    case COMPLAINT_SYMBOL:
        to.ids = ids_of_symbol(is, owner);
        break;
    case COMPLAINT_VERSION:
        to.ids =
            is_one_of(owner->soname, "libnvJitLink") ? "LN107 LN103 LN105" : "LN103 LN105 LN104";
        break;
    case COMPLAINT_UNVERSIONED:
        to.ids = "LN105 LN113";
        break;
    case COMPLAINT_LINK:
    case COMPLAINT_REFERENCE:
        to.ids = "LN706";
        break;
    case COMPLAINT_HEADER:
        to.word = "header";
        break;
    case COMPLAINT_PACKAGE:
        to.word = "package";
        break;
    default:
        break;
    }
    return to;
}

/* "libcublas.so.12 (cuBLAS)", or what else is known of its name. To be freed. */
static char *library_of(const struct complaint *is, const struct owner *owner)
{
    const char *name = *is->library ? strings_base_name(is->library) : owner->soname;

    if (!owner->title || is->kind == COMPLAINT_NAMED)
        return memory_copy(owner->title ? owner->title : name);
    return memory_print("%s (%s)", name, owner->title);
}

static void compose_missing(struct answer *to, const struct complaint *is)
{
    const struct owner *owner = &to->owner;
    OWNED(memory) char *library = library_of(is, owner);
    const char *who = *is->requester ? strings_base_name(is->requester) : "the program";

    if (is->kind == COMPLAINT_DENIED) {
        to->means = memory_print("ld.so may not read %s", library);
        to->help = memory_print("ls -lL %s; its folders need the permission x", is->library);
    } else if (owner->is_nvidias && is->kind == COMPLAINT_NAMED) {
        to->means = memory_print(
            owner->is_driver ? "%s is not found" : "%s is not found, or cannot be loaded", library);
    } else if (owner->is_driver) {
        to->means = memory_print("ld.so does not find %s", library);
    } else if (owner->is_nvidias && !has_number(owner->soname) && *to->ids &&
               strstr(to->ids, "LN110")) {
        to->means =
            memory_print("a program opens %s, a name that wheels do not have", owner->soname);
    } else if (owner->is_nvidias || is_one_of(owner->soname, "libibverbs")) {
        to->means = memory_print("ld.so does not find %s", library);
    } else {
        to->means = memory_print("ld.so does not find %s, which %s needs", library, who);
        to->help = memory_print(
            "it is not NVIDIA's: install the package that has it, or add its folder to "
            "LD_LIBRARY_PATH");
    }
}

static void compose_symbol(struct answer *to, const struct complaint *is)
{
    const struct owner *owner = &to->owner;
    const char *who = *is->requester ? strings_base_name(is->requester) : "a module";
    char space[COMPLAINT_NAME];
    const char *framework = owner_of_cpp(is->symbol, space);

    if (framework && !owner->is_nvidias) {
        to->means =
            memory_print(framework == space ? "%s was built for another release of the library "
                                              "with the C++ names %s::"
                                            : "%s was built for another %s",
                         who, framework);
        if (framework == space)
            to->help = memory_print("install the releases of %s and of that library that belong "
                                    "together, or build it again",
                                    who);
    } else if (strcmp(to->ids, "LN710") == 0) {
        to->means = memory_print("files of two cuDNN releases are loaded");
    } else if (owner->always && owner->is_nvidias) {
        to->means =
            memory_print("%s demands %s, and nothing has loaded %s", who, is->symbol, owner->title);
    } else if (owner->is_nvidias) {
        to->means =
            memory_print("%s demands %s, which this %s lacks", who, is->symbol, owner->title);
    } else if (*is->library || *is->version) {
        to->means = memory_print("%s demands %s of a newer %s", who, is->symbol,
                                 *is->library ? strings_base_name(is->library) : is->version);
        to->help =
            memory_print("it is not NVIDIA's: install the release that %s was built for", who);
    } else {
        to->means =
            memory_print("%s demands %s, which no library that is loaded has", who, is->symbol);
        to->help =
            memory_print("install the release of %s that was built for the others here", who);
    }
}

/* At build time: the package that has the header, or the files that CMake looks for. */
static void compose_build(struct answer *to, const struct complaint *is)
{
    const struct owner *owner = &to->owner;
    int is_header = is->kind == COMPLAINT_HEADER;
    char install[NVIDIA_INSTALL];

    to->means =
        memory_print("%s does not find %s", is_header ? "the compiler" : "CMake", is->library);
    if (!owner->is_nvidias)
        to->help = memory_print("%s is not NVIDIA's: install its development package", is->library);
    else if (nvidia_install(owner->soname, "", install))
        to->help =
            memory_print("%s: the headers are in nvidia/*/include of site-packages; or install "
                         "the development package of %s of CUDA's repository",
                         install, owner->title);
    else
        to->help = memory_print("install CUDA's toolkit: it has the files for building with %s",
                                owner->title);
}

/* The archive of lazynccl's that has a library, for the linker; NULL: none has it. */
static const char *archive_of(const struct lazynccl_description *desc)
{
    const lazynccl_library *library;

    for (int i = 0; desc && (library = nvidia_described_at(i)); i++)
        if (strcmp(library->description->name, desc->name) == 0)
            return i < LAZYNCCL_MAIN ? "-llazynccl" : "-llazynccl-all";
    return NULL;
}

/* What links a library of NVIDIA's, to be freed: "-LDIR -lcublas, where ...". */
static char *link_help(const struct owner *owner, const char *name)
{
    const lazynccl_library *named = nvidia_library(name);
    const char *archive = archive_of(named ? named->description : owner->library);
    const char *soname = strncmp(owner->soname, "lib", 3) == 0 ? owner->soname + 3 : name;

    int length = (int)strcspn(soname, ".");

    return memory_print(
        "-LDIR -l%.*s, where DIR has lib%.*s.so (a toolkit: /usr/local/cuda/lib64%s)%s%s%s", length,
        soname, length, soname, owner->is_driver ? "/stubs" : "", archive ? "; or link " : "",
        archive ? archive : "", archive ? ", which needs no library to build" : "");
}

struct answer answer_compose(const struct complaint *is, const char *line)
{
    struct answer to = answer_judge(is, line);
    const struct owner *owner = &to.owner;
    OWNED(memory) char *library = library_of(is, owner);
    const char *who = *is->requester ? strings_base_name(is->requester) : "a module";
    const char *symbol = is->symbol;

    if (to.kind == ASKED) {
        to.means = memory_print(is->kind == COMPLAINT_VERSION
                                    ? "the network plugin wants a newer libfabric"
                                    : "NCCL cannot load its network plugin");
        return to;
    }
    switch (is->kind) {
    case COMPLAINT_NOT_FOUND:
    case COMPLAINT_NAMED:
    case COMPLAINT_DENIED:
        compose_missing(&to, is);
        break;
    case COMPLAINT_BROKEN:
        to.means = memory_print(owner->is_driver
                                    ? "%s is an empty placeholder: the container has no driver"
                                    : "%s is not a whole library of this machine",
                                library);
        if (owner->is_driver)
            to.help = memory_print("docker run --gpus all, which mounts the host's driver there");
        else if (!owner->is_nvidias)
            to.help = memory_print("install its package again");
        break;
    case COMPLAINT_SYMBOL:
        compose_symbol(&to, is);
        break;
    case COMPLAINT_VERSION:
        to.means =
            strcmp(to.ids, "LN817") == 0
                ? memory_print("the C or C++ library is older than %s wants (%s)", who, is->version)
                : memory_print("%s demands %s of another release: version %s", who, library,
                               is->version);
        if (!owner->is_nvidias && !*to.ids)
            to.help =
                memory_print("it is not NVIDIA's: install the release that %s was built for", who);
        break;
    case COMPLAINT_UNVERSIONED:
        to.means = memory_print("%s without version nodes is in the way of the real one", library);
        break;
    case COMPLAINT_TLS:
        to.means = *is->library
                       ? memory_print("ld.so has no room left for the thread-local variables of %s",
                                      strings_base_name(is->library))
                       : memory_print("ld.so has no room left for thread-local variables");
        to.help = *is->library
                      ? memory_print("import that library first, or start with LD_PRELOAD=%s",
                                     is->library)
                      : memory_print("import the module first; glibc 2.22 and later have no limit");
        break;
    case COMPLAINT_STACK:
        to.means = memory_print("%s wants an executable stack, which this system refuses", library);
        to.help = memory_print("install a newer release of it, or patchelf --clear-execstack %s",
                               is->library);
        break;
    case COMPLAINT_UNMAPPED:
        to.means =
            memory_print("%s cannot be mapped: no memory, or a folder mounted noexec", library);
        to.help =
            memory_print("ulimit -v, and mount | grep noexec for the folder of %s", is->library);
        break;
    case COMPLAINT_LINK:
        to.means = memory_print("the linker does not find -l%s", is->library);
        to.help = owner->is_nvidias ? link_help(owner, is->library)
                                    : memory_print("it is not NVIDIA's: install its development "
                                                   "package, or add -L");
        break;
    case COMPLAINT_REFERENCE:
        if (owner->is_nvidias && strchr(symbol, '@')) {
            to.means = memory_print(
                "libraries of two CUDA releases are linked: %s is another one's", symbol);
            to.help = memory_print("-L and -rpath-link with one toolkit's folder only");
        } else {
            to.means = memory_print("a program is not linked with the library that has %s%s%s%s",
                                    symbol, owner->title ? " (" : "",
                                    owner->title ? owner->title : "", owner->title ? ")" : "");
            to.help = owner->is_nvidias ? link_help(owner, "")
                                        : memory_print("add the library that has it after the "
                                                       "objects that need it");
        }
        break;
    case COMPLAINT_HEADER:
    case COMPLAINT_PACKAGE:
        compose_build(&to, is);
        break;
    case COMPLAINT_NONE:
        break;
    }
    return to;
}
