/* Finds the commands that install a library, for people to copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/packages.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

void packages_lost(struct machine *machine, packages_lost_file *each, void *context)
{
    const struct target *target = machine->target;

    for (int s = 0; s < target->site_count; s++)
        for (struct distribution *at = distributions_of(machine, target->sites[s]); at;
             at = at->next) {
            const struct strings *files =
                at->is_nvidia ? &distribution_record(machine, at)->files : &(struct strings){0};

            for (size_t f = 0; f < files->count; f++) {
                const char *name = strings_base_name(files->list[f]);
                OWNED(memory)
                char *path = memory_print("%s/%s", target->sites[s], files->list[f]);

                if (strncmp(name, "lib", 3) == 0 && strstr(name, ".so") &&
                    !machine_has(machine, path))
                    each(context, &at->info, path);
            }
        }
}

void packages_again(const struct dist_info *package, char text[NVIDIA_INSTALL])
{
    snprintf(text, NVIDIA_INSTALL, "pip install --force-reinstall --no-deps %s==%.*s",
             package->name ? package->name : "?",
             package->version ? (int)strcspn(package->version, "+") : 1,
             package->version ? package->version : "?");
}

/* The package of a library that is installed, or NULL. */
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

void packages_install(struct machine *machine, const struct lazynccl_description *desc, int cuda,
                      const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *package = nvidia_package(desc, cuda);

    if (!package)
        package = installed(machine, desc);
    nvidia_install_package(package ? package : desc->packages[0], wanted, text);
}

int packages_have_pip(struct machine *machine)
{
    const struct target *target = machine->target;
    const char *environment = machine_variable(machine, "VIRTUAL_ENV");

    return (target->site_count && !target->is_system_python) ||
           (target->from && lazynccl_site_length(target->from)) || (environment && *environment);
}

int packages_install_apt(struct machine *machine, const char *soname, char text[NVIDIA_INSTALL])
{
    /* of the package cuda-keyring, without which apt knows no package of NVIDIA's */
    static const char key[] = "/usr/share/keyrings/cuda-archive-keyring.gpg";

    return !packages_have_pip(machine) && machine_has(machine, key) &&
           nvidia_install_apt(soname, text);
}

static void conda_command(const char *prefix, size_t length, const char *package,
                          const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *quote = *wanted ? "'" : "";

    snprintf(text, NVIDIA_INSTALL, "conda install -p %.*s %s%s%s%s", (int)length, prefix, quote,
             package, wanted, quote);
}

/* Writes conda's command if the site-packages belong to a conda environment:
 * PREFIX/lib/python3.11/site-packages. */
static void conda_python(struct machine *machine, const char *site, const char *soname,
                         const char *wanted, char text[NVIDIA_INSTALL])
{
    OWNED(memory) char *python = memory_folder(site);
    OWNED(memory) char *lib = memory_folder(python);
    OWNED(memory) char *prefix = memory_folder(lib);
    OWNED(memory) char *meta = memory_print("%s/conda-meta", prefix ? prefix : "");

    if (prefix && machine_has(machine, meta) && nvidia_conda(soname))
        conda_command(prefix, strlen(prefix), nvidia_conda(soname), wanted, text);
}

/* Whether a requirement, such as "nvidia-nccl-cu12 (>=2.20)", is for one of the packages that have
 * a library. */
static int is_for(const char *requirement, const char *known)
{
    OWNED(memory)
    char *name = memory_copy_part(requirement, strcspn(requirement, " ([<>=!~;"));

    if (strstr(requirement, "extra =="))
        return 0;
    if (strcmp(name, "cuda-toolkit") == 0 && !strstr(known, " or ")) {
        /* One name for each CUDA: packages of 12 end in -cu12, those of 13 in nothing. */
        const char *suffix = strstr(known, "-cu1");
        char version[8];

        snprintf(version, sizeof version, "==%.2s.", suffix ? suffix + 3 : "12");
        return !suffix == !strstr(requirement, version);
    }
    if (strcmp(name, "cuda-toolkit") == 0)
        return 1;
    return strstr(known, name) != NULL;
}

/* The requirement for a library that an installed distribution declares, to be freed; NULL: none.
 * Prefers the distribution that has the file, else takes the first. `known`: the packages that have
 * the library. */
