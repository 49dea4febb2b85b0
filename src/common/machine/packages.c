/* Finds the commands that install a library, for people to copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/packages.h"
#include "common/files/elf_cache.h"
#include "common/machine/python.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <sys/stat.h>
#include <unistd.h>

/* Returns why ld.so cannot load a library, or how its size differs from the size in its package's
 * list, and sets `kind`. NULL: the library is as it was installed. The caller frees the text. */
static char *fault_of(struct machine *machine, const char *path, long long size,
                      enum file_fault *kind)
{
    OWNED(memory) char *inside = view_inside(machine->target, path);
    const char *why = NULL;
    const struct elf_file *head = inside ? elf_cache_head(inside, &why) : NULL;
    struct stat status;

    *kind = FILE_DAMAGED;
    if (head && !view_fits(&machine->target->file, head))
        return memory_print("made for another machine: %s", elf_machine_word(head->machine));
    if (!head && why && access(inside, R_OK) == 0)
        return memory_copy(why);
    if (head && !head->refused)
        *kind = FILE_NOEXEC;
    if (head && (why = elf_cache_refused(head, machine->target->root, inside)))
        return memory_copy(why);
    *kind = FILE_CHANGED;
    return size >= 0 && inside && stat(inside, &status) == 0 && status.st_size != size
               ? memory_print("%lld bytes, and %lld when it was installed",
                              (long long)status.st_size, size)
               : NULL;
}

/* Records the libraries of a package that are gone, damaged or changed. */
static void read_lost(void *context, const char *site, struct distribution *of)
{
    struct machine *machine = context;
    const struct dist_info *owner = distribution_record(machine, of);

    for (size_t f = 0; f < owner->files.count; f++) {
        const char *file = owner->files.list[f], *name = strings_base_name(file);
        OWNED(memory) char *path = memory_print("%s/%s", site, file);
        enum file_fault kind = FILE_GONE;

        if (strncmp(name, "lib", 3) != 0 || !strstr(name, ".so"))
            continue;
        char *why = machine_has(machine, path)
                        ? fault_of(machine, path, owner->contents[f].size, &kind)
                        : NULL;
        if (why || kind == FILE_GONE)
            *MEMORY_ADD(machine->lost, machine->lost_count) =
                (struct lost_file){owner, memory_copy(path), why, kind};
    }
}

static void visit_nvidia(struct distribution *first, const char *folder, packages_visit *visit,
                         void *context)
{
    for (struct distribution *at = first; at; at = at->next)
        if (at->is_nvidia)
            visit(context, folder, at);
}

static struct distribution *conda_packages(struct machine *machine, const char *prefix)
{
    OWNED(memory) char *meta = memory_print("%s/conda-meta", prefix ? prefix : "");

    return prefix ? distributions_of(machine, meta) : NULL;
}

void packages_each(struct machine *machine, packages_visit *visit, void *context)
{
    const char *active = machine_variable(machine, "VIRTUAL_ENV");
    const struct target *target = machine->target;

    for (int s = 0; s < target->site_count; s++) {
        const char *site = target->sites[s];
        OWNED(memory) char *prefix = view_prefix(site);

        visit_nvidia(distributions_of(machine, site), site, visit, context);
        visit_nvidia(conda_packages(machine, prefix), prefix, visit, context);
    }
    if (active && *active && !target->site_count) {
        OWNED(memory) char *site = python_environment_site(target, active);

        visit_nvidia(site ? distributions_of(machine, site) : NULL, site, visit, context);
    }
}

size_t packages_lost(struct machine *machine)
{
    if (!machine->has_lost)
        packages_each(machine, read_lost, machine);
    machine->has_lost = 1;
    return machine->lost_count;
}

char *packages_locked(struct machine *machine, const char *path)
{
    size_t length = lazynccl_site_length(path);
    OWNED(memory) char *site = memory_copy_part(path, length);
    OWNED(memory) char *inside = length ? view_inside(machine->target, site) : NULL;

    return inside && access(inside, W_OK) != 0 ? memory_copy(site) : NULL;
}

/* Returns the command that reinstalls a package. If this user cannot write to the environment, pip
 * installs into the home folder. If the faulty file is still there, ld.so would find it before the
 * new one, so that the command is for a copy of the environment. */
