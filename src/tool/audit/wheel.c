/* Audits the ELF files of a wheel as if it were alone in a site-packages folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/moved.h"
#include "tool/audit/report.h"

struct member {
    struct elf_file file; /* the first member: find() casts it back to this struct */
    char *name;           /* the path below site-packages where pip installs it */
    struct strings opens; /* with --opens: the names in its strings */
};

/* All members are kept, because a library may come after the files that need it. */
struct members {
    struct member **list;
    size_t count;
    int opens;     /* 1: --opens */
    char why[512]; /* the first unreadable member, or "" if all can be read */
};

/* Returns where in site-packages pip installs a member. NAME.data/platlib/ goes there as well. */
static const char *installed_name(const char *name)
{
    const char *slash = strchr(name, '/');

    if (!slash || slash - name < 5 || strncmp(slash - 5, ".data", 5) != 0)
        return name;
    if (strncmp(slash, "/platlib/", 9) == 0 || strncmp(slash, "/purelib/", 9) == 0)
        return slash + 9;
    return name;
}

/* Keeps an ELF file of the wheel; called by wheel_each(). */
static int keep(void *context, const char *name, int fd)
{
    struct members *members = context;
    struct member *member = memory_get(1, sizeof *member);
    const char *why = elf_file_read(&member->file, fd);

    if (!why && members->opens)
        member->opens = elf_file_opens(&member->file, 0);
    if (!why && !(why = elf_file_symbols(&member->file, 0))) {
        member->name = memory_copy(installed_name(name));
        *MEMORY_ADD(members->list, members->count) = member;
        return 0;
    }
    if (!*members->why)
        snprintf(members->why, sizeof members->why, "%.300s: %s", name, why);
    strings_free(&member->opens);
    free(member);
    return 0; /* one bad member does not prevent the audit of the others */
}

static const struct member *by_path(const struct members *members, const char *path)
{
    for (size_t i = 0; i < members->count; i++)
        if (strcmp(members->list[i]->name, path) == 0)
            return members->list[i];
    return NULL;
}

/* Removes "." and ".." from a path, in place. Returns 0, or -1 if the path leaves the wheel. */
static int straighten(char *path)
{
    char *to = path;

    for (char *rest = path, *part; (part = strsep(&rest, "/"));) {
        if (strcmp(part, "..") == 0) {
            if (to == path)
                return -1;
            while (--to > path && to[-1] != '/')
                ;
        } else if (*part && strcmp(part, ".") != 0) {
            size_t length = strlen(part);

            memmove(to, part, length);
            to += length;
            *to++ = '/';
        }
    }
    to[to > path ? -1 : 0] = '\0';
    return 0;
}

/* Returns the path below site-packages of a library in the folder of a search path element, or NULL
 * if that folder is outside. The caller frees the path. */
static char *below(const struct member *member, const char *element, const char *soname)
{
    OWNED(memory) char *folder = memory_folder(member->name);
    OWNED(memory) char *origin = view_expand(element, strlen(element), folder ? folder : "", NULL);
    char *path = memory_print("%s/%s", origin, soname);

    if (*element == '$' && *origin != '$' && straighten(path) == 0)
        return path;
    free(path);
    return NULL;
}

/* Finds a library in the search path of a member. */
static const struct elf_file *find(void *context, const struct elf_file *asks,
                                   const struct binding *binding, struct candidate *to)
{
    const struct member *member = (const struct member *)asks, *found = NULL;
    OWNED(strings)
    struct strings elements = strings_split(asks->runpath ? asks->runpath : asks->rpath, ':');

    for (size_t i = 0; i < elements.count && !found; i++) {
        OWNED(memory) char *path = below(member, elements.list[i], binding->soname);

        found = path ? by_path(context, path) : NULL;
    }
    if (!found)
        return NULL;
    to->path = memory_copy(found->name);
    to->found_via = "the wheel itself";
    return &found->file;
}

/* Returns the member with a soname, or with that name; with `real`, skips stand-ins. NULL: none. */
static const struct member *by_soname(const struct members *members, const char *soname, int real)
{
    for (size_t i = 0; i < members->count; i++) {
        const struct elf_file *file = &members->list[i]->file;

        if ((!real || !file->exports_lazynccl) &&
            (strcmp(strings_base_name(members->list[i]->name), soname) == 0 ||
             (file->soname && strcmp(file->soname, soname) == 0)))
            return members->list[i];
    }
    return NULL;
}

