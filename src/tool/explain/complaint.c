/* Reads the errors of loaders and linkers with one grammar: ld.so of every release, musl, ld, and
 * the sentences of programs that open libraries by themselves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/complaint.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <strings.h>

/* glibc's ENOENT in other languages, in which compilers name a header. Each is longer than the
 * English text. */
static const char no_such_file[] =
    "没有那个文件或目录|沒有此一檔案或目錄|そのようなファイルやディレクトリはありません"
    "|그런 파일이나 디렉터리가 없습니다|Нет такого файла или каталога"
    "|Datei oder Verzeichnis nicht gefunden|Aucun fichier ou dossier de ce type"
    "|No existe el fichero o el directorio|No existe el archivo o el directorio"
    "|Arquivo ou diretório inexistente|Arquivo ou diretório não encontrado"
    "|File o directory non esistente|Nie ma takiego pliku ani katalogu";

/* Returns the length of what a build service puts before a line: a date with a time, or docker's
 * "#12 34.5 ". */
static size_t stamp_length(const char *line)
{
    size_t date = strspn(line, "0123456789-"), digits = strspn(line + 1, "0123456789");
    const char *seconds = line + 1 + digits;

    if (date == 10 && line[4] == '-' && line[10] == 'T')
        return strcspn(line, " \n");
    if (*line != '#' || !digits || *seconds != ' ')
        return 0;
    size_t length = strspn(++seconds, "0123456789.");
    return length > 2 && seconds[length] == ' ' ? (size_t)(seconds - line) + length : 0;
}

/* Returns 1 if the line that ends here has a path of Windows, in which "\n" is no line's end. */
static int has_drive(const char *start, const char *end)
{
    for (const char *at = end; at > start && at[-1] != '\n'; at--)
        if (at[-1] == ':' && at - 1 > start && isalpha((unsigned char)at[-2]) &&
            (at == end || *at == '\\'))
            return 1;
    return 0;
}

char *complaint_clean(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|\\'|\\\"|'|\"|`|*|«|»|„";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| |\xc2\xa0|\xe2\x80\xaf";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if (to == clean || to[-1] == '\n')
            text += stamp_length(text);
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text)) &&
                   !(*text == '\\' && has_drive(clean, to))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else if ((length = strings_length_of_first("：", text))) {
            text += length;
            to = stpcpy(to, ": ");
        } else if ((length = strings_length_of_first(no_such_file, text))) {
            text += length;
            to = stpcpy(to, "no such file or directory");
        } else if ((length = strings_length_of_first("-NOTFOUND", text))) { /* CMake's value */
            text += length;
            to = stpcpy(to, " notfound");
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}

/* The grammar: '|' divides the patterns of a row, and the first that fits is taken. A file before
 * ": " is the one that needs the library, unless the pattern names it. The name that begins a
 * pattern may end in a colon. */
