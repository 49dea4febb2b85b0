/* The search locations that only some libraries have (`wheel`, `partner` and `toolkit`), and the
 * trust in files that no setting names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/wheels.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS 40 /* Linux follows no more either */
#define TARGET_BYTES 4096

/* Returns 1 if only their owners and root can write to the folders above the module that were
 * searched. Checked only when there is a candidate. */
static int is_private_above(struct lazynccl_search *s)
{
    char *folder = lazynccl_arena_copy(&s->arena, s->above, strlen(s->above));

    for (size_t length; (length = lazynccl_folder_length(folder)) >= s->highest;) {
        folder[length] = '\0';
        errno = 0;
        if (lazynccl_folder_private(LAZYNCCL_AT(s, folder)))
            continue;
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, folder, errno);
        lazynccl_note(s, "%s: not searched: others can write there", folder);
        s->refused = 1;
        s->above = NULL;
        return 0;
    }
    return 1;
}

/* Who else can replace a file, at the first component of its path that permits it. */
struct writers {
    unsigned self;              /* the effective user */
    const char *others, *group; /* the component that all users or a group can write to, or NULL */
    unsigned group_id;
    unsigned owner; /* the owner of a component, if not this user; 0 if only root */
};

static void add_writers(struct lazynccl_search *s, struct writers *writers, const char *path,
                        const struct stat *facts)
{
    /* in a sticky folder, users can replace only their own files; the mode of a link is meaningless
     */
    int counts = !S_ISLNK(facts->st_mode) && !(S_ISDIR(facts->st_mode) && facts->st_mode & S_ISVTX);

    if (counts && facts->st_mode & S_IWOTH && !writers->others)
        writers->others = lazynccl_arena_copy(&s->arena, path, strlen(path));
    if (counts && facts->st_mode & S_IWGRP && !writers->group && facts->st_gid != 0 &&
        facts->st_gid != getegid()) {
        writers->group = lazynccl_arena_copy(&s->arena, path, strlen(path));
        writers->group_id = facts->st_gid;
    }
    if (facts->st_uid != writers->self && !writers->owner)
        writers->owner = facts->st_uid;
}

/* Looks at a path up to each of its names, and where one is a link, at the path that it leads to:
 * users who can write to any folder on the way can exchange the file. Returns 0, or -1 and errno.
 */
static int find_writers(struct lazynccl_search *s, const char *path, struct writers *writers)
{
    char *file = lazynccl_arena_copy(&s->arena, path, strlen(path)), *end = file, *target = NULL;
    int links = 0;

    while (*end) {
        struct stat facts = {0};
        const char *inside, *name = end + strspn(end, "/");
        char after;

        if (name > file && strncmp(name, "..", 2) == 0 && (name[2] == '/' || !name[2])) {
            *end = '\0';
            end = file + lazynccl_folder_length(file);
            memmove(end, name + 2, strlen(name + 2) + 1);
            continue;
        }
        end += strspn(end, "/");
        end += strcspn(end, "/");
        after = *end;
        *end = '\0';
        inside = LAZYNCCL_AT(s, file);
        if (lazynccl_path_facts(inside, AT_SYMLINK_NOFOLLOW, &facts) < 0)
            return -1;
        add_writers(s, writers, file, &facts);
        if (S_ISLNK(facts.st_mode)) {
            ssize_t length = -1;
            size_t kept; /* the folders of a relative link were looked at */

            if (target || (target = lazynccl_arena_take(&s->arena, TARGET_BYTES)))
                length = readlink(inside, target, TARGET_BYTES);
            if (length < 0 || ++links > LINKS)
                return -1;
            kept = *target == '/' ? 0 : lazynccl_folder_length(file);
            file = lazynccl_arena_print(&s->arena, "%.*s%s%.*s%s%s", (int)kept, file,
                                        *target == '/' ? "" : "/", (int)length, target,
                                        after ? "/" : "", after ? end + 1 : "");
            end = *file ? file + kept : file; /* "" if out of memory */
        } else {
            *end = after;
        }
    }
    return 0;
}

