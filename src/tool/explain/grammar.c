/* Reads the errors of loaders and linkers with one grammar: ld.so of every release, musl, ld, and
 * the sentences of programs that open libraries by themselves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/grammar.h"
#include "common/text/strings.h"
#include "tool/explain/pattern.h"
#include "tool/explain/sentence.h"
#include <stdio.h>
#include <string.h>

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
    {COMPLAINT_NOT_FOUND, /* the last words are lazynccl's own */
     "{L} cannot open shared object|library version not found: {L}|{L} unable to open shared "
     "object|error loading shared library "
     "{L}: no such file or directory "
     "(needed by {F})|error loading shared library {L}: no such"
     "|error in dlopen for library {L}and " /* PyTorch, with a second name */
     "|{L} => not found|object {L} from ld_preload cannot be preloaded|no library found under: "
     "{L}|{L}, needed by {F}, not found"
     "|dlopen {L} failed|dlopen({L}) failed|dlopen of {L} failed|failed to load for {L}: |cannot "
     "be used: no {L} in any search location"},
    {COMPLAINT_REFERENCE, "lld: error: undefined symbol: {S}|mold: error: undefined symbol: {S}"},
    {COMPLAINT_SYMBOL,
     "undefined symbol: {S}, version {V}|undefined symbol: {S}"
     "|symbol {S}, version {V} not defined in file {L} with"
     "|symbol {S} version {V} not defined in file {L} with"
     "|error relocating {F}: {S}: symbol not found|{D} not found in {L}|undefined symbols: {D}"
     "|symbol {D} missing in|function {D} missing in|function {D} not found in cu|function {D} not "
     "found in lib"
     "|symbol {D} not found in cu|symbol {D} not found in lib"},
    {COMPLAINT_VERSION,
     "{L} version {V} not found (required by {F})|{L} version {V} not found|version "
     "{V} not found"},
    {COMPLAINT_UNVERSIONED, "{L} no version information available"},
    {COMPLAINT_BROKEN, "{L} file too short|{L} invalid elf header|{L} cannot read file data"
                       "|file {L} is empty, not checked|{L} wrong elf class|{L} elf load "
                       "command|{L} elf file|{L} only et_dyn"
                       "|{L} error adding symbols: file in wrong format|{L} file in wrong format"
                       "|{L} file not recognized|{L} is incompatible with"},
    {COMPLAINT_NAMED, "{L}[0-9] not found in the system path"}, /* PyTorch's of a wheel's file */
    {COMPLAINT_TLS, "{L} cannot allocate memory in static tls block"
                    "|cannot load any more object with static tls|cannot allocate memory in static "
                    "tls"}, /* glibc
                               before 2.22
                             */
    {COMPLAINT_STACK, "{L} cannot enable executable stack"},
    {COMPLAINT_UNMAPPED, "{L} failed to map segment from shared object"},
    {COMPLAINT_NONE, "skipping incompatible"},      /* ld searches on */
    {COMPLAINT_PACKAGE, "cannot find -lcuda::{L}"}, /* CMake's target, which is not defined */
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
     "value {D} in|cannot find type {D} in|or union type {D} in|operand types are: {D}|error: "
     "passing argument * of {D} |to convert from * to {D}|overloaded "
     "function {D} matches|{D} is not a member of|{D} has no "
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
     "{L} --version failed|cannot find compiler {L}|set up the environment for {L} visual "
     "studio|could not find {L} (missing:|could not find {L}: found|{L} (advanced)"
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
    {COMPLAINT_NONE, "not built with cuda kernel|no nvidia gpu required|no gpu required|no gpu "
                     "needed"}, /* TensorFlow
                                   compiles
                                   them */
    {COMPLAINT_BUILD,
     "not compiled with cuda|not compiled with gpu|not built with cuda|not linked with support for "
     "cuda|tree learner was not enabled|gpu is not enabled|have installed cpu version|not been "
     "built "
     "with cuda|with arguments from the cuda backend|wasnt build with cuda|wasnt built with "
     "cuda|wasnt compiled with cuda"
     "|not built with gpu|without cuda support|unrecognized hwaccel: cuda|module faiss has no "
     "attribute|module cv2 has no "
     "attribute cuda|without gpu support|built without cuda"
     "|compiled without cuda|compile with use_cuda|doesnt have nccl built in|without nccl support"},
    {COMPLAINT_GPU, "no {L} device|no {L} gpu|no {L} driver|no compatible {L} device"},
    {COMPLAINT_UNSEEN,
     "cuda.is_available()*false|0 active drivers|gpus available: 0$|failed to infer device "
     "type|your machine only has: []"
     "|of the 0 detected device|gpu or other accelerator, we were unable|load gpu learning "
     "library|found 0 "
     "cuda device|cuda device*no devices "
     "found|no device available for decoder: device type cuda"
     "|no platforms that are instances of gpu|gpu is required to|initialize backend "
     "cuda|initialize backend gpu|available gpus 0|cudaaccelerator "
     "can not run|machine only has: [/cpu|/device:gpu:* but available devices are|no registered "
     "platform called cuda|found no cycles device"},
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

/* Returns the file that needs the library if the grammar's row does not capture it. It precedes
 * ld.so's own words, or is another library that the line names first. */
static void find_requester(struct complaint *to, const struct clean_line *in)
{
    struct complaint said = {0};

    if (to->kind == COMPLAINT_SYMBOL && strstr(to->requester, ".so"))
        return;
    if (pattern_matches(&said, in, "{F}: error while loading shared libraries: ") ||
        pattern_matches(&said, in, "{F}: symbol lookup error: "))
        strcpy(to->requester, said.requester);
    if ((strchr(to->requester, '/') || strchr(to->requester, '.')) &&
        !strings_contain_any(to->requester, "Error|Exception"))
        return;
    *to->requester = '\0';
    const char *at = strstr(in->text, "lib");
    if (at && to->kind == COMPLAINT_NOT_FOUND && memmem(at, pattern_name_length(at), ".so", 3) &&
        strncmp(at, to->library, strlen(to->library)) != 0)
        pattern_keep(to, 'F', at, pattern_name_length(at));
}

static int read_loader(struct complaint *to, const struct clean_line *line, int of_any)
{
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++) {
        *to = (struct complaint){.kind = grammar[i].kind};
        if ((to->kind == COMPLAINT_OPENED) == of_any &&
            pattern_matches(to, line, grammar[i].patterns)) {
            find_requester(to, line);
            return to->kind != COMPLAINT_NONE;
        }
    }
    return 0;
}

static int read_any(struct complaint *to, const struct clean_line *line)
{
    if (read_loader(to, line, 0) || sentence_read_foreign(to, line->text)) {
        to->is_sentence = (to->kind & (COMPLAINT_GPU | COMPLAINT_UNSEEN)) != 0;
        return 1;
    }
    *to = (struct complaint){.is_sentence = 1};
    return sentence_read(to, line) || read_loader(to, line, 1);
}

int grammar_read(struct complaint *to, const struct clean_line *line)
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