static const struct {
    enum complaint_kind kind;
    const char *patterns;
} grammar[] = {
    {COMPLAINT_CLI, "nvidia-container-cli: {S} error: |nvidia-container-cli.real: {S} error: "},
    {COMPLAINT_TOOL, "{L}: no such file|{L}: executable file not found|{L}: command not found"
                     "|command not found: {L}|{L}: not found|{L}: file does not exist"},
    {COMPLAINT_NONE, "no plugin found (libnccl-net.so)"}, /* NCCL has its own */
    {COMPLAINT_DENIED, "{L} cannot open shared object file: permission denied"},
    {COMPLAINT_BROKEN, "object {L} from ld_preload cannot be preloaded (file too short"
                       "|object {L} from ld_preload cannot be preloaded (invalid elf"
                       "|object {L} from ld_preload cannot be preloaded (wrong elf"},
    {COMPLAINT_NOT_FOUND,
     "{L} cannot open shared object|{L} unable to open shared object|error loading shared library "
     "{L}: no such file or directory "
     "(needed by {F})|error loading shared library {L}: no such"
     "|error in dlopen for library {L}and " /* PyTorch, with a second name */
     "|{L} => not found|object {L} from ld_preload cannot be preloaded|no library found under: "
     "{L}|{L}, needed by {F}, not found"
     "|dlopen {L} failed|dlopen({L}) failed|dlopen of {L} failed|failed to load for {L}: |cannot "
     "be used: no {L} in any search location"}, /* lazynccl's own
                                                 */
    {COMPLAINT_REFERENCE, "lld: error: undefined symbol: {S}|mold: error: undefined symbol: {S}"},
    {COMPLAINT_SYMBOL,
     "undefined symbol: {S}, version {V}|undefined symbol: {S}"
     "|symbol {S}, version {V} not defined in file {L} with"
     "|symbol {S} version {V} not defined in file {L} with"
     "|error relocating {F}: {S}: symbol not found|{D} not found in {L}|undefined symbols: {D}"
     "|symbol {D} missing in|function {D} missing in|function {D} not found in cu|function {D} not "
     "found in lib"
     "|symbol {D} not found in cu|symbol {D} not found in lib"},
    {COMPLAINT_VERSION, "{L} version {V} not found (required by {F})|version {V} not found"},
    {COMPLAINT_UNVERSIONED, "{L} no version information available"},
    {COMPLAINT_BROKEN, "{L} file too short|{L} invalid elf header|{L} cannot read file data"
                       "|file {L} is empty, not checked|{L} wrong elf class|{L} elf load "
                       "command|{L} elf file|{L} only et_dyn"
                       "|{L} error adding symbols: file in wrong format|{L} file in wrong format"
                       "|{L} file not recognized|{L} is incompatible with"},
    {COMPLAINT_NAMED, "{L}[0-9] not found in the system path"}, /* PyTorch's of a wheel's file */
    {COMPLAINT_TLS, "{L} cannot allocate memory in static tls block"
                    "|cannot load any more object with static tls"}, /* glibc before 2.22 */
    {COMPLAINT_STACK, "{L} cannot enable executable stack"},
    {COMPLAINT_UNMAPPED, "{L} failed to map segment from shared object"},
    {COMPLAINT_NONE, "skipping incompatible"}, /* ld searches on */
    {COMPLAINT_LINK,
     "cannot find -l{L}|could not find native static library {L}|mold: fatal: "
     "library not found: {L}|library not found "
     "for -l{L}|unable to find library -l{L}|dynamic system library {L}|static system library "
     "{L}|mex cannot find library {L}"
     "|cannot open file {L}.lib|cannot open input file {L}.lib|could not open {L}.lib|ld: "
     "-l{L}|ld: * -l{L}|ld : -l{L}|ld : * -l{L}"                 /* ld's in other languages */
     "|missing c library: {L}|missing (or bad) c libraries: {L}" /* Cabal */
     "|or static library {L} not found"},                        /* Meson */
    {COMPLAINT_REFERENCE,
     "undefined reference to symbol {S}|undefined reference to vtable for {S}"
     "|undefined reference to typeinfo for {S}|undefined reference to {S}|undefined symbol {S} "
     "referenced|unresolved external symbol __cudaregisterlinkedbinary{S}"
     "|unresolved external symbol __fatbinwrap{S}|unresolved external symbol {S} referenced"
     "|verweis auf {S}|indéfinie vers {S}|referencia a {S} sin|ссылка на {S}|对{S}未定义"
     "|{S} に対する定義されていない|unresolved extern function {S}|unresolved extern variable {S}"},
    {COMPLAINT_HEADER,
     "fatal error: {L}: no such file|fatal error: {L} file not found"
     "|could not find any {H}|cannot open include file: {L}|cannot open source file {L}"
     "|{H} no such file or directory|could not find {H}|couldnt find {H}|cannot find {H}|failed to "
     "find {H}|include files not found: [{H}|{H} not found"
     "|{H} was not found|{H} is missing|{H} does not exist|missing {H}"},
    {COMPLAINT_ABSENT,
     "version * for {P} was not found|release * for {P} was not found|a modulefile for {P}"
     "|module(s) are unknown: {P}|cannot be loaded as requested: {P}|"
     "unable to locate package {P}|package {P} has no installation candidate|no package {P} "
     "available|no match for argument: {P}|unable to find a match: {P}|couldnt find any package by "
     "glob {P}|nothing provides requested {P}|package {P} is not available, but|error: target not "
     "found: {P}"},
    {COMPLAINT_CONFLICT,
     "{P}: depends: |{P} : depends: |package {P}* requires |requires {P}*but you have|and {P}* "
     "because these package versions|cannot install {P}* because these package|requires {P} "
     "* none of the providers"
     "|nothing provides {P} * needed by|nothing provides * needed by {P}|conflicts between "
     "attempted installs of {P}|depends on {P}==|depends on {P} (|package {P} conflicts "
     "for|{P}=*you have held broken packages|{P}=* "
     "-> |"
     "─ {P} *conflicts with any installable|─ {P} *not installable|─ {P} *uninstallable"
     "|─ {P} *no viable options|─ {P} *cannot be installed|─ {P} *does not exist|{P} "
     "<unmet>|also in package {P}|breaks dependency {P}|{P}()(64bit) is "
     "needed by|{P} is needed by|{P} : conflicts: |{P} : breaks: "},
    {COMPLAINT_SOURCE,
     "cannot find a definition for {D} in|arguments to function * {D}(|arguments to function "
     "{D}|{D} was not declared in this scope"
     "|identifier {D} is undefined|undeclared identifier {D}|{D} undeclared (first use|unknown "
     "type name {D}|{D} does not name a type|{D} has not been declared|no matching function for "
     "call to {D}(|implicit declaration of function {D}|kind of name for c.{D}|cannot find "
     "function {D} in|cannot find "
     "value {D} in|cannot find type {D} in|{D} is not a member of|{D} has no "
     "member|cuda_*.hpp(*error: |cuda_*.h(*error: |cuda_*.hpp:*error: |/cub/*.cuh(*error: "
     "|/thrust/*.h(*error: "},
    {COMPLAINT_OLD,
     "outdated {L} installation found|found {L} version {V}, but jax|jax plugin {L} version {V} is "
     "installed|mismatched {L} plugin|{N} version {V} found but"
     "|incompatible {N} version|{N} version mismatch|mismatch between {N} |installed version of "
     "{N} "
     "|{N} version {V} is not compatible|{N} version {V} is lower|{N} version {V} is older"
     "|{N} version {V} does not match|{N} {V} does not match|{N}: version {V} too old|{N} version "
     "is too old|{N} version {V} is too old|{N} {V} is too old|{N} is too old"
     "|{N} version * is below|{N} version too old|{N} version must be at least|{N} version must be "
     ">"
     "|minimum {N} version|requires {N} version {V} or|requires {N} {V} or|requires {N} >|"
     "{N} {V} or newer|{N} {V} or later|{N} {V} or higher|{N} {V} or greater|{N} {V}+ is required|"
     "{N} version {V} or |{N} version >|requires at least {N} |at least {N} {V} is required|need "
     "{N} >"
     "|{N} * but at least version|{N} >= {V} is required|{N} version {V} is not supported"
     "|{N} version {V} is unsupported|unsupported {N} version"},
    {COMPLAINT_CONFIG, "by not providing find{L}.cmake|cmake module file: cmakedetermine{L}compiler"
                       "|package configuration file provided by {L} with"},
    {COMPLAINT_PACKAGE,
     "{L} --version failed|could not find {L} (missing:|could not find {L}: found|{L} (advanced)"
     "|{N}_lib* notfound|{N}_inc* notfound|{N}_lib* not found|{N}_inc* not found|{N}_lib* is not "
     "set"
     "|^{L}_lib$|^{L}_library$|^{L}_library_{V}$|^{L}_include_dir$|the cmake_{L}_compiler:$"
     "|no rule to make target {L}, needed by|which, {L}] returned non-zero|in "
     "get_{L}_bare_metal_version|no {L} toolkit found|no "
     "{L} installation found"
     "|could not find {L} using the following|which: no {L} in (|^cuda::{L}$|cuda::{L} but the "
     "target|dependency {L} not found|dependencies are satisfied: {L}"
     "|no package {L} found|package {L} was not found in|package {L}, required by"},
    {COMPLAINT_CDI,
     "unresolvable cdi devices {L}|stat {L}=all: no such|stat {L}=0: no such"
     "|failed to stat cdi host device {L}|insufficient {L}|cannot stat {L}: no such"},
    {COMPLAINT_NONE, "not built with cuda kernel"}, /* TensorFlow compiles them */
    {COMPLAINT_BUILD,
     "not compiled with cuda|not compiled with gpu|not built with cuda|not linked with support for "
     "cuda|tree learner was not enabled|gpu is not enabled|have installed cpu version|not been "
     "built "
     "with cuda|with arguments from the cuda backend|wasnt build with cuda|wasnt built with "
     "cuda|wasnt compiled with cuda"
     "|not built with gpu|without cuda support|without gpu support|built without cuda"
     "|compiled without cuda|compile with use_cuda|doesnt have nccl built in|without nccl support"},
    {COMPLAINT_GPU, "no {L} device|no {L} gpu|no {L} driver|no compatible {L} device"},
    {COMPLAINT_UNSEEN,
     "cuda.is_available()*false|0 active drivers|gpus available: 0$|failed to infer device "
     "type|your machine only has: []"
     "|of the 0 detected device|gpu or other accelerator, we were unable|found 0 "
     "cuda device|cuda device*no devices "
     "found|no device available for decoder: device type cuda"
     "|no platforms that are instances of gpu"},
    /* of any library, if no sentence names one of NVIDIA's */
    {COMPLAINT_OPENED, "no {L} in java.library.path|unable to load library {L}:"
                       "|unable to load shared library {L} or|could not load library {L}"
                       "|loading native library {L}|error while loading shared libraries: {L}"},
    {COMPLAINT_MODULE, "no module named {L}"},
    {COMPLAINT_INDEX, "no matching distribution found for {L}|satisfies the requirement "
                      "{L}|distribution {P}==*cant be "
                      "installed|because {P}==*has no|because there is no version of {P}|only {P}* "
                      "available|only {P}* are available|no wheels for {P}|"
                      "installation candidates for {P}"},
};

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+/@~$", letter));
}