/* Reports who else can replace a file. */
static void report_writers(struct lazynccl_search *s, const char *path,
                           const struct writers *writers, int refused)
{
    if (writers->others)
        lazynccl_add_note(s, refused, "%s: %sothers can write to %s", path,
                          refused ? "refused: " : "", writers->others);
    else if (writers->group)
        lazynccl_note(s, "%s: group %u can write to %s", path, writers->group_id, writers->group);
    else if (writers->owner)
        lazynccl_note(s, "%s: belongs to user %u", path, writers->owner);
}

/* The `check` of a search. Reports who else can exchange a file: by its mode, or by that of any
 * folder or link on the way to it. If all users can, a superuser process refuses it. No process
 * takes it from a folder above a module if others can write there. A file that a setting names is
 * never refused, and reported only in a superuser process, whose settings may be another user's. */
static int is_trusted(struct lazynccl_search *s, const char *path)
{
    struct writers writers = {.self = geteuid()};
    int refused;

    if (s->above && !is_private_above(s))
        return 0;
    if (s->folder_named && writers.self != 0)
        return 1;
    if (find_writers(s, path, &writers) < 0) {
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, path, errno);
        return !s->stop; /* opening it reports the reason */
    }
    refused = writers.others && writers.self == 0 && !s->folder_named;
    report_writers(s, path, &writers, refused);
    if (refused)
        s->refused = 1;
    return !refused;
}

/* Passes a site-packages folder to the visitor, or notes that it has no candidate, if the folder
 * exists. The newest soname decides, not the folder. */
static void consider_wheel(struct lazynccl_search *s, const char *site, int known)
{
    const char *const *wheels = s->wanted->description->wheels;
    int found = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int w = 0; wheels[w] && !s->stop; w++)
            found += lazynccl_consider_soname(s, site, wheels[w], s->sonames[i]);
    if (!found && (known || lazynccl_exists(LAZYNCCL_AT(s, site))))
        lazynccl_note(s, "%s: no %s in its %s", site, s->names, wheels[0] ? wheels[0] : "nvidia");
}

/* The site-packages folders already considered: a process has hundreds of modules from few folders.
 */
struct sites {
    const char *list[32];
    int count;
};

static void consider_site(struct lazynccl_search *s, struct sites *sites, const char *path,
                          size_t length, int known)
{
    for (int i = 0; i < sites->count; i++)
        if (strncmp(sites->list[i], path, length) == 0 && !sites->list[i][length])
            return;
    if (s->stop)
        return;
    path = lazynccl_arena_copy(&s->arena, path, length);
    if (sites->count < (int)(sizeof sites->list / sizeof *sites->list))
        sites->list[sites->count++] = path;
    consider_wheel(s, path, known);
}

/* Searches the module's site-packages. If it has none, searches its folder and two folders above
 * it. */
static void consider_above(struct lazynccl_search *s, struct sites *sites, const char *module)
{
    const char *slash;
    size_t length = 0;

    if (s->stop || !module || *module != '/')
        return;
    if ((length = lazynccl_site_length(module))) {
        consider_site(s, sites, module, length, 1);
        return;
    }
    s->above = module;
    s->highest = strlen(module);
    for (int up = 0; s->above && up < 3; up++) {
        slash = memrchr(module, '/', s->highest); /* an absolute path has one */
        if (slash == module)
            break;
        s->highest = (size_t)(slash - module);
        consider_site(s, sites, module, s->highest, 1);
    }
    s->above = NULL;
}

/* Searches a prefix for any Python version. Returns 0, or errno if the lib folder is missing. */
static int consider_prefix(struct lazynccl_search *s, struct sites *sites, const char *prefix)
{
    static const char *const kinds[] = {"site-packages", "dist-packages"};
    const char *lib = lazynccl_arena_print(&s->arena, "%s/lib", prefix);
    char **names = lazynccl_names_in(s, lib, "python");
    int error = names ? 0 : errno;

    for (; names && *names; names++)
        for (int i = 0; i < 2 && !s->stop; i++) {
            char *site = lazynccl_arena_print(&s->arena, "%s/%s/%s", lib, *names, kinds[i]);

            consider_site(s, sites, site, strlen(site), 0);
        }
    return error;
}

/* Searches the site-packages of Python, which may not have loaded anything from it yet. Uses the
 * name by which Python was started, because the Python of a virtual environment is a link to a file
 * outside; but a program can be called by any name, and the first object is the program. */
