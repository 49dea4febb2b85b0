/* Explains a message and checks whether its cause is present here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf.h"
#include "common/files/root.h"
#include "common/findings/show.h"
#include "common/machine/nvidia.h"
#include "common/machine/packages.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "runtime/search/path.h"
#include "tool/explain/explain.h"
#include "tool/explain/rules.h"
#include "tool/rules/rule.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The words of a text of a Jetson, whose libraries are JetPack's. */
#define JETSON "Jetson|jetson|L4T|l4t|/tegra|-tegra|Tegra|JetPack|Jetpack|jetpack"

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

/* Examines the file that a message names before anything else. */
static void look_at_named(struct examination *at, const struct told *told)
{
    const struct complaint *complaint = &told->found.complaint;
    OWNED(memory) char *path = NULL;
    struct stat status;

    if (complaint->kind != COMPLAINT_BROKEN)
        return;
    path = path_there(complaint->library, at->machine->target->root);
    OWNED(memory)
    char *whole = path ? root_inside(at->machine->target->root, memory_copy(path)) : NULL;

    if (!whole || stat(whole, &status) != 0 || status.st_size > 0)
        return;
    findings_add(at->findings, "LN117", "%s is an empty file", path);
    if (told->owner.is_driver)
        findings_remedy(at->findings,
                        "docker run --gpus all, which mounts the host's driver there");
}

/* Reports LN115 with no module that needs the library: a program passed the name to dlopen, and
 * ld.so does not find it for this target. */
static void look_for_named(struct examination *at, const char *soname, const char *install)
{
    const char *from;
    OWNED(memory) char *path = linker_find(at->machine, NULL, soname, &from);
    struct nvidia vendor;

    if (path)
        return;
    const struct candidate *copy = nvidia_of(soname, &vendor) && vendor.library
                                       ? facts_copy(at->facts, vendor.library->name)
                                       : NULL;
    int is_named = copy && strcmp(strings_base_name(copy->path), soname) == 0;
    OWNED(memory)
    char *folder = is_named ? memory_folder(machine_shown(at->machine, copy->path)) : NULL;

    findings_add(at->findings, "LN115", "no folder that ld.so searches has %s", soname);
    if (!folder) {
        findings_remedy(at->findings, "%s", install);
        return;
    }
    rule_evidence(at, vendor.library, copy);
    findings_remedy(at->findings, "LD_LIBRARY_PATH=%s", folder);
}

/* Returns 1 if the loader did not start a program. */
static int is_programs(const struct told *told)
{
    return strstr(told->line, "error while loading shared libraries") != NULL;
}

/* Returns 1 if a module needs the library whose own folders of search include those of wheels. */
static int searches_wheels(const struct told *told)
{
    static const char with_paths[] = "-packages/|libtorch|libc10|libtensorflow|libjax|xla";
    static const char no_wheels[] = /* PyTorch that uses them needs Python 3.7, TensorFlow 2.14 */
        "stream_executor/platform/default/dso_loader.cc|"
        "python2|python3.4|python3.5|python3.6|Python 2.|Python 3.5|Python 3.6|java.lang|.djl.ai|"
        "/R/x86_64|node_modules|panicked at";
    const char *requester = told->found.complaint.requester;

    if (strings_contain_any(told->text->text, no_wheels))
        return 0;
    if (*requester || is_programs(told))
        return strings_contain_any(requester, strchr(requester, '/') ? "-packages/" : with_paths);
    return strings_contain_any(told->text->text,
                               "-packages/torch|-packages/jax|-packages/cupy|-packages/tensorflow|"
                               "-packages/nvidia/|import torch|import jax|import cupy|"
                               "import tensorflow|tensorflow/|jaxlib/|from torch|torch.ops");
}

/* Writes the command that installs a library that is missing. ld.so does not search wheels for a
 * program. */