static size_t name_length(const char *at)
{
    size_t length = 0;

    while (is_name(at[length]))
        length++;
    return length;
}

/* Returns 1 if a name has the form of a header's: CCCL's need no suffix. */
static int is_header(const char *name)
{
    const char *end = strrchr(name, '.');

    return strings_length_of_first("cuda/|thrust/|cub/|nv/", name) > 0 ||
           (end && strings_length_of_first(".hpp|.hxx|.hh|.h|.cuh", end) == strlen(end));
}

/* Returns 1 if a package's name is one of NVIDIA's, in distributions, conda or PyPI. */
static int is_package(const char *name)
{
    static const char starts[] =
        "cuda|libcu|libnv|libnccl|nccl|nvidia|tensorrt|cudnn|cutensor|pytorch-cuda|libnpp|"
        "akmod-nvidia|kmod-nvidia|dkms-nvidia|xorg-x11-drv-nvidia|python3-libnvinfer";

    return strings_length_of_first(starts, name) > 0;
}

/* Returns 1 if a name of source code is one that NVIDIA's headers declare. */
static int is_declared(const char *name)
{
    static const char starts[] =
        "cudnn|cublas|cusparse|cusolver|cufft|curand|cutensor|cupti|nccl|"
        "cuvid|nvml|nvrtc|nvJitLink|nvinfer1|nppi|npps|nvjpeg|CUDNN_|CUBLAS_|CUSPARSE_|"
        "CUSOLVER_|CUFFT_|NCCL_|NVML_|NVRTC_|CUDA_|CU_";
    size_t length = strncmp(name, "cuda", 4) == 0 ? 4 : strncmp(name, "cu", 2) == 0 ? 2 : 0;

    return strings_length_of_first(starts, name) > 0 || strcmp(name, "cub") == 0 ||
           strcmp(name, "thrust") == 0 || (length && isupper((unsigned char)name[length]));
}