static char *again(struct machine *machine, const struct dist_info *package, const char *path,
                   int is_gone)
{
    const char *name = package->name ? package->name : "?";
    const char *version = package->version ? package->version : "?";
    int length = (int)strcspn(version, "+");
    OWNED(memory) char *site = packages_locked(machine, path);
    OWNED(memory) char *prefix = package->prefix ? strings_word(package->prefix) : NULL;

    if (prefix)
        return memory_print("conda install -p %s --force-reinstall %s=%s", prefix, name, version);
    if (!site || !is_gone)
        return memory_print("%s%s%spip install --force-reinstall --no-deps %s==%.*s",
                            site ? "in a copy of " : "", site ? site : "", site ? ": " : "", name,
                            length, version);
    OWNED(memory) char *inside = memory_folder(path + strlen(site));
    OWNED(memory) char *folder = memory_print("$HOME/%s%s", name, inside);
    OWNED(memory) char *export = machine_export_first(machine, "LD_LIBRARY_PATH", folder);
    return memory_print("pip install --target \"$HOME\"/%s --no-deps %s==%.*s; %s", name, name,
                        length, version, export);
}

char *packages_again(struct machine *machine, const struct lost_file *lost)
{
    return again(machine, lost->owner, lost->path, lost->kind == FILE_GONE);
}

/* Returns a package's library that has a fault from `first` to `last`, or NULL. */
static const struct lost_file *find_lost(struct machine *machine, const char *soname,
                                         enum file_fault first, enum file_fault last)
{
    size_t count = packages_lost(machine);

    for (const struct lost_file *lost = machine->lost; count-- > 0; lost++)
        if (lost->kind >= first && lost->kind <= last &&
            strcmp(strings_base_name(lost->path), soname) == 0)
            return lost;
    return NULL;
}

char *packages_again_lost(struct machine *machine, const char *soname)
{
    const struct lost_file *lost = find_lost(machine, soname, FILE_GONE, FILE_DAMAGED);

    return lost ? packages_again(machine, lost) : NULL;
}

const char *packages_noexec(struct machine *machine, const char *soname)
{
    const struct lost_file *lost = find_lost(machine, soname, FILE_NOEXEC, FILE_NOEXEC);

    return lost ? lost->path : NULL;
}

/* Returns the name of the installed package that has a library, or NULL. */
static const char *installed(struct machine *machine, const struct lazynccl_description *desc)
{
    const struct target *target = machine->target;
    const char *found = NULL, *name;

    for (int s = 0; s < target->site_count && !found; s++)
        for (struct distribution *at = distributions_of(machine, target->sites[s]); at;
             at = at->next)
            for (int i = 0; at->is_nvidia && desc->packages[i]; i++)
                if ((name = distribution_metadata(machine, at)->name) &&
                    dist_info_same_name(desc->packages[i], name))
                    found = desc->packages[i];
    return found;
}

char *packages_install(struct machine *machine, const struct lazynccl_description *desc, int cuda,
                       int least)
{
    OWNED(memory) char *wanted = nvidia_wanted(desc, least);
    const char *package = nvidia_package(desc, cuda), *quote = *wanted ? "'" : "";
    int newest = machine->newest_cuda;

    if (!package)
        package = installed(machine, desc);
    for (int i = 0; !package && newest && desc->packages[i]; i++) {
        int major = nvidia_cuda_in(desc->packages[i]);

        if (major ? major <= newest : !desc->cuda_named) /* the driver serves this CUDA */
            package = desc->packages[i];
    }
    if (!package)
        package = desc->packages[0];
    return package ? memory_print("pip install %s%s%s%s", quote, package, wanted, quote)
                   : memory_copy("install NVIDIA's driver, which contains it");
}

/* Returns the CUDA major in names or releases of all distributions; 0: none; -1: they differ. */
static int common_cuda(struct machine *machine, const char *site)
{
    int all = 0;

    for (struct distribution *at = distributions_of(machine, site); at; at = at->next) {
        int cuda = nvidia_cuda_in(strings_base_name(at->folder));

        if (cuda)
            all = !all || all == cuda ? cuda : -1;
    }
    return all;
}

/* Returns the major of CUDA that a distribution is for, by its name, or else its requirements. */
static int cuda_of(struct machine *machine, struct distribution *of)
{
    int cuda = nvidia_cuda_in(strings_base_name(of->folder));
    const struct strings *requires = &distribution_metadata(machine, of)->requires;

    for (size_t i = 0; !cuda && i < requires->count; i++)
        if (!strstr(requires->list[i], "extra =="))
            cuda = nvidia_cuda_in(requires->list[i]);
    return cuda;
}