static void write_install(struct examination *at, const struct told *told, const char *soname,
                          const char *wanted, char install[NVIDIA_INSTALL])
{
    static const char or_toolkit[] =
        "; or name the lib64 of a toolkit of that CUDA in LD_LIBRARY_PATH";
    static const char folder[] = "the folder that pip show -f names in LD_LIBRARY_PATH";
    char package[NVIDIA_PACKAGE], anyones[NVIDIA_INSTALL] = "";

    packages_install_soname(at->machine, at->machine->target->from, soname, wanted, install);
    nvidia_install(soname, wanted, anyones);
    OWNED(memory) char *wheel = memory_copy_part(install, strcspn(install, ","));
    if (*install && strings_contain_any(told->text->text, JETSON)) {
        snprintf(install, NVIDIA_INSTALL,
                 "sudo apt install nvidia-jetpack, of the release that the program needs; an image "
                 "must be for the L4T release of the Jetson");
        return;
    }
    if (strncmp(install, "pip ", 4) != 0)
        return;
    if (searches_wheels(told) || (strcmp(install, anyones) != 0 && !is_programs(told)))
        /* or a package of the program requires the wheel */
        snprintf(install + strlen(install), NVIDIA_INSTALL - strlen(install), "%s",
                 nvidia_is_of_toolkit(soname) && strstr(install, " or ") ? or_toolkit : "");
    else if (nvidia_distribution(soname, package))
        snprintf(install, NVIDIA_INSTALL, "install %s of NVIDIA's repository; or %s, with %s",
                 package, wheel, folder);
    else
        snprintf(install, NVIDIA_INSTALL, "%s, with %s", wheel, folder);
}

/* Writes the command that updates a library for a module that searches wheels, or conda's. */
static void write_update(struct examination *at, struct told *told, const char *wanted)
{
    char *install = told->install;

    packages_install_soname(at->machine, at->machine->target->from, told->owner.soname, wanted,
                            install);
    if (strncmp(install, "pip install ", 12) != 0)
        return;
    OWNED(memory) char *packages = memory_copy(install + 12);
    if (!searches_wheels(told) || strings_contain_any(told->text->text, JETSON))
        *install = '\0';
    else if (!strpbrk(packages, "<>="))
        snprintf(install, NVIDIA_INSTALL, "pip install --upgrade %.200s", packages);
}

/* Returns the command that installs the missing library, or the release that has the missing
 * function. */
static void find_install(struct examination *at, struct told *told)
{
    const struct owner *owner = &told->owner;
    char version[LAZYNCCL_VERSION_TEXT], wanted[40] = "";
    int is_missing = (strings_has(&told->ids, "LN115") && !strings_has(&told->ids, "LN110")) ||
                     strings_has(&told->ids, "LN108");
    const struct candidate *copy =
        owner->library ? facts_copy(at->facts, owner->library->name) : NULL;

    if (told->found.complaint.kind == COMPLAINT_CALL || !owner->is_nvidias ||
        !(is_missing || (owner->library && owner->added)) || owner->removed ||
        (!is_missing && copy && copy->version >= owner->added)) /* another copy takes precedence */
        return;
    if (owner->added)
        snprintf(wanted, sizeof wanted, ">=%s",
                 lazynccl_version_text(owner->library, owner->added, version));
    if (is_missing)
        write_install(at, told, owner->soname, wanted, told->install);
    else
        write_update(at, told, wanted);
    if (is_missing && strings_has(&told->ids, "LN115") && strstr(owner->soname, ".so.") &&
        !at->findings->count)
        look_for_named(at, owner->soname, told->install);
}

/* Finds how to install the other libraries that the text says are missing. */
static void find_others(struct examination *at, struct told *told)
{
    OWNED(strings) struct strings names = messages_missing(told->text->text);

    for (size_t i = 0; i < names.count; i++) {
        char install[NVIDIA_INSTALL] = "";

        if (strcmp(names.list[i], told->owner.soname) == 0)
            continue;
        write_install(at, told, names.list[i], "", install);
        strings_print(&told->others, "%s (%s)%s%s", names.list[i], nvidia_title(names.list[i]),
                      *install ? ": " : "", install);
    }
}

/* "ncclCommWindowRegister came with NCCL 2.27.3; here is NCCL 2.18.1", or since when CUDA compiles
 * for a GPU. */