/* Returns 1 for the toolkit and the driver's library, by the words of CMake's variables. */
static int is_cuda(const char *name)
{
    return strcasecmp(name, "CUDA") == 0 || strcasecmp(name, "CUDA_CUDA") == 0;
}

/* Strips the punctuation that ends a sentence from a name, and "./" and "lib" from a file. Returns
 * 1, or 0 if it is not the name of what the letter stands for. */
static int keep(struct complaint *to, char what, const char *name, size_t length)
{
    char *place = what == 'F'                  ? to->requester
                  : what == 'V'                ? to->version
                  : what == 'S' || what == 'D' ? to->symbol
                                               : to->library;

    if (what == 'L' || what == 'N') { /* CMake's CUDA_cublas_LIBRARY */
        const char *tail = memmem(name, length, "_LIBRARY", 8);

        tail = tail ? tail : memmem(name, length, "_INCLUDE", 8);
        length = tail ? (size_t)(tail - name) : length;
        int is_driver = length == 9 && strncasecmp(name, "CUDA_CUDA", 9) == 0;
        if (length > 5 && strncmp(name, "CUDA_", 5) == 0 && !is_driver) {
            name += 5;
            length -= 5;
        }
    }
    while (length && strchr(".-/", name[length - 1]))
        length--;
    const char *number = memmem(name, length, "@.", 2); /* JavaCPP's cudart@.12 */
    if (what == 'L' && number && isdigit((unsigned char)number[2]))
        snprintf(place, COMPLAINT_NAME, "lib%.*s.so%.*s", (int)(number - name), name,
                 (int)(name + length - number - 1), number + 1);
    else
        snprintf(place, COMPLAINT_NAME, "%.*s", (int)(length < COMPLAINT_NAME ? length : 0), name);
    return what == 'H'   ? is_header(place)
           : what == 'P' ? is_package(place)
           : what == 'D' ? is_declared(place)
           : what == 'N' ? is_cuda(place) || nvidia_named(place)
                         : 1;
}

/* Returns 1 if the rest of the pattern matches the rest of the line. */
static int matches_from(struct complaint *to, const char *row, const char *at)
{
    while (*row && *row != '|') {
        if (*row == '*') {
            for (; *at; at++)
                if (matches_from(to, row + 1, at))
                    return 1;
            return !row[1];
        }
        if (*row == '$')
            return !at[strspn(at, " ")];
        if (*row != '{') {
            if (tolower((unsigned char)*at++) != (unsigned char)*row++)
                return 0;
            continue;
        }
        const char *end = at;
        size_t rest = strcspn(row + 3, "{*|$");

        while ((is_name(*end) || (row[1] == 'S' && *end == ':' && end[1] != ' ')) &&
               !(rest && strncasecmp(end, row + 3, rest) == 0))
            end++;
        if (end == at || !keep(to, row[1], at, (size_t)(end - at)))
            return 0;
        at = end;
        row += 3;
    }
    return 1;
}

/* Returns the start of the name that ends here. */
static const char *name_before(const char *line, const char *end)
{
    while (end > line && is_name(end[-1]))
        end--;
    return end;
}

/* Returns 1 if the loader's error may name a library file, a header, or a device of NVIDIA. "not
 * found" is also said of other things. */
static int is_a_library(const struct complaint *is)
{
    if (is->kind == COMPLAINT_GPU)
        return strncasecmp(is->library, "cuda", 4) == 0 || strcasecmp(is->library, "nvidia") == 0;
    if (is->kind == COMPLAINT_PACKAGE && strchr(is->library, '/'))
        return strstr(is->library, "/lib") != NULL;
    if (is->kind == COMPLAINT_TOOL)
        return !strstr(is->library, "/run/") &&
               strings_length_of_first("nvidia-container-|nvidia-ctk|nvidia-cdi|nvidia-docker|"
                                       "nvidia-cuda-mps|nvidia-modprobe|nvidia-persist",
                                       strings_base_name(is->library)) > 0;
    if (is->kind == COMPLAINT_MODULE)
        return strings_length_of_first("nvidia|pynvml|tensorrt|cupy|cuda|pycuda|nvmath",
                                       is->library) == strcspn(is->library, ".");
    if (is->kind == COMPLAINT_CDI)
        return strstr(is->library, "nvidia") || strncmp(is->library, "/dev/", 5) == 0;
    return !is->kind || is->kind >= COMPLAINT_LINK || !*is->library || strstr(is->library, ".so");
}

