/* The places, one function and one row each; docs/search-order.md tells the reasons.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/folder.h"
#include "search/ldso.h"
#include "search/search.h"
#include "search/settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void place_api(struct lazynccl_looking *s)
{
    const char *path = s->wanted->set_path;

    if (s->wanted->set_handle) {
        lazynccl_offer(s, NULL, NULL, 1);
        s->stop = 1;
    } else if (path) {
        if (lazynccl_is_folder(path))
            lazynccl_offer_folder(s, path);
        else
            lazynccl_offer(s, path, NULL, 0);
        s->stop = 1;
    } else {
        lazynccl_say(s, "nothing set");
    }
}

/* 1 if a file is named as another library is, or as a plugin of NCCL's, which has no soname. */
static int is_another(const char *name)
{
    static const char plugin[] = "libnccl-net";
    int known = strncmp(name, plugin, sizeof plugin - 1) == 0;

    for (int i = 0; i < lazynccl_known_count; i++)
        known |= lazynccl_name_bears(lazynccl_known[i].sonames[0], name);
    return known;
}

/* Returns 1 if the entry is of another library, so that there was nothing to say. */
static int env_entry(struct lazynccl_looking *s, const char *entry)
{
    const char *name = strrchr(entry, '/');
    int another;

    if (!*entry) {
        lazynccl_blame(s,
                       "LAZYNCCL_LIBPATH: empty entry refused: it would mean the current folder");
        return 0;
    }
    if (*entry != '/') {
        lazynccl_blame(s, "LAZYNCCL_LIBPATH: %s refused: not an absolute path", entry);
        return 0;
    }
    if (lazynccl_name_bears(s->sonames[0], name + 1)) {
        char *path = lazynccl_inside(s->view, strdup(entry));
        int major = lazynccl_major_of(name + 1), fits = major == 0;

        for (int i = 0; s->sonames[i]; i++)
            fits |= major == lazynccl_major_of(s->sonames[i]);
        if (fits) {
            lazynccl_offer(s, path, NULL, 0);
            s->stop = 1; /* a file is meant: it or nothing */
        } else {
            lazynccl_blame(s, "%s: not %s", entry, s->names);
        }
        free(path);
        return 0;
    }
    char *inside = lazynccl_inside(s->view, strdup(entry));
    int folder = inside && lazynccl_is_folder(inside);
    free(inside);
    if (folder) {
        lazynccl_offer_folder(s, entry);
        return 0;
    }
    another = is_another(name + 1);
    if (!another)
        lazynccl_blame(s, "LAZYNCCL_LIBPATH: %s is neither a folder nor a file named like %s",
                       entry, s->names);
    return another;
}

static void place_env(struct lazynccl_looking *s)
{
    const char *value = lazynccl_setting(s->view, LAZYNCCL_LIBPATH);
    char *entries = value ? strdup(value) : NULL;
    int others = 1;

    if (!entries)
        lazynccl_say(s, s->view->secure ? "LAZYNCCL_LIBPATH not read: raised privileges"
                                        : "LAZYNCCL_LIBPATH is not set");
    s->named = 1;
    for (char *rest = entries, *entry; !s->stop && (entry = strsep(&rest, ":"));)
        others = env_entry(s, entry) && others;
    if (entries && others)
        lazynccl_say(s, "LAZYNCCL_LIBPATH names files of other libraries alone");
    s->named = 0;
    free(entries);
}

static void place_loaded(struct lazynccl_looking *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    int seen = 0;

    for (int i = 0; s->sonames[i] && !s->stop; i++)
        for (int o = 0; o < loaded->count && !s->stop; o++) {
            const struct lazynccl_object *object = &loaded->list[o];
            char *path;

            if (!object->soname || strcmp(object->soname, s->sonames[i]) != 0)
                continue;
            seen++;
            if (object->ours >= LAZYNCCL_FORM_OF(s->wanted->is)) {
                lazynccl_say(s, "%s: a form of lazynccl, not the real library", object->path);
                continue;
            }
            path = lazynccl_inside(s->view, strdup(object->path));
            lazynccl_offer(s, path, NULL, 0);
            free(path);
        }
    if (!seen)
        lazynccl_say(s, "no %s is loaded", s->names);
}

