/* Rules on what takes a library's place: drop-ins, LN113, and stand-ins, LN127.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* What a stand-in would open at its first call. */
struct real {
    const struct consumer *consumer;
    char *path; /* NULL: nothing */
    const char *place;
};

static int take(void *context, const struct lazynccl_candidate *offered)
{
    struct real *real = context;
    OWNED(memory)
    char *inside = offered->path ? view_inside(real->consumer, offered->path) : NULL;
    const struct elf_file *file = inside ? elf_cache_get(inside, NULL) : NULL;

    if (!file || file->lazynccl || !candidate_fits(&real->consumer->file, file))
        return 0;
    real->path = memory_copy(offered->path);
    real->place = offered->place;
    return 1;
}

/* A stub's library by its places; another by its SONAME in the folder of a site-packages where the
 * stand-in lies, and in all other places. */
static struct real search(const struct consumer *consumer, const struct nvidia *vendor,
                          const char *soname)
{
    static const char *const none[] = {NULL};
    const char *module = consumer->module;
    size_t site = lazynccl_site_length(module);
    OWNED(memory) char *folder = memory_folder(module);
    const char *const sonames[] = {soname, NULL};
    const char *const wheels[] = {
        site && folder && strlen(folder) > site ? folder + site + 1 : NULL, NULL};
    const struct lazynccl_description plain = {.name = soname,
                                               .title = soname,
                                               .sonames = sonames,
                                               .wheels = wheels,
                                               .roots = none,
                                               .packages = none,
                                               .symbols = ""};
    struct lazynccl_wanted wanted = {.description = vendor->library ? vendor->library : &plain};
    struct real real = {.consumer = consumer};

    lazynccl_search(&consumer->view, &wanted, take, &real);
    return real;
}

/* The command that brings the real file back: of the package that has the stand-in, if one has. */
static void remedy(struct examination *at, const char *path, const char *soname)
{
    size_t length = lazynccl_site_length(path);
    OWNED(memory) char *site = memory_copy_part(path, length);
    struct distribution *owner = length ? distributions_of(at->machine, site) : NULL;
    char install[NVIDIA_INSTALL];

    while (owner && !(owner->is_nvidia && distribution_has(at->machine, owner, path + length + 1)))
        owner = owner->next;
    if (owner) {
        packages_again(&owner->info, install);
        rule_help(at, "%s", install);
        return;
    }
    if (packages_install_soname(at->machine, NULL, soname, "", install))
        rule_help(at, "%s", install);
}

FINDING(LN127, "stood-in", NOTE, "libraries are stood in",
        "`lazynccl stand-in` made files that have the libraries' names and functions, load nothing "
        "until the first call of one, and then search for the real library. Where there is none, "
        "each call returns the library's error, or stops with the reason.",
        "nothing, where each has its real library, or is not called", "docs/whole-stack.md")
{
    const struct environment *all = environment_read(at->facts);

    if (!all->standins.count)
        return;
    rule_add(at, "LN127", "%zu librar%s stood in", all->standins.count,
             all->standins.count == 1 ? "y is" : "ies are");
    for (size_t i = 0; i < all->standins.count; i++) {
        const char *path = all->standins.list[i];
        const struct elf_file *file = machine_elf(at->machine, path, NULL);
        struct nvidia vendor;

        if (!file || !nvidia_of(file->soname, &vendor))
            continue;
        struct consumer consumer = consumer_as(at->machine->consumer, path, file);
        struct real real = search(&consumer, &vendor, file->soname);
        if (real.path)
            rule_line(at, "%s: %s (%s) is loaded at the first call", path, real.path, real.place);
        else
            rule_line(at, "%s: the real %s is not found", path, file->soname);
        if (!real.path)
            remedy(at, path, file->soname);
        free(real.path);
    }
}

/* The drop-in of a library in a folder, to be freed; NULL: there is none. */
static char *look_in(struct examination *at, const struct lazynccl_description *library,
                     const char *folder)
{
    for (int s = 0; library->sonames[s]; s++) {
        char *path = memory_print("%s/%s", folder, library->sonames[s]);
        OWNED(memory) char *whole = machine_inside(at->machine, path);
        struct elf_file file;
        int opened = whole && !elf_file_head(&file, whole), found = opened && file.lazynccl;

        if (opened)
            elf_file_close(&file);
        if (found)
            return path;
        free(path);
    }
    return NULL;
}

/* The drop-in that a variable sets up: LD_LIBRARY_PATH names its folder, PYTHONPATH the
 * site-packages that it stands in for. */
static char *dropin_of(struct examination *at, const struct lazynccl_description *library,
                       const char *variable, int overlay)
{
    OWNED(strings)
    struct strings path = strings_split(machine_variable(at->machine, variable), ':');
    char *found = NULL;

    for (size_t e = 0; e < path.count && !found; e++) {
        if (!overlay)
            found = look_in(at, library, path.list[e]);
        for (int w = 0; overlay && library->wheels[w] && !found; w++) {
            OWNED(memory) char *folder = memory_print("%s/%s", path.list[e], library->wheels[w]);

            found = look_in(at, library, folder);
        }
    }
    return found;
}

/* 1 if the file itself leads to a real library of ours. */
static int is_past_dropins(const struct binding *binding)
{
    const struct candidate *given = binding_given(binding);

    return binding->vendor.library && given && given->verdict == VERDICT_USABLE &&
           (given->via == LAZYNCCL_VIA_RPATH || given->via == LAZYNCCL_VIA_RUNPATH);
}

FINDING(LN113, "drop-in-bypassed", WARNING, "a drop-in of lazynccl is set up but bypassed",
        "A module's DT_RPATH or an absolute path precedes LD_LIBRARY_PATH, and only code that "
        "opens libraries from Python sees a drop-in in PYTHONPATH. The module gets the real "
        "library as before.",
        "patchelf --replace-needed the module's library with a renamed drop-in",
        "docs/search-order.md")
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "PYTHONPATH"};
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->bindings.count; i++) {
        const struct binding *binding = &all->bindings.list[i];
        const struct candidate *given = binding_given(binding);

        for (int v = 0; v < 2 && is_past_dropins(binding); v++) {
            const struct lazynccl_description *library = binding->vendor.library;
            OWNED(memory) char *path = dropin_of(at, library, variables[v], v);

            if (!path)
                continue;
            rule_add(at, "LN113", "%s bypasses the drop-in for %s",
                     strings_base_name(binding->file), library->title);
            rule_line(at, "%s", binding->file);
            rule_line(at, "%s (%s) is the drop-in", path, variables[v]);
            rule_evidence(at, library, given);
        }
    }
}