/* Returns where a line starts, after what docker build and mail put before it: "#12 34.5 ", "> ".
 */
static const char *start_of(const char *line)
{
    line += strspn(line, " >|");
    if (*line == '#' && isdigit((unsigned char)line[1])) {
        line += 1 + strspn(line + 1, "0123456789");
        line += strspn(line, " .0123456789");
    }
    return line;
}

/* Returns 1 if the line has the first of the patterns. */
static int matches_one(struct complaint *to, const struct clean_line *in, const char *pattern)
{
    char literal[COMPLAINT_NAME];
    const char *name, *line = in->text;
    int is_first = *pattern == '^';
    pattern += is_first;
    const char *row = *pattern == '{' ? pattern + 3 : pattern;

    size_t length = strcspn(row, "{*|$"); /* no snprintf(): each line has hundreds of patterns */
    length = length < sizeof literal ? length : sizeof literal - 1;
    memcpy(literal, row, length);
    literal[length] = '\0';
    for (const char *small = in->small; (small = strstr(small, literal)); small++) {
        const char *at = line + (small - in->small);
        int is_after_name = *pattern == '{';
        const char *end = !is_after_name ? at - 2 : at > line && at[-1] == ':' ? at - 1 : at;

        while (is_after_name && end > line && end[-1] == ' ') /* French has one before a colon */
            end--;

        *to = (struct complaint){.kind = to->kind};
        if (is_first && (is_after_name ? name_before(line, at) : at) != start_of(line))
            continue;
        if (!matches_from(to, row, at))
            continue;
        if (is_after_name || (at >= line + 2 && strncmp(end, ": ", 2) == 0)) {
            name = name_before(line, end);
            if (is_after_name && name == end)
                continue;
            if ((is_after_name || !*to->requester) &&
                !keep(to, is_after_name ? pattern[1] : 'F', name, (size_t)(end - name)))
                continue;
        }
        if (is_a_library(to))
            return 1;
    }
    return 0;
}

size_t complaint_matches(struct complaint *to, const struct clean_line *in, const char *pattern)
{
    for (; pattern == in->without || !matches_one(to, in, pattern); pattern++)
        if (!*(pattern = strchrnul(pattern, '|')))
            return 0;
    return strcspn(pattern, "|");
}

/* Returns the file that needs the library if the grammar's row does not capture it. It precedes
 * ld.so's own words, or is another library that the line names first. */
static void find_requester(struct complaint *to, const struct clean_line *in)
{
    struct complaint said = {0};

    if (to->kind == COMPLAINT_SYMBOL && strstr(to->requester, ".so"))
        return;
    if (complaint_matches(&said, in, "{F}: error while loading shared libraries: ") ||
        complaint_matches(&said, in, "{F}: symbol lookup error: "))
        strcpy(to->requester, said.requester);
    if ((strchr(to->requester, '/') || strchr(to->requester, '.')) &&
        !strings_contain_any(to->requester, "Error|Exception"))
        return;
    *to->requester = '\0';
    const char *at = strstr(in->text, "lib");
    if (at && to->kind == COMPLAINT_NOT_FOUND && memmem(at, name_length(at), ".so", 3) &&
        strncmp(at, to->library, strlen(to->library)) != 0)
        keep(to, 'F', at, name_length(at));
}

static int read_loader(struct complaint *to, const struct clean_line *line, int of_any)
{
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++) {
        *to = (struct complaint){.kind = grammar[i].kind};
        if ((to->kind == COMPLAINT_OPENED) == of_any &&
            complaint_matches(to, line, grammar[i].patterns)) {
            find_requester(to, line);
            return to->kind != COMPLAINT_NONE;
        }
    }
    return 0;
}

/* Returns the start of the next word. */
static const char *next_word(const char *at)
{
    at += name_length(at);
    while (*at && !is_name(*at))
        at++;
    return at;
}

/* 1 if one of the words, divided by '|', begins here; *end: what follows it. */
static int begins(const char *at, const char *words, const char **end)
{
    while (*words) {
        size_t length = strcspn(words, "|");

        if (strncasecmp(at, words, length) == 0 && !isalpha((unsigned char)at[length])) {
            *end = at + length + (at[length] == ' ');
            return 1;
        }
        words += length + (words[length] == '|');
    }
    return 0;
}

/* Returns the library that "CUDA", "nvidia" or "DNN" means before the words `after`, or NULL if it
 * means something else, such as a kernel. `how`: 1 if a program loads it, 2 if it calls dlopen()
 * for it, which is the driver, 0 if it looks for a toolkit. */