static char *release_of(const struct examination *at, const struct told *told)
{
    const struct architecture *gpu = told->found.gpu;
    const struct owner *owner = &told->owner;
    char added[LAZYNCCL_VERSION_TEXT], here[LAZYNCCL_VERSION_TEXT];

    if (gpu && (gpu->until || gpu->since))
        return memory_print("sm_%d (%s) %s with CUDA %s", gpu->number, gpu->name,
                            gpu->until ? "went away" : "came",
                            gpu->until ? gpu->until : gpu->since);
    if (!(owner->removed || owner->added) || !owner->title)
        return NULL;
    const struct candidate *copy =
        owner->library ? facts_copy(at->facts, owner->library->name) : NULL;
    int here_too = !at->findings->count && copy && copy->version; /* a finding has more detail */

    return memory_print("%s %s with %s %s%s%s", told->found.complaint.symbol,
                        owner->removed ? "went away" : "came",
                        owner->is_driver ? "the driver of CUDA" : owner->title,
                        owner_release(owner, added), here_too ? "; here is " : "",
                        here_too ? lazynccl_version_text(owner->library, copy->version, here) : "");
}

static enum verb_exit diagnose(struct examination *at, const struct request *request, void *context)
{
    struct told *told = context;
    struct style style = options_style(request, at->machine->target);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};

    look_at_named(at, told);
    for (size_t i = 0; i < told->ids.count; i++) {
        const struct finding_row *finding = registry_row(told->ids.list[i]);

        if (finding->look)
            finding->look(at);
        told->looked |= finding->look != NULL;
    }
    find_install(at, told);
    if (told->found.complaint.kind == COMPLAINT_NOT_FOUND && !told->system)
        find_others(at, told);
    told->release = release_of(at, told);
    if (table.json)
        explain_show_json(at, told, &table);
    else
        explain_show_text(at, told, &table);
    free(told->release);
    return at->findings->count || told->text->notes.faults ? VERB_FINDINGS : VERB_OK;
}

char *explain_means(const struct message *found)
{
    OWNED(memory) char *id = memory_copy_part(found->answer->ids, 5);

    char *means = answer_text(found->answer->means ? found->answer->means : registry_row(id)->what,
                              &found->complaint);
    if (!found->code)
        return means;
    OWNED(memory) char *alone = means;
    return memory_print("%s (%s)", alone, found->code);
}

/* Returns the system other than Linux that printed a text, or NULL. */
static const char *system_of(const char *text)
{
    static const char linux_files[] = ".so|/usr/|/home/|/opt/|/root/";
    int is_drive = 0; /* "C:\" or "C:/" */

    for (const char *at = text; !is_drive && (at = strpbrk(at, "\\/")); at++)
        is_drive = at > text + 1 && at[-1] == ':' && isupper((unsigned char)at[-2]) &&
                   (at == text + 2 || !isalnum((unsigned char)at[-3]));
    if (strings_contain_any(
            text,
            "dyld: |dyld[|@rpath|-darwin.so|Referenced from: |macOS-|Darwin Kernel|apple-darwin") ||
        (strstr(text, ".dylib") && !strstr(text, ".so")) ||
        (strstr(text, "dlopen") && strstr(text, "image not found")))
        return "macOS";
    is_drive = is_drive && !strstr(text, "docker"); /* whose containers are Linux */
    return is_drive ||
                   strings_contain_any(
                       text,
                       "WinError|error LNK|link.exe|is not recognized as an internal|specified "
                       "module could not be found") ||
                   (strings_contain_any(text, ".dll|.DLL") &&
                    !strings_contain_any(text, linux_files))
               ? "Windows"
               : NULL;
}

/* Returns the clauses of an advice that have one of the words, or that have none of them; NULL:
 * there is no such clause. To be freed. */
static char *clauses_of(const char *advice, const char *words, int have)
{
    OWNED(strings) struct strings clauses = strings_split(advice, ';');
    struct strings kept = {0};

    for (size_t i = 0; i < clauses.count; i++) {
        const char *clause = clauses.list[i] + strspn(clauses.list[i], " ");

        clause += !kept.count && strncmp(clause, "or ", 3) == 0 ? 3 : 0;
        if (strings_contain_any(clause, words) == have)
            strings_add(&kept, clause, strlen(clause));
    }
    char *text = kept.count ? strings_join(&kept, "; ") : NULL;
    strings_free(&kept);
    return text;
}

/* Where a program runs decides how it gets a driver. Those before WHOLE replace all advice, the
 * others what it says of hosts and containers. */