int packages_cuda(struct machine *machine, const char *file)
{
    const struct target *target = machine->target;
    size_t length = file ? lazynccl_site_length(file) : 0;
    OWNED(memory)
    char *site = length ? memory_copy_part(file, length)
                        : memory_copy(target->site_count ? target->sites[0] : "");
    int all = common_cuda(machine, site);

    struct distribution *owner = all > 0 || !length ? NULL : packages_of(machine, file);
    if (owner)
        return cuda_of(machine, owner);
    return all > 0 ? all : 0;
}

int packages_have_pip(struct machine *machine)
{
    const struct target *target = machine->target;
    const char *environment = machine_variable(machine, "VIRTUAL_ENV");

    return (target->site_count && !target->is_system_python) ||
           (target->from && lazynccl_site_length(target->from)) || (environment && *environment);
}

char *packages_install_apt(struct machine *machine, const char *soname)
{
    /* the package cuda-keyring installs this key, with which apt knows NVIDIA's packages */
    static const char key[] = "/usr/share/keyrings/cuda-archive-keyring.gpg";

    return packages_have_pip(machine) || !machine_has(machine, key) ? NULL
                                                                    : nvidia_install_apt(soname);
}

/* Returns conda's command that installs a library into an environment. */
static char *conda_command(const char *prefix, const struct nvidia *vendor, int least)
{
    OWNED(memory) char *wanted = nvidia_wanted(vendor->known, least);
    OWNED(memory) char *package = memory_print("%s%s", vendor->conda, wanted);
    OWNED(memory) char *to = strings_word(prefix), *word = strings_word(package);

    return memory_print("conda install -p %s %s", to, word);
}

/* Returns conda's command if the site-packages belong to a conda environment. */
static char *conda_python(struct machine *machine, const char *site, const struct nvidia *vendor,
                          int least)
{
    OWNED(memory) char *prefix = view_prefix(site);

    return vendor->conda && conda_packages(machine, prefix) ? conda_command(prefix, vendor, least)
                                                            : NULL;
}

/* Returns 1 if a requirement, "nvidia-nccl-cu12 (>=2.20)", is for one of the `known` packages. */
static int is_for(const char *requirement, const char *known)
{
    OWNED(memory)
    char *name = memory_copy_part(requirement, strcspn(requirement, " ([<>=!~;"));

    if (strstr(requirement, "extra =="))
        return 0;
    if (strcmp(name, "cuda-toolkit") == 0 && !strstr(known, " or ")) {
        /* cuda-toolkit has a release for each CUDA; packages for 12 end in -cu12, others do not */
        const char *suffix = strstr(known, "-cu1");
        char version[8];

        snprintf(version, sizeof version, "==%.2s.", suffix ? suffix + 3 : "12");
        return !suffix == !strstr(requirement, version);
    }
    if (strcmp(name, "cuda-toolkit") == 0)
        return 1;
    return strstr(known, name) != NULL;
}

/* Returns the requirement for a library that an installed distribution declares, if possible the
 * distribution of the file; to be freed. NULL: none. `known`: the packages with the library. */
static char *required(struct machine *machine, const char *site, const char *file,
                      const char *soname, const char *package, const char *known)
{
    size_t length = strlen(site);
    const char *inside =
        file && strncmp(file, site, length) == 0 && file[length] == '/' ? file + length + 1 : NULL;
    char *found = NULL;

    for (struct distribution *at = distributions_of(machine, site); at; at = at->next) {
        const char *brings = dist_info_brings(distribution_metadata(machine, at), package, soname);
        if (!brings || !is_for(brings, known))
            continue;
        int owns = inside && distribution_has(machine, at, inside);
        if (owns || !found) {
            free(found);
            found = memory_copy_part(brings, strcspn(brings, " ;("));
        }
        if (owns)
            break;
    }
    return found;
}