static const char *library_of_cuda(const char *name, const char *after, int how)
{
    const char *next = next_word(after), *end;
    int is_alone = *after != ' ' || after[-1] == '.' || after[1] == '(' ||
                   begins(next,
                          "in|on|at|for|with|or|and|from|is|was|not|cannot|"
                          "could|couldnt|cant|has|unavailable|non|did",
                          &end);

    if (begins(next, "driver|drivers|or one of its", &end)) /* the last after .NET's name */
        return "libcuda.so";
    if (begins(next, "shared provider|shared memory", &end))
        return NULL;
    if (strcmp(name, "DNN") == 0) /* XLA's word */
        return begins(next, "library", &end) ? "libcudnn.so" : NULL;
    if (strcasecmp(name, "cuda") != 0)
        return NULL;
    if (begins(next, "library root", &end)) /* CMake's name of the toolkit's folder */
        return "nvcc";
    if (begins(next, "runtime|cudart", &end))
        return "libcudart.so";
    if (begins(next, "shared|library|lib", &end) ||
        (how && (is_alone || begins(next, "libraries", &end))))
        return how == 1 ? "libcudart.so" : "libcuda.so";
    return is_alone || begins(next,
                              "toolkit|sdk|compiler|nvcc|installation|headers|libraries|path|home|"
                              "version|development|package|packages",
                              &end)
               ? "nvcc"
               : NULL;
}

/* The library that words from here on name: a file's name, or else "cuSPARSE", "NVML". Writes its
 * name. Returns 1, or 0: none. */
static int read_alias(char library[COMPLAINT_NAME], const char *at, int is_file, int how)
{
    char name[COMPLAINT_NAME];
    size_t length = name_length(at);
    struct nvidia vendor;
    const char *after = at + length;
    if (length > 1 && strncmp(after - 2, "..", 2) == 0) /* the wildcards of libX.so.*.* */
        return 0;
    while (length && strchr(".-/@", at[length - 1]))
        length--;
    if (!length || length >= COMPLAINT_NAME)
        return 0;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    const char *base = strings_base_name(name);

    if (is_file) {
        snprintf(library, COMPLAINT_NAME, "%s", name);
        return strncmp(base, "lib", 3) == 0 && strstr(base, ".so") && nvidia_of(base, &vendor);
    }
    int is_vague = strcasecmp(base, "cuda") == 0 || strcasecmp(base, "nvidia") == 0 ||
                   strcmp(base, "DNN") == 0;
    const char *soname = is_vague ? library_of_cuda(base, after, how) : nvidia_named(base);
    if (soname)
        snprintf(library, COMPLAINT_NAME, "%s", soname);
    return soname != NULL;
}

int complaint_has_number(const char *library)
{
    const char *at = strstr(library, ".so.");

    return at && isdigit((unsigned char)at[4]);
}

/* Reads the library that one of the next words names. A file's name tells more than another.
 * `is_missing`: the file is, whatever its name; otherwise a name without a number may be another.
 */
static int read_name(struct complaint *to, const char *at, int words, int is_missing, int how)
{
    for (int is_file = 1; is_file >= 0; is_file--) {
        const char *word = at;

        for (int i = 0; i < words; i++, word = next_word(word))
            if (read_alias(to->library, word, is_file, how)) {
                is_missing = is_missing || complaint_has_number(to->library);
                to->kind = is_file && is_missing ? COMPLAINT_NOT_FOUND : COMPLAINT_NAMED;
                return 1;
            }
    }
    return 0;
}

/* Reads the symbol that dlsym() was asked for, in a library that is loaded. */
static int read_symbol(struct complaint *to, const char *at)
{
    to->kind = COMPLAINT_SYMBOL;
    to->is_loaded = 1;
    keep(to, 'S', at, name_length(at));
    return *to->symbol != '\0';
}

/* Returns 1 for a name with a '_' or a capital inside, which no word of a sentence has. */
static int is_written_as_symbol(const char *at)
{
    for (size_t i = 1; i < name_length(at); i++)
        if (at[i] == '_' || isupper((unsigned char)at[i]))
            return 1;
    return 0;
}

/* Returns the first word that is none of these. */
static const char *skip_words(const char *at, const char *words)
{
    const char *end;

    for (at += strspn(at, " /"); begins(at, words, &end); at = next_word(at))
        ;
    return at;
}

/* Reads that a program sees no GPU: "No supported GPU found", "cannot find a GPU", "GPU device not
 * found". `found` and `lacks`: words that say that it is there, or is not. */