enum { IN_WSL, ON_JETSON, ON_NIX, WHOLE };
static const struct place {
    const char *words, *help; /* the words of its texts */
} places[] = {
    [IN_WSL] =
        {"WSL|wsl2|/usr/lib/wsl|microsoft-standard|@DESKTOP-",
         "update NVIDIA's driver in Windows, then wsl --update and wsl --shutdown (WSL 2, not 1: "
         "wsl "
         "-l -v); its library is in /usr/lib/wsl/lib: remove a driver of Linux (sudo apt purge "
         "'libnvidia-compute-*'); a container: docker run --gpus all, with a current "
         "nvidia-container-toolkit"},
    [ON_JETSON] =
        {JETSON,
         "a Jetson's driver is part of JetPack: docker run --runtime nvidia, with an image for "
         "L4T of the host's release; before JetPack 6 it has neither NVML nor nvidia-smi, "
         "which DCGM needs: tegrastats shows its GPU"},
    [ON_NIX] = {"/nix/store|NixOS|nixos",
                "NixOS: hardware.graphics.enable = true (before 24.11 hardware.opengl.enable), "
                "services.xserver.videoDrivers = [ \"nvidia\" ], and "
                "LD_LIBRARY_PATH=/run/opengl-driver/lib "
                "for a program that does not search it; Nix on another system: nixGL PROGRAM"},
    [WHOLE] =
        {"podman|crun|buildah|distrobox",
         "podman run --device nvidia.com/gpu=all (an older podman ignores --gpus; distrobox create "
         "--nvidia), after sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml on the host, "
         "where nvidia-smi must work"},
    {"kubectl|kubelet|ubernetes|daemonset|k8s|runtimeClassName",
     "nvidia-smi must work on the node; there: sudo nvidia-ctk runtime configure "
     "--runtime=containerd --set-as-default, and restart containerd; for the pod runtimeClassName: "
     "nvidia, and a limit nvidia.com/gpu: 1"},
    {"apptainer|singularity|Singularity>",
     "apptainer exec --nv (singularity exec --nv), on a host where nvidia-smi works: in Slurm a "
     "job with --gres=gpu:1"},
    {"--gpus|--runtime=nvidia|--runtime nvidia|runtime: nvidia|driver: nvidia",
     "nvidia-smi must work on the host, with nvidia-container-toolkit installed; there: sudo "
     "nvidia-ctk runtime configure --runtime=docker, and sudo systemctl restart docker; -e "
     "NVIDIA_DRIVER_CAPABILITIES=all for the container, and no driver libraries (libcuda.so.1) in "
     "its image"},
    {"failed to solve|did not complete successfully|docker build|/bin/sh -c",
     "docker build has no driver: run the program by docker run --gpus all"},
    {"slurm|srun|sbatch", "srun --gres=gpu:1 PROGRAM, on a node whose nvidia-smi works: a login "
                          "node, and a job that asks for no GPU, see none"},
};

static void adapt_to_place(const struct told *told, char **means, char **help, char **otherwise)
{
    static const char elsewhere[] = "docker|container|apptainer|ubernetes|on a host|odprobe";
    const struct place *place = places, *end = places + sizeof places / sizeof *places;
    const char *id = told->ids.count ? told->ids.list[0] : "";
    int is_hosts = told->found.answer->word && strcmp(told->found.answer->word, "host") == 0;

    while (place < end && !strings_contain_any(told->text->text, place->words))
        place++;
    int is_whole = place < places + WHOLE;
    if (place == places + ON_JETSON && strcmp(id, "LN814") == 0) {
        free(*help);
        *help = memory_copy(
            "NVIDIA's own build of PyTorch or TensorFlow for the Jetson's JetPack, or an image for "
            "L4T that has it (l4t-pytorch): PyPI's have no CUDA, or one for other machines");
    }
    if (!*help || place == end || (*otherwise && strstr(*otherwise, "Jetson")) ||
        !(is_hosts || strings_contain_any(id, "LN119|LN126")) ||
        !(is_whole || strstr(*help, "docker run --gpus all")))
        return;
    if (place == places + IN_WSL && strcmp(id, "LN126") == 0) { /* it has no kernel module */
        free(*means);
        *means = memory_copy("WSL does not reach NVIDIA's driver, which is Windows's");
    }
    OWNED(memory) char *kept = is_whole ? NULL : clauses_of(*help, elsewhere, 0);
    free(*help);
    *help = memory_print("%s%s%s", place->help, kept ? "; " : "", kept ? kept : "");
    if (is_whole) {
        free(*otherwise);
        *otherwise = NULL;
    }
}