static void consider_interpreter(struct lazynccl_search *s, struct sites *sites)
{
    const char *program = s->view->program ? s->view->program : "";
    const struct lazynccl_objects *loaded = s->view->objects;
    size_t bin = lazynccl_folder_length(program);

    if (bin > 4 && strncmp(program + bin - 4, "/bin/python", 11) == 0 && loaded->count &&
        lazynccl_same_file(program, loaded->list->path))
        consider_prefix(s, sites, lazynccl_arena_copy(&s->arena, program, bin - 4));
}

static void consider_virtual_env(struct lazynccl_search *s, struct sites *sites)
{
    const char *env = lazynccl_folder_named(s, lazynccl_settings[LAZYNCCL_VIRTUAL_ENV]);
    int error = env ? consider_prefix(s, sites, env) : 0;

    if (error)
        lazynccl_note(s, "%s/lib: cannot be read: %s", env, strerror(error));
}

void lazynccl_location_wheel(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    struct sites sites = {.count = 0};

    if (!s->wanted->description->wheels[0]) {
        lazynccl_note(s, "no wheel has %s", s->names);
        return;
    }
    s->check = is_trusted;
    consider_above(s, &sites, s->view->module);
    consider_above(s, &sites, s->view->caller);
    for (int i = 0; i < loaded->count && !s->stop; i++) {
        const char *path = loaded->list[i].path;
        size_t length = lazynccl_site_length(path);

        if (length)
            consider_site(s, &sites, path, length, 1);
        else if (!*path && i == 0)
            lazynccl_note(s, "the path of this program is not known: /proc cannot be read");
    }
    if (!s->stop)
        consider_interpreter(s, &sites);
    if (s->refused) /* the setting may name a file that was rejected before */
        sites.count = 0;
    s->folder_named = 1; /* `su` and `sudo -E` keep the caller's VIRTUAL_ENV */
    if (!s->stop)
        consider_virtual_env(s, &sites);
}

void lazynccl_location_partner(struct lazynccl_search *s)
{
    const char *partner = s->wanted->description->partner;
    size_t length = lazynccl_folder_length(s->wanted->partner);
    char *folder = length ? lazynccl_arena_copy(&s->arena, s->wanted->partner, length) : NULL;

    if (!folder && partner) {
        lazynccl_note(s, "%s is not open yet", partner);
    } else if (folder) {
        s->check = is_trusted;
        lazynccl_consider_folder(s, folder);
        if ((length = lazynccl_site_length(folder)) && !s->stop) {
            folder[length] = '\0';
            consider_wheel(s, folder, 1);
        }
    }
}

static void consider_toolkit(struct lazynccl_search *s, const char *prefix)
{
    const char *targets = lazynccl_arena_print(&s->arena, "%s/targets", prefix);
    int found = lazynccl_consider_sonames(s, prefix, "lib64");
    char **names;

    found += lazynccl_consider_sonames(s, prefix, "lib");
    names = s->stop ? NULL : lazynccl_names_in(s, targets, "");
    for (; names && *names && !s->stop; names++)
        found += lazynccl_consider_sonames(
            s, prefix, lazynccl_arena_print(&s->arena, "targets/%s/lib", *names));
    if (!found)
        lazynccl_note(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
}

static void consider_toolkit_variable(struct lazynccl_search *s, const char *variable)
{
    const char *prefix = s->stop ? NULL : lazynccl_folder_named(s, variable);

    if (prefix)
        consider_toolkit(s, prefix);
}

void lazynccl_location_toolkit(struct lazynccl_search *s)
{
    const char *const *variables = s->wanted->description->home_variables;

    s->folder_named = 1;
    for (int i = 0; variables[i]; i++)
        consider_toolkit_variable(s, variables[i]);
    consider_toolkit_variable(s, lazynccl_settings[LAZYNCCL_CUDA_PATH]);
    consider_toolkit_variable(s, lazynccl_settings[LAZYNCCL_CUDA_HOME]);
    s->folder_named = 0;
    s->check = is_trusted;
    if (!s->stop)
        consider_toolkit(s, "/usr/local/cuda");
}