static int lacks_gpu(const struct clean_line *line, const char *found, const char *lacks)
{
    static const char fails[] =
        "cannot|can not|cant|could not|couldnt|unable to|failed to|not able to|not";
    static const char sees[] = "find|detect|see|found|detected|locate|use|access";
    static const char kinds[] = "visible|supported|compatible|usable|suitable";
    static const char before[] = "a|an|any|the|your|visible|supported|compatible|usable|suitable|"
                                 "valid|functional|specified|requested|initialize";
    static const char gpu[] =
        "gpu/tpu|gpu|gpus|gpu(s)|cuda gpu|cuda gpus|nvidia gpu|nvidia gpus|cuda device|cuda "
        "devices|torch accelerator|accelerator device";
    static const char after[] = "device|devices|backend|is|was|were|are|has|have|been";
    static const char nouns[] = "target|driver|instance|instances|process|kernel|kernels|adapter|"
                                "memory|metrics|info|name|support|usage|features";
    const char *end, *unused;

    if (strings_contain_any(line->small, "rocm|radeon|amd gpu|hip |vulkan|opencl|intel|xpu|webgpu|"
                                         "webgl|metal|directml|sycl|vaapi|initialize nvml"))
        return 0;
    for (const char *at = line->text; *at; at = next_word(at)) {
        int is_gpu = strncmp(at, "GPU", 3) == 0 && begins(at, gpu, &end);
        int is_none = begins(at, "no|0", &end);

        if (is_gpu && begins(skip_words(end, "device|devices"), lacks, &unused))
            return 1;
        if (!is_none && !(begins(at, fails, &end) && begins(end, sees, &end)))
            continue;
        int is_kind = begins(skip_words(end, "a|any"), kinds, &unused);
        if (!begins(skip_words(end, before), gpu, &end))
            continue;
        end = skip_words(end, after);
        if (!begins(end, nouns, &unused) && (!is_none || is_kind || begins(end, found, &unused)))
            return 1;
    }
    return 0;
}

/* Returns 1 if a program was looked for: the toolkit's, or nvidia-smi. */
static int is_command(const struct complaint *is)
{
    return is->kind == COMPLAINT_NAMED &&
           (!strstr(is->library, ".so") || nvidia_is_driver(is->library));
}

/* Matches "could not find NAME" and "NAME not found", as programs that open a library themselves
 * print. */
static int read_sentence(struct complaint *to, const struct clean_line *in)
{
    static const char fails[] =
        "cannot|can not|cant|could not|couldnt|does not|unable to|failed to|failed|"
        "failure";
    static const char *const verbs[] = {"find|finding|locate|execute|spawn",
                                        "load|loading|open|opening", "dlopen|dynamically load"};
    static const char lacks[] =
        "not found|cannot be found|could be found|could not be found|not installed|is not found"
        "|was not found|not loaded|could not be loaded|cannot be loaded|couldnt be found"
        "|failed to load|is not installed|is missing|are missing|library missing|libraries "
        "missing|headers missing|could not be "
        "opened|cannot be "
        "opened|not located|was not located|was not detected|not detected|cant be "
        "found"
        "|cannot found|cant found|could not be detected|is not set|not set|does not exist"
        "|doesnt exist|notfound|could not be located|is not a full path|is none|is undefined|is "
        "not defined"
        "|is not recognized|not in path|not in $path|not in the path|not on the path|in your "
        "path|found: no";
    static const char absent[] =
        "not available|is not available|isnt available|unavailable|not "
        "functional|is not functional|non available|did not initialise|did "
        "not initialize";
    static const char found[] =
        "found|available|detected|loaded|installed|visible|present|supported|compatible|usable";
    static const char before[] =
        "no such file or directory:|command not found:|keyerror:"
        "|specify|please set|assert|exec format error:|unknown compiler(s):|does not provide";
    static const char gone[] = "enoent|no such file or directory|failed: no such file";

    char file[COMPLAINT_NAME];
    const char *line = in->text, *symbol;
    int opens = strings_contain_any(line, "dlopen|FileNotFoundError|Errno 2|ENOENT");

    for (const char *at = line; *at; at = next_word(at))
        if (begins(at,
                   "symbol lookup for|entry point named|getprocaddress failed for|dlsym failed for"
                   "|resolve symbol|resolve function|import symbol|get function",
                   &symbol) &&
            is_written_as_symbol(symbol)) /* Go's, .NET's */
            return read_symbol(to, symbol);
        else if (begins(at, "undefined symbol", &symbol) && *symbol != ':' &&
                 is_written_as_symbol(symbol))
            return read_symbol(to, symbol);
    for (const char *at = line; *at; at = next_word(at)) {
        const char *end, *start;

        for (int how = 0; how < 3 && begins(at, fails, &end); how++) {
            if (!begins(end, verbs[how], &start))
                continue;
            if (begins(start, "symbol|function|dynamic symbol", &end))
                return read_symbol(to, end);
            if (read_name(to, start, 7, 0, how))
                return 1;
        }
        if (begins(at, "no", &end) &&
            read_name(to, end, 2, 1, 1)) /* "No system CUDA driver found" */
            for (int i = 0; i < 5; i++, end = next_word(end))
                if (begins(end, found, &start) && !strchr("=:", start[-1]))
                    return 1;
        if (begins(at, before, &end) && read_name(to, end, 2, 1, 0) && (is_command(to) || opens))
            return 1;
        if (begins(next_word(at), "error|failure|fatal|warning",
                   &end) || /* "CUDA error: file not found" */
            !read_name(to, at, 1, 1, 0))
            continue;
        end = at;
        int far = to->kind == COMPLAINT_NOT_FOUND ? 6 : 3; /* a file's name is surer */
        for (int i = 0; i < far; i++) {
            end = next_word(end);
            if (begins(end, gone, &start) && (is_command(to) || opens)) /* cp's, ls's words, too */
                return 1;
            if (begins(end, absent, &start)) { /* "CUDA is not available": no GPU, or its driver */
                int is_cuda = strncasecmp(at, "cuda", 4) == 0 && strcmp(to->library, "nvcc") == 0;

                to->kind = is_cuda && name_length(at) == 4 ? COMPLAINT_UNSEEN : to->kind;
                return 1;
            }
            if (!begins(end, lacks, &start))
                continue;
            if (read_alias(file, next_word(start), 1, 0)) { /* "not loaded from FILE" */
                to->kind = COMPLAINT_NOT_FOUND;
                strcpy(to->library, file);
            }
            return 1;
        }
    }
    to->kind = COMPLAINT_UNSEEN;
    return lacks_gpu(in, found, lacks) || lacks_gpu(in, found, absent);
}

