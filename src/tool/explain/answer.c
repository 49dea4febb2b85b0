/* The answers that several kinds of lines have, and their texts with the names of a complaint.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/answer.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>

#define CLASS(class, kind, word, means, help, otherwise, ids, removed)                             \
    {kind, means, ids, help, otherwise, word, removed},
const struct answer answer_classes[] = {CLASSES(CLASS)};

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

/* Writes the packages that have the headers of a library, and its name without a number. */
static const char *write_development(char text[200], const struct owner *owner)
{
    char package[NVIDIA_PACKAGE];
    const char *conda = nvidia_conda(owner->soname);
    int has_name = nvidia_development(owner->soname, package);
    int is_of_cuda = has_name && strstr(package, "-X-Y");
    const char *what = has_name ? package : owner->title ? owner->title : owner->soname;

    snprintf(text, 200, "%s%.80s%s%s%.40s%s", has_name ? "" : "the development package of ", what,
             is_of_cuda ? ", where X.Y is CUDA's release" : "", conda ? " (conda: " : "",
             conda ? conda : "",
             !conda                                  ? ""
             : is_of_cuda && strstr(package, "-dev") ? "-dev)"
                                                     : ")");
    return text;
}

/* Writes the product that has the library of a number: "CUDA 11.8", "cuDNN 8". */
static const char *write_release(char text[200], const struct owner *owner)
{
    char package[NVIDIA_PACKAGE] = "", wheels[NVIDIA_INSTALL] = "";
    int major, minor, end = 0;
    const char *number = strstr(owner->soname, ".so.");
    int has_package = nvidia_distribution(owner->soname, package);
    const char *dash = strpbrk(package, "-");

    while (dash && !isdigit((unsigned char)dash[1]))
        dash = strchr(dash + 1, '-');
    nvidia_install(owner->soname, "", wheels);
    int is_of_cuda = dash && sscanf(dash, "-%d-%d%n", &major, &minor, &end) == 2 && !dash[end];
    if (is_of_cuda && !strstr(wheels, " or "))
        snprintf(text, 200, "CUDA %d.%d", major, minor);
    else if (is_of_cuda || strstr(package, "-X-Y"))
        snprintf(text, 200, "CUDA of the release that the program was built with");
    else
        snprintf(text, 200, "%s%s%.9s", owner->title, has_package && number ? " " : "",
                 has_package && number ? number + 4 : "");
    return text;
}

/* The text for a letter in braces. */
static const char *name_of(char letter, const struct complaint *is, const struct owner *owner,
                           char text[200])
{
    const char *framework = owner_of_cpp(is->symbol);
    const char *name = *is->library                              ? strings_base_name(is->library)
                       : *owner->soname                          ? owner->soname
                       : *is->version                            ? is->version
                       : is->kind == COMPLAINT_TLS               ? "a library"
                       : !is->kind || is->kind == COMPLAINT_CALL ? "a CUDA library"
                                                                 : "any library that is loaded";

    switch (letter) {
    case 'E':
        snprintf(text, 200,
                 is->is_loaded ? "a library that %s%s%s%s needs"
                               : "%s%s%s%s, or a library that it needs,",
                 name, owner->title ? " (" : "", owner->title ? owner->title : "",
                 owner->title ? ")" : "");
        return text;
    case 'A':
        return archive_of(is, owner);
    case 'C':
        return write_release(text, owner);
    case 'D':
        return write_development(text, owner);
    case 'F':
        return owner_is_file(owner, is->requester) ? "a program"
               : *is->requester                    ? strings_base_name(is->requester)
               : is->kind > COMPLAINT_BROKEN       ? "a module"
                                                   : "the program";
    case 'S':
        return is->symbol;
    case 'V':
        return is->version;
    case 'R':
        return owner_release(owner, text);
    case 'T':
        return owner->title ? owner->title : framework ? framework : name;
    case 'O':
        return owner->source;
    case 'W': {
        *text = '\0';
        int is_toolkits = !nvidia_development(owner->soname, text) || strstr(text, "-X-Y");
        char packages[150] = " of a toolkit";

        if (!is_toolkits)
            snprintf(packages, sizeof packages, "%.149s", write_development(text, owner));
        if (is_toolkits && !owner->is_driver && *text)
            snprintf(packages, sizeof packages, " of a toolkit, which %.100s installs", text);
        snprintf(text, 200, "%s%s", is_toolkits ? "/usr/local/cuda/lib64" : "the package ",
                 owner->is_driver ? "/stubs" : packages);
        return text;
    }
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
    char *whole = NULL, buffer[200];
    size_t size;

    if (!text)
        return NULL;
    FILE *to = memory_check(open_memstream(&whole, &size));
    for (; *text; text++) {
        if (*text != '{' || !text[1] || text[2] != '}') {
            fputc(*text, to);
            continue;
        }
        const char *name = name_of(text[1], is, &owner, buffer);
        if (text[1] == 'N')
            name += strncmp(name, "lib", 3) == 0 ? 3 : 0;
        fprintf(to, "%.*s", (int)strcspn(name, text[1] == 'N' ? "." : ""), name);
        const char *of = owner.title                 ? owner.title
                         : is->kind == COMPLAINT_TLS ? owner.source
                                                     : NULL;
        if (text[1] == 'L' && of)
            fprintf(to, " (%s)", of);
        text += 2;
    }
    fclose(to);
    return whole;
}