/* Leaves only what holds for the system of the text. Nothing on this machine is its cause. */
static void adapt(struct told *told, char **help, char **otherwise)
{
    static const char of_linux[] =
        "docker|container|apptainer|Jetson|LD_LIBRARY_PATH|modprobe|/dev/|/usr/|sudo|dkms|ulimit|"
        "export |-dev|ld.so|apt-file|lib64|-LDIR|-L/|systemctl|.so";
    const char *remedy = *help             ? *help
                         : told->ids.count ? registry_row(told->ids.list[0])->remedy
                                           : NULL;
    int is_macs = strcmp(told->system, "macOS") == 0 && told->found.kind != OTHERS;
    char *kept[] = {is_macs ? memory_copy("a build of the program without CUDA: NVIDIA's last "
                                          "CUDA for macOS was 10.2")
                            : clauses_of(remedy, of_linux, 0),
                    is_macs ? memory_copy("on a Mac with an NVIDIA GPU, up to macOS 10.13: install "
                                          "the CUDA that the program needs, and start it with "
                                          "DYLD_LIBRARY_PATH=/usr/local/cuda/lib")
                            : clauses_of(*otherwise, of_linux, 0)};

    free(*help);
    free(*otherwise);
    *help = kept[0] ? kept[0] : kept[1];
    *otherwise = kept[0] ? kept[1] : NULL;
    strings_free(&told->ids);
    told->ids = (struct strings){0};
    told->owner = (struct owner){0};
}

enum verb_exit explain_message(const struct told_text *text, const struct request *request)
{
    static const struct answer differ = {
        CAUSE, "ranks differ in their NCCL release or settings", "LN703", NULL, NULL, NULL, NULL};
    static const struct answer missing = {CAUSE, NULL, "LN713", NULL, NULL, NULL, NULL};
    struct told told = {.found = messages_find(text->text, NULL), .text = text};
    struct message *found = &told.found;
    int is_cause = found->answer && found->kind != EFFECT && found->kind != BARE;
    struct request as = *request;

    /* if no line names a cause, the summary of all ranks is the answer */
    if (!is_cause && ranks_notes_have(&text->notes, "differs"))
        *found = (struct message){.answer = &differ};
    else if (!found->answer && ranks_notes_have(&text->notes, "never joined"))
        *found = (struct message){.answer = &missing};
    if (!found->answer)
        return explain_show_unknown(text, request);
    OWNED(memory) char *line = memory_copy_part(found->line ? found->line : "", found->length);
    told.ids = strings_split(*found->answer->ids ? found->answer->ids : NULL, ' ');
    OWNED(memory) char *means = explain_means(found);
    OWNED(memory) char *help = answer_text(found->answer->help, &found->complaint);
    OWNED(memory) char *otherwise = answer_text(found->answer->otherwise, &found->complaint);
    told.owner = owner_of(&found->complaint);
    if (found->complaint.kind == COMPLAINT_CALL ||
        found->complaint.kind == COMPLAINT_HEADER) /* the function is there */
        told.owner.added = told.owner.removed = 0;
    told.system = found->complaint.kind != COMPLAINT_ELSEWHERE ? system_of(text->text)
                  : strstr(found->complaint.library, ".dylib") ? "macOS"
                                                               : "Windows";
    if (told.system && told.owner.is_nvidias &&
        (found->complaint.kind & (COMPLAINT_LINK | COMPLAINT_REFERENCE))) {
        free(help);
        help = answer_text(rules_answer(&found->complaint, "LNK")->help, &found->complaint);
    }
    if (told.system)
        adapt(&told, &help, &otherwise);
    else
        adapt_to_place(&told, &means, &help, &otherwise);
    told.line = line;
    told.means = means;
    told.help = help;
    told.otherwise = otherwise;
    OWNED(memory) char *file = path_there(found->complaint.requester, as.as.root);

    if (!as.as.from && !as.as.pid && !as.as.no_python && file)
        as.as.from = file;
    enum verb_exit status = target_examine("explain", &as, diagnose, &told);
    strings_free(&told.ids);
    strings_free(&told.others);
    return status;
}