char *packages_install_soname(struct machine *machine, const char *file, const char *soname,
                              int least)
{
    const struct target *target = machine->target;
    const struct nvidia vendor = nvidia_of(soname);
    int cuda = packages_cuda(machine, file);
    char *anyones = nvidia_install(soname, cuda ? cuda : machine->newest_cuda, least), *own = NULL;

    if (!anyones)
        return NULL;
    OWNED(memory) char *requirement = NULL, *wanted = nvidia_wanted(vendor.known, least);
    OWNED(memory) char *either = nvidia_install(soname, 0, least);
    for (int s = 0; s < target->site_count && !requirement; s++) {
        int is_mixed = common_cuda(machine, target->sites[s]) < 0;

        requirement = required(machine, target->sites[s], file, soname, vendor.package,
                               is_mixed ? anyones : either);
    }
    if (requirement) {
        if (least)
            requirement[strcspn(requirement, "<>=!~")] = '\0';
        own = memory_print("pip install '%s%s'", requirement, wanted);
    } else if (vendor.library && installed(machine, vendor.library)) {
        own = packages_install(machine, vendor.library, lazynccl_major_of(soname), least);
    } else if (!least) {
        own = packages_install_apt(machine, soname);
    }
    if (!own && !file && target->site_count)
        own = conda_python(machine, target->sites[0], &vendor, least);
    if (!own)
        return anyones;
    free(anyones);
    return own;
}

/* Returns conda's package that installed the file at a path, or NULL. */
static struct distribution *conda_owner(struct machine *machine, const char *file)
{
    OWNED(memory) char *prefix = memory_copy(file);

    for (char *end; (end = strrchr(prefix, '/'));) {
        *end = '\0';
        struct distribution *at = conda_packages(machine, prefix);

        while (at && !distribution_has(machine, at, file + strlen(prefix) + 1))
            at = at->next;
        if (at)
            return at;
    }
    return NULL;
}

char *packages_again_of(struct machine *machine, const char *path)
{
    struct distribution *owner = packages_owner(machine, path);

    return owner ? again(machine, &owner->info, path, 0) : NULL;
}

/* Returns 1 if a package of Debian installed the file. */
static int dpkg_lists(struct machine *machine, const char *file)
{
    static const char folder[] = "/var/lib/dpkg/info";
    OWNED(strings) struct strings names = {0};
    OWNED(memory) char *line = memory_print("\n%s\n", file);

    machine_names(machine, folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *end = strstr(names.list[i], ".list");
        OWNED(memory) char *path = memory_print("%s/%s", folder, names.list[i]);
        OWNED(memory) char *text = end && !end[5] ? machine_text(machine, path) : NULL;

        if (text && strstr(text, line))
            return 1;
    }
    return 0;
}

/* First asks distributions that are named like the file's folder, because reading all RECORD files
 * is slow: the RECORD of PyTorch has 15,000 lines. */
struct distribution *packages_of(struct machine *machine, const char *path)
{
    size_t length = lazynccl_site_length(path);
    const char *file = path + length + 1;
    OWNED(memory) char *site = memory_copy_part(path, length);

    for (int others = 0; length && others < 2; others++)
        for (struct distribution *at = distributions_of(machine, site); at; at = at->next) {
            const char *name = strings_base_name(at->folder);
            int is_other = strncasecmp(name, file, strcspn(file, "/")) != 0;

            if (is_other == others && distribution_has(machine, at, file))
                return at;
        }
    return NULL;
}

struct distribution *packages_owner(struct machine *machine, const char *path)
{
    struct distribution *owner = packages_of(machine, path);

    return owner ? owner : conda_owner(machine, path);
}

int packages_own(struct machine *machine, const char *file)
{
    return packages_owner(machine, file) || dpkg_lists(machine, file);
}

char *packages_install_conda(struct machine *machine, const char *file, const char *soname,
                             int least)
{
    const struct nvidia vendor = nvidia_of(soname);
    const struct distribution *owner = vendor.conda && file ? conda_owner(machine, file) : NULL;

    return owner ? conda_command(owner->info.prefix, &vendor, least) : NULL;
}

void packages_add_command(struct strings *commands, const char *command)
{
    const char *package = strrchr(command, ' ');
    size_t before = package ? (size_t)(package + 1 - command) : 0;

    for (size_t i = 0; package && i < commands->count; i++) {
        char *earlier = commands->list[i];

        if (strncmp(earlier, command, before) != 0)
            continue;
        OWNED(strings) struct strings packages = strings_words(earlier + before, " ");
        if (!strings_has(&packages, package + 1)) {
            commands->list[i] = memory_print("%s%s", earlier, package);
            free(earlier);
        }
        return;
    }
    strings_print(commands, "%s", command);
}
