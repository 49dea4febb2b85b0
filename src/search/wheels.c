/* The place "wheel": the site-packages that are related to this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/search.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The site-packages that were already offered: a process has hundreds of modules from few. */
struct sites {
    char *list[32];
    int count;
};

static void offer_site(struct lazynccl_search *s, struct sites *sites, const char *path,
                       size_t length)
{
    char *site = s->stop ? NULL : strndup(path, length);
    int seen = 0;

    for (int i = 0; site && i < sites->count && !seen; i++)
        seen = strcmp(sites->list[i], site) == 0;
    if (site && !seen)
        lazynccl_offer_wheel(s, site);
    if (site && !seen && sites->count < (int)(sizeof sites->list / sizeof *sites->list))
        sites->list[sites->count++] = site;
    else
        free(site);
}

/* A module's site-packages, or if it lies in none, its own folder and two above it. */
static void offer_above(struct lazynccl_search *s, struct sites *sites, const char *module)
{
    int known = module && *module == '/';
    size_t length = known ? lazynccl_site_length(module) : 0;
    char *folder = known && !length ? lazynccl_folder_of(module) : NULL, *above;

    if (length)
        offer_site(s, sites, module, length);
    for (int up = 0; folder && !s->stop && up < 3; up++) {
        if (!lazynccl_folder_private(folder)) {
            lazynccl_say(s, "%s: not searched: others can write there", folder);
            break;
        }
        offer_site(s, sites, folder, strlen(folder));
        above = lazynccl_folder_of(folder);
        free(folder);
        folder = above;
    }
    free(folder);
}

/* Below a prefix, for any Python. Returns 0, or errno if there is no lib. */
static int offer_prefix(struct lazynccl_search *s, struct sites *sites, const char *prefix)
{
    static const char *const kinds[] = {"site-packages", "dist-packages"};
    char *lib = lazynccl_join(prefix, "/lib", ""), *site = NULL;
    DIR *listing = lib ? lazynccl_view_list(s->view, lib) : NULL;
    int error = listing ? 0 : errno;

    for (struct dirent *entry; listing && !s->stop && (entry = readdir(listing));)
        for (int i = 0; strncmp(entry->d_name, "python", 6) == 0 && i < 2; i++) {
            if (asprintf(&site, "%s/%s/%s", lib, entry->d_name, kinds[i]) < 0)
                break;
            if (lazynccl_view_test(s->view, lazynccl_exists, site))
                offer_site(s, sites, site, strlen(site));
            free(site);
        }
    if (listing)
        closedir(listing);
    free(lib);
    return error;
}

/* A Python may not have loaded anything from its site-packages yet. By the name that it was started
 * with: that of a virtual environment is a link to a file outside. */
static void offer_interpreter(struct lazynccl_search *s, struct sites *sites)
{
    char *bin = lazynccl_folder_of(s->view->program), *prefix = lazynccl_folder_of(bin);

    if (prefix && strncmp(s->view->program + strlen(bin), "/python", 7) == 0 &&
        strcmp(bin + strlen(prefix), "/bin") == 0)
        offer_prefix(s, sites, prefix);
    free(prefix);
    free(bin);
}

static void offer_virtual_env(struct lazynccl_search *s, struct sites *sites)
{
    const char *env = lazynccl_folder_named(s, lazynccl_settings[LAZYNCCL_VIRTUAL_ENV]);
    int error = env ? offer_prefix(s, sites, env) : 0;

    if (error)
        lazynccl_say(s, "%s/lib: cannot be read: %s", env, strerror(error));
}

void lazynccl_place_wheel(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    struct sites sites = {{NULL}, 0};

    if (s->view->secure) {
        lazynccl_say(s, "not searched: raised privileges");
        return;
    }
    if (!s->wanted->description->wheels[0]) {
        lazynccl_say(s, "no wheel has %s", s->names);
        return;
    }
    offer_above(s, &sites, s->view->module);
    offer_above(s, &sites, s->view->caller);
    for (int i = 0; i < loaded->count && !s->stop; i++) {
        const char *path = loaded->list[i].path;
        size_t length = lazynccl_site_length(path);

        if (length)
            offer_site(s, &sites, path, length);
    }
    if (!s->stop)
        offer_interpreter(s, &sites);
    if (!s->stop)
        offer_virtual_env(s, &sites);
    while (sites.count > 0)
        free(sites.list[--sites.count]);
}