/* Returns 1 if a part of a line is in no English, or not legible: "???????". */
static int is_foreign(const char *part, const char *end)
{
    for (; part < end; part++)
        if ((unsigned char)*part >= 0x80 || strncmp(part, "??", 2) == 0)
            return 1;
    return 0;
}

/* Matches ld.so's form in other languages: PROGRAM: WORDS: LIBRARY: WORDS: REASON. The
 * reason is the name of the symbol if that is undefined. */
static int read_position(struct complaint *to, const char *line)
{
    static const char english[] =
        "cannot|failed|could|unable|undefined|symbol|invalid|wrong|file|version|found|is|not|"
        "using|loaded|loading|opening|object|elf|only|error|warning|in|the|has|with";
    const char *end, *unused;

    for (const char *at = line; (at = strstr(at, ".so")); at = end) {
        const char *start = name_before(line, at),
                   *slash = memrchr(start, '/', (size_t)(at - start));

        end = at + name_length(at);
        const char *words = end + 2,
                   *last = strncmp(end, ": ", 2) == 0 ? strstr(words, ": ") : NULL;
        if (strncmp(end, ": ", 2) == 0 && memmem(words, name_length(words), ".so", 3))
            continue; /* the file that needs the next */
        const char *reason = last ? last + 2 : NULL, *symbol = reason;
        int is_first = start == line, is_long = 0;

        if (!last || strstr(reason, ": ") || begins(words, english, &unused) ||
            !(is_first || (start > line + 1 && strncmp(start - 2, ": ", 2) == 0)))
            continue;
        for (const char *word = words; word < last; word = next_word(word))
            is_long++;
        symbol += symbol ? name_length(symbol) : 0;
        int is_symbol = !isdigit((unsigned char)*reason) && symbol > reason + 3 && !*symbol &&
                        is_long > 1 && !is_foreign(reason, symbol);
        if (!is_symbol && !is_foreign(words, reason + strlen(reason)) &&
            (is_long < 3 || !*symbol || strncmp(slash ? slash + 1 : start, "lib", 3) != 0))
            continue;
        *to = (struct complaint){.kind = is_symbol ? COMPLAINT_SYMBOL : COMPLAINT_NOT_FOUND};
        keep(to, is_symbol ? 'F' : 'L', start, (size_t)(end - start));
        if (is_symbol)
            keep(to, 'S', reason, (size_t)(symbol - reason));
        const char *colon = strstr(line, ": "), *program = name_before(line, colon);
        if (!is_symbol && colon + 2 < start && program == line)
            keep(to, 'F', program, (size_t)(colon - program));
        return 1;
    }
    return 0;
}

static int read_any(struct complaint *to, const struct clean_line *line)
{
    if (read_loader(to, line, 0) || read_position(to, line->text)) {
        to->is_sentence = (to->kind & (COMPLAINT_GPU | COMPLAINT_UNSEEN)) != 0;
        return 1;
    }
    *to = (struct complaint){.is_sentence = 1};
    return read_sentence(to, line) || read_loader(to, line, 1);
}

int complaint_read(struct complaint *to, const struct clean_line *line)
{
    static const char refuses[] = "error|fail|fatal|but |found|must|too old|is required|supported|"
                                  "exception|incompatib|compatible|not "
                                  "match|lower|assert|outdated|mismatch|below|no longer|only |warn";

    if (!read_any(to, line) ||
        (to->kind == COMPLAINT_OLD && (!strings_contain_any(line->small, refuses) ||
                                       strings_contain_any(line->small, "satisf|suitable"))))
        return 0;
    /* Windows's and macOS's; of C:\DIR\a.dll only the drive is a name */
    int is_drive = to->kind == COMPLAINT_OPENED && to->library[0] && !to->library[1];
    return !is_drive && !strings_contain_any(to->library, ".dll|.DLL|.dylib");
}
