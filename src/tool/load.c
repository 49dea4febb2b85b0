/* Loads files in children of the target's Python.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/load.h"
#include "common/machine/child.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <unistd.h>

enum { SECONDS = 300 }; /* a large package on a cold network file system takes minutes */

/* Opens a file after each of the packages until it loads, each time in a child: one of them may
 * crash. Writes ld.so's reason, and at the end, for child_run(), the byte 1 if it does not load. */
static const char script[] =
    "import ctypes, importlib, os, sys\n"
    "path, *names = sys.argv[1:]\n"
    "for name in names or ['']:\n"
    "    end, to = os.pipe()\n"
    "    if not os.fork():\n"
    "        try: name and importlib.import_module(name)\n"
    "        except BaseException: pass\n"
    "        try: ctypes.CDLL(path)\n"
    "        except OSError as error: os.write(to, str(error).encode())\n"
    "        else: os.write(to, b'\\0')\n"
    "        os._exit(0)\n"
    "    os.wait()\n"
    "    os.close(to)\n"
    "    said = os.read(end, 4000) or b'crashed at import ' + name.encode()\n"
    "    if said == b'\\0': break\n"
    "os.write(3, said.strip(b'\\0') + bytes([said != b'\\0']))\n"
    "os._exit(77)\n";

static int start(void *context, FILE *to)
{
    dup2(fileno(to), 3);
    execv(*(char **)context, context);
    return 0;
}

/* The name by which Python imports an extension module, to be freed: its path below site-packages
 * without the suffix. */
static char *module_of(const char *inside)
{
    size_t folder = (size_t)(strings_base_name(inside) - inside);
    char *name = memory_copy_part(inside, folder + strcspn(inside + folder, "."));

    for (char *at = name; (at = strchr(at, '/'));)
        *at = '.';
    return name;
}

/* Adds the file's own package, and those of all extension modules that lead to NVIDIA's libraries.
 */
static void add_packages(struct facts *facts, const char *path, struct strings *names)
{
    const struct verdicts *all = verdicts_read(facts);
    size_t site = lazynccl_site_length(path) + 1;

    for (size_t i = 0; i <= all->count; i++) {
        const char *user = i ? all->list[i - 1].path : path;
        OWNED(memory) char *package = memory_copy_part(user + site, strcspn(user + site, "/"));

        if ((!i || all->list[i - 1].is_module) && strncmp(user, path, site) == 0 &&
            user[site + strlen(package)])
            strings_add_once(names, package);
    }
}

static void load_file(struct facts *facts, struct examined *file, const char *python)
{
    static const struct child_limit limit = {.seconds = SECONDS};
    size_t site = lazynccl_site_length(file->path);
    const char *inside = file->path + site + 1;
    OWNED(strings) struct strings words = {0};
    OWNED(memory) char *module = module_of(inside);

    strings_print(&words, "%s", python);
    strings_print(&words, "-c");
    strings_print(&words, "%s", script);
    strings_print(&words, "%s", file->path);
    if (file->is_module)
        strings_print(&words, "%s", module);
    else
        add_packages(facts, file->path, &words);
    *MEMORY_ADD(words.list, words.count) = NULL;
    struct child child = child_run(start, words.list, &limit);
    file->verdict = child.end == CHILD_RETURNED && !child.status ? FILE_LOADS : FILE_FAILS;
    file->said =
        child.end == CHILD_RETURNED ? memory_copy(child.said) : memory_copy(child_end_text(&child));
    words.count--;
    free(child.said);
}

void load_files(struct facts *facts)
{
    const struct target *target = facts->machine->target;
    const struct verdicts *verdicts = verdicts_read(facts);

    for (size_t i = 0; i < verdicts->count; i++) {
        struct examined *file = &verdicts->list[i];
        const char *lib = strstr(file->path, "/lib/python3.");
        OWNED(memory)
        char *python =
            memory_print("%.*s/bin/python3", lib ? (int)(lib - file->path) : 0, file->path);

        if (!file->is_alone && file->verdict != FILE_FAILS && lazynccl_site_length(file->path))
            load_file(facts, file, machine_has(facts->machine, python) ? python : target->program);
    }
}
