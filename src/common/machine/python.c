/* Finds a Python's site-packages from its files, without running it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/python.h"
#include "common/files/root.h"
#include "common/files/walk.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <unistd.h>

/* Returns the value of a key in pyvenv.cfg, to be freed, or NULL. */
static char *venv_value(const char *root, const char *prefix, const char *key)
{
    OWNED(memory) char *path = memory_print("%s/pyvenv.cfg", prefix);
    OWNED(memory) char *text = root_text(root, path);
    size_t length = strlen(key);

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        const char *at = line + length;

        if (strncmp(line, key, length) != 0 || *(at += strspn(at, " \t")) != '=')
            continue;
        at += 1 + strspn(at + 1, " \t");
        return memory_copy_part(at, strcspn(at, "\r"));
    }
    return NULL;
}

/* Adds a folder to the site-packages if this user can read it. Takes over the path. */
static void add_site(struct target *target, char *site)
{
    OWNED(memory) char *inside = view_inside(target, site);

    if (inside && lazynccl_is_folder(inside) && access(inside, R_OK) == 0)
        target->sites[target->site_count++] = site;
    else
        free(site);
}

/* Returns the newest X.Y of lib/pythonX.Y below a prefix, to be freed, or NULL. */
static char *newest_version(const struct target *target, const char *prefix)
{
    OWNED(memory) char *lib = memory_print("%s/lib", prefix);
    OWNED(memory) char *inside = view_inside(target, lib);
    OWNED(strings) struct strings names = {0};

    if (inside)
        walk_names(inside, &names);
    for (size_t i = names.count; i-- > 0;)
        if (strncmp(names.list[i], "python", 6) == 0 && strchr(names.list[i], '.'))
            return memory_copy(names.list[i] + 6);
    return NULL;
}

/* Adds the folders of Python's site module, and the dist-packages of Debian's Python. */
static void add_sites(struct target *target, const char *prefix, const char *version)
{
    add_site(target, memory_print("%s/lib/python%s/site-packages", prefix, version));
    add_site(target, memory_print("%s/local/lib/python%s/dist-packages", prefix, version));
    add_site(target, memory_print("%s/lib/python%.1s/dist-packages", prefix, version));
}

char *python_environment_site(const struct target *target, const char *folder)
{
    OWNED(memory) char *home = venv_value(target->root, folder, "home");
    OWNED(memory) char *version = home ? newest_version(target, folder) : NULL;

    return version ? memory_print("%s/lib/python%s/site-packages", folder, version) : NULL;
}

/* Returns the parent of the folder that contains a program, to be freed, or NULL. */
static char *prefix_of(const char *program)
{
    OWNED(memory) char *bin = memory_folder(program);

    return memory_folder(bin);
}

char *python_user_base(const struct target *target)
{
    const char *home = target->view.variable(&target->view, "HOME"),
               *named = target->view.variable(&target->view, "PYTHONUSERBASE");

    return named && *named ? memory_copy(named) : memory_print("%s/.local", home ? home : "");
}

/* Adds all site-packages of a Python, in sys.path's order. `base`: a venv's home; NULL: no venv. */
static void add_all_sites(struct target *target, const char *prefix, const char *base,
                          const char *version)
{
    OWNED(memory)
    char *user = python_user_base(target),
         *system = venv_value(target->root, prefix, "include-system-site-packages"),
         *system_prefix = memory_folder(base);

    add_sites(target, prefix, version);
    if (base && !(system && strcasecmp(system, "true") == 0))
        return;
    if (*user == '/')
        add_site(target, memory_print("%s/lib/python%s/site-packages", user, version));
    if (system_prefix)
        add_sites(target, system_prefix, version);
}

int python_read(struct target *target, const char *interpreter)
{
    OWNED(memory)
    char *program = root_real(target->root, interpreter), *prefix = prefix_of(interpreter),
         *base = prefix ? venv_value(target->root, prefix, "home") : NULL;

    /* not a Python: for example a shim that links to a manager of Python versions */
    if (!program || strncmp(strings_base_name(program), "python", 6) != 0)
        return -1;
    if (!base) { /* not a venv: use the folder of the interpreter after links */
        free(prefix);
        prefix = prefix_of(program);
    }
    OWNED(memory) char *version = prefix ? newest_version(target, prefix) : NULL;
    if (!version)
        return -1;
    add_all_sites(target, prefix, base, version);
    target->module =
        target->site_count ? memory_print("%s/.", target->sites[0]) : memory_copy(program);
    target->view.program = memory_copy(interpreter);
    target->program = program;
    program = NULL;
    for (int i = 1; i < target->site_count; i++) {
        OWNED(memory) char *inside = memory_print("%s/.", target->sites[i]);

        view_add_object(target, inside, NULL, 0);
    }
    target->who = memory_print("python %s of %s", version, prefix);
    target->is_system_python = !base && strcmp(prefix, "/usr") == 0;
    return 0;
}

/* Returns the first version in a list such as 3.12.1:system, to be freed; NULL: none. */
static char *first_version(const char *list)
{
    size_t length = list ? strcspn(list, " \t\r\n:") : 0;

    return length ? memory_copy_part(list, length) : NULL;
}

/* Returns the version in .python-version in the current folder or above, to be freed; or NULL. */
static char *local_version(const struct target *target)
{
    OWNED(memory) char *folder = *target->root ? NULL : getcwd(NULL, 0);
    char *version = NULL;

    while (folder && !version) {
        OWNED(memory) char *path = memory_print("%s/.python-version", folder), *below = folder;
        OWNED(memory) char *text = root_text("", path);

        version = first_version(text);
        folder = memory_folder(below);
    }
    return version;
}

char *python_of_shim(const struct target *target, const char *shim)
{
    OWNED(memory) char *folder = memory_folder(shim), *data = memory_folder(folder);

    if (!data || strcmp(strings_base_name(folder), "shims") != 0)
        return NULL;
    OWNED(memory) char *global = memory_print("%s/version", data);
    OWNED(memory) char *text = root_text(target->root, global);
    OWNED(memory) char *version = first_version(view_variable(&target->view, "PYENV_VERSION"));
    if (!version)
        version = local_version(target);
    if (!version)
        version = first_version(text);
    char *python = memory_print("%s/versions/%s/bin/python3", data, version ? version : "");
    OWNED(memory) char *real = root_real(target->root, python);
    if (real)
        return python;
    free(python);
    return NULL;
}

char *python_beside(const char *command)
{
    static const char *const of_one_command[] = {"pipx_metadata.json", "uv-receipt.toml"};
    OWNED(memory) char *path = strchr(command, '/') ? root_absolute("", command) : NULL;
    OWNED(memory) char *prefix = path ? prefix_of(path) : NULL;
    OWNED(memory) char *config = memory_print("%s/pyvenv.cfg", prefix ? prefix : "");

    if (!prefix || access(config, F_OK) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof of_one_command / sizeof *of_one_command; i++) {
        OWNED(memory) char *sign = memory_print("%s/%s", prefix, of_one_command[i]);

        if (access(sign, F_OK) == 0)
            return NULL;
    }
    return memory_print("%s/bin/python3", prefix);
}

int python_of_uvx(const struct target *target, const char *programs)
{
    const char *active = target->view.variable(&target->view, "VIRTUAL_ENV");
    OWNED(memory) char *folder = memory_folder(programs);
    OWNED(memory) char *command = memory_print("%s/lazynccl", programs);
    OWNED(memory) char *real = root_real(target->root, command);

    return real && target->view.variable(&target->view, "UV") &&
           !(active && folder && strcmp(active, folder) == 0);
}