/* Finds a member in any folder by the binding's SONAME; for a declared library, no stand-in. */
static const struct elf_file *find_elsewhere(void *context, const struct elf_file *asks,
                                             const struct binding *binding, struct candidate *to)
{
    const struct member *member = by_soname(context, binding->soname, binding->declared);

    if (!member)
        return NULL;
    to->path = memory_copy(member->name);
    return &member->file;
}

/* Returns 1 if the file or a member below it needs this library, or a member has the symbol. */
static int is_served(const struct members *members, const struct elf_file *file,
                     const char *library, const char *symbol, int depth)
{
    for (size_t i = 0; i < file->needed.count; i++) {
        const struct member *needed = by_soname(members, file->needed.list[i], 0);

        if (strcmp(file->needed.list[i], library) == 0)
            return 1;
        if (!needed || depth == 0)
            continue;
        if (elf_file_has(&needed->file, symbol, 1) ||
            is_served(members, &needed->file, library, symbol, depth - 1))
            return 1;
    }
    return 0;
}

/* Returns "librt.so.1" if that library has the function on systems before glibc 2.34 and the file
 * calls the function without a version, because it was linked without the library; otherwise NULL.
 * Python itself loads the other libraries that glibc 2.34 merged into libc.so.6. */
static const char *library_of(const struct elf_symbol *symbol)
{
    const char *library =
        symbol->defined || symbol->version || symbol->binding != ELF_BINDING_GLOBAL
            ? NULL
            : moved_from(symbol->name);

    return library && strcmp(library, "librt.so.1") == 0 ? library : NULL;
}

/* Reports functions that, on the oldest systems of the wheel's tag, no library in DT_NEEDED has. */
static void check_moved(struct audit *audit, const struct members *members,
                        const struct member *member)
{
    int glibc = dist_info_glibc(&audit->wheel->metadata);

    for (size_t i = 0; i < member->file.symbol_count && glibc && glibc < MOVED_RELEASE; i++) {
        const struct elf_symbol *symbol = &member->file.symbols[i];
        const char *library = library_of(symbol);

        if (library && !is_served(members, &member->file, library, symbol->name, 8))
            needs_check_undefined(&audit->groups, member->name, symbol->name, library, glibc);
    }
}

/* Lists the sonames that no member provides and not every system has, sorted, each once. */
static void list_outside(struct members *members, struct strings *outside)
{
    for (size_t m = 0; m < members->count; m++) {
        const struct elf_file *file = &members->list[m]->file;

        for (size_t i = 0; i < file->needed.count; i++)
            if (!nvidia_is_base(file->needed.list[i]) &&
                !by_soname(members, file->needed.list[i], 0) &&
                !strings_has(outside, file->needed.list[i]))
                strings_add(outside, file->needed.list[i], strlen(file->needed.list[i]));
    }
    strings_sort(outside);
}

const char *audit_wheel(struct audit *audit)
{
    static char reason[512];
    struct members members = {.opens = audit->opens};
    const struct binding_source source = {
        .find = find, .preloaded = find_elsewhere, .context = &members};
    const char *why = wheel_each(audit->wheel, NULL, keep, &members);

    for (size_t i = 0; i < members.count && !why; i++)
        audit_add(audit, members.list[i]->name, &members.list[i]->file, &source,
                  &members.list[i]->opens);
    for (size_t i = 0; i < members.count && !why; i++)
        check_moved(audit, &members, members.list[i]);
    snprintf(reason, sizeof reason, "%s", why ? why : members.why);
    audit->is_incomplete = *reason != '\0';
    if (!audit->is_incomplete)
        list_outside(&members, &audit->outside);
    if (audit->outside.count > 0)
        files_check_wheel(&audit->groups, audit->wheel->metadata.name, &audit->outside);
    for (size_t i = 0; i < members.count; i++) {
        elf_file_close(&members.list[i]->file);
        strings_free(&members.list[i]->opens);
        free(members.list[i]->name);
        free(members.list[i]);
    }
    free(members.list);
    return audit->is_incomplete ? reason : NULL;
}