static char *required(struct machine *machine, const char *site, const char *file,
                      const char *soname, const char *known)
{
    struct nvidia vendor;
    size_t length = strlen(site);
    const char *inside =
        file && strncmp(file, site, length) == 0 && file[length] == '/' ? file + length + 1 : NULL;
    char *found = NULL;

    if (!nvidia_of(soname, &vendor))
        return NULL;
    for (struct distribution *at = distributions_of(machine, site); at; at = at->next) {
        const char *brings =
            dist_info_brings(distribution_metadata(machine, at), vendor.package, soname);
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

int packages_install_soname(struct machine *machine, const char *file, const char *soname,
                            const char *wanted, char text[NVIDIA_INSTALL])
{
    const struct target *target = machine->target;
    struct nvidia vendor;
    char *requirement = NULL;

    if (!nvidia_install(soname, wanted, text))
        return 0;
    for (int s = 0; s < target->site_count && !requirement; s++)
        requirement = required(machine, target->sites[s], file, soname, text);
    if (requirement) {
        if (*wanted)
            requirement[strcspn(requirement, "<>=!~")] = '\0';
        snprintf(text, NVIDIA_INSTALL, "pip install '%s%s'", requirement, wanted);
    } else if (nvidia_of(soname, &vendor) && vendor.library && installed(machine, vendor.library)) {
        packages_install(machine, vendor.library, lazynccl_major_of(soname), wanted, text);
    } else if (!*wanted && packages_install_apt(machine, soname, text)) {
        return 1;
    } else if (!file && target->site_count) {
        conda_python(machine, target->sites[0], soname, wanted, text);
    }
    free(requirement);
    return 1;
}

/* 1 if one of conda's packages lists the file, a path below the environment. */
static int conda_lists(struct machine *machine, const char *meta, const char *file)
{
    OWNED(strings) struct strings names = {0};
    OWNED(memory) char *quoted = memory_print("\"%s\"", file);
    int found = 0;

    machine_names(machine, meta, &names);
    for (size_t i = 0; i < names.count && !found; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", meta, names.list[i]);
        OWNED(memory) char *text = machine_text(machine, path);

        found = text && strstr(text, quoted);
    }
    return found;
}

/* The length of the prefix of the conda environment that installed the file; 0: none did. */
static size_t conda_prefix(struct machine *machine, const char *file)
{
    OWNED(memory) char *prefix = memory_copy(file);

    for (char *end; (end = strrchr(prefix, '/')); *end = '\0') {
        OWNED(memory) char *meta = memory_print("%.*s/conda-meta", (int)(end - prefix), prefix);

        if (conda_lists(machine, meta, file + (end - prefix) + 1))
            return (size_t)(end - prefix);
    }
    return 0;
}

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

/* 1 if a distribution of the site-packages installed the file, a path below it. Reads the RECORD of
 * those that are named like the file's folder first: PyTorch's has 15,000 lines. */
static int distribution_owns(struct machine *machine, const char *site, const char *file)
{
    for (int others = 0; others < 2; others++)
        for (struct distribution *at = distributions_of(machine, site); at; at = at->next) {
            const char *name = strings_base_name(at->folder);
            int is_other = strncasecmp(name, file, strcspn(file, "/")) != 0;

            if (is_other == others && distribution_has(machine, at, file))
                return 1;
        }
    return 0;
}

int packages_own(struct machine *machine, const char *file)
{
    size_t length = lazynccl_site_length(file);
    OWNED(memory) char *site = memory_copy_part(file, length);

    return (length && distribution_owns(machine, site, file + length + 1)) ||
           conda_prefix(machine, file) || dpkg_lists(machine, file);
}

int packages_install_conda(struct machine *machine, const char *file, const char *soname,
                           const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *package = nvidia_conda(soname);
    size_t length = package && file ? conda_prefix(machine, file) : 0;

    if (length)
        conda_command(file, length, package, wanted, text);
    return length > 0;
}

void packages_add_command(struct strings *commands, const char *command)
{
    const char *package = strrchr(command, ' ');
    size_t before = package ? (size_t)(package + 1 - command) : 0;

    for (size_t i = 0; package && i < commands->count; i++) {
        char *earlier = commands->list[i];

        if (strncmp(earlier, command, before) != 0)
            continue;
        if (!strstr(earlier + before - 1, package)) {
            commands->list[i] = memory_print("%s%s", earlier, package);
            free(earlier);
        }
        return;
    }
    strings_print(commands, "%s", command);
}