static void place_partner(struct lazynccl_looking *s)
{
    char *folder = lazynccl_folder_of(s->wanted->partner);
    size_t length = folder ? lazynccl_site_length(folder) : 0;

    if (s->wanted->is->partner && !folder)
        lazynccl_say(s, "%s is not open yet", s->wanted->is->partner);
    if (folder && s->view->secure) {
        lazynccl_say(s, "not searched: raised privileges");
    } else if (folder) {
        lazynccl_offer_folder(s, folder);
        if (length && !s->stop) {
            folder[length] = '\0';
            lazynccl_offer_wheel(s, folder);
        }
    }
    free(folder);
}

static void place_conda(struct lazynccl_looking *s)
{
    const char *prefix = lazynccl_setting(s->view, LAZYNCCL_CONDA_PREFIX);
    char *lib = prefix ? lazynccl_join(prefix, "/lib", "") : NULL;

    if (!lib)
        lazynccl_say(s, "CONDA_PREFIX is not set");
    else if (*lib != '/')
        lazynccl_blame(s, "CONDA_PREFIX=%s refused: not an absolute path", prefix);
    else
        lazynccl_offer_folder(s, lib);
    free(lib);
}

static int offer_found(void *context, const char *path, enum lazynccl_via via)
{
    struct lazynccl_looking *s = context;

    (void)via;
    lazynccl_offer(s, path, NULL, 0);
    return s->stop;
}

/* Notes whether the first file that ld.so would come to is whole; it hangs at a FIFO, dies of a
 * truncated file, and stops at a text, though a good one may stand behind them. */
static int note_whole(void *context, const char *path, enum lazynccl_via via)
{
    char text[160];

    (void)via;
    *(int *)context = lazynccl_file_fault(path, LAZYNCCL_FORM, text, sizeof text) == NULL;
    return 1;
}

static void place_system(struct lazynccl_looking *s)
{
    for (int i = 0; s->sonames[i] && !s->stop; i++) {
        enum lazynccl_verdict verdict = LAZYNCCL_BEHIND;
        int whole = 1;

        if (!s->view->walk)
            lazynccl_ldso_each(s->view, s->sonames[i], note_whole, &whole);
        if (!s->view->walk && whole)
            verdict = lazynccl_offer(s, NULL, s->sonames[i], 0);
        if (verdict == LAZYNCCL_BEHIND &&
            lazynccl_ldso_each(s->view, s->sonames[i], offer_found, s) == 0)
            lazynccl_say(s, "%s: not where ld.so looks", s->sonames[i]);
    }
}

static void root_of(struct lazynccl_looking *s, const char *name, const char *prefix)
{
    if (s->stop)
        return;
    if (!prefix || !*prefix)
        lazynccl_say(s, "%s is not set", name);
    else if (*prefix != '/')
        lazynccl_blame(s, "%s=%s refused: not an absolute path", name, prefix);
    else
        lazynccl_offer_root(s, prefix);
}

static void place_root(struct lazynccl_looking *s)
{
    const char *const *roots = s->wanted->is->roots;

    for (int i = 0; roots[i]; i++)
        root_of(s, roots[i], s->view->variable(s->view, roots[i]));
    root_of(s, "CUDA_PATH", lazynccl_setting(s->view, LAZYNCCL_CUDA_PATH));
    root_of(s, "CUDA_HOME", lazynccl_setting(s->view, LAZYNCCL_CUDA_HOME));
    root_of(s, "", "/usr/local/cuda");
}

const struct lazynccl_place_row lazynccl_places[] = {
    {"api", "lazynccl_set_handle() and lazynccl_set_path()", place_api},
    {"env", "LAZYNCCL_LIBPATH", place_env},
    {"loaded", "a copy that is already in the process", place_loaded},
    {"partner", "where NVRTC or nvJitLink was found, for the other of the two", place_partner},
    {"wheel",
     "NVIDIA's wheels in the site-packages of the module, of its caller, of loaded modules, of the "
     "Python that runs and of VIRTUAL_ENV",
     lazynccl_place_wheel},
    {"conda", "CONDA_PREFIX", place_conda},
    {"system", "the dynamic linker: RPATH, LD_LIBRARY_PATH, RUNPATH, its cache, its folders",
     place_system},
    {"root", "NCCL_HOME, CUDA_PATH, CUDA_HOME, /usr/local/cuda", place_root},
};
const int lazynccl_places_count = sizeof lazynccl_places / sizeof *lazynccl_places;
