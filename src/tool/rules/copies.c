/* Rules on copies of a library: LN101, 102, 110, 118, 125, 140, 141.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "runtime/search/path.h"
#include "standin/sha256.h"
#include "tool/rules/rule.h"

static void evidence_copy(struct examination *at, const struct copy *copy)
{
    rule_line(at, "%s %s", machine_shown(at->machine, copy->path),
              NVIDIA_VERSION(copy->library, elf_cache_version(copy->library, copy->path)));
}

static int is_same_major(const struct copy *a, const struct copy *b)
{
    return a->library == b->library && lazynccl_major_of(strings_base_name(a->path)) ==
                                           lazynccl_major_of(strings_base_name(b->path));
}

/* Reports copies of the same library and major version. */
static void two_copies(struct examination *at, const char *id, const char *where)
{
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->copy_count; i++) {
        const struct copy *first = &all->copies[i];
        int said = 0;

        for (size_t k = 0; k < all->copy_count; k++) {
            const struct copy *copy = &all->copies[k];

            if (!is_same_major(copy, first) || copy == first)
                continue;
            if (k < i)
                break; /* reported with the earlier copy */
            if (!said++) {
                rule_add(at, id, "%s is %s more than once", first->library->title, where);
                evidence_copy(at, first);
            }
            evidence_copy(at, copy);
        }
    }
}

FINDING(LN101, "two-copies-mapped", ERROR, "two copies of a library are mapped in one process",
        "Each copy has its own communicators, threads and settings, and treats objects created by "
        "the other as corrupted or invalid. The second copy usually comes from a dlopen() of an "
        "absolute path, or of an unversioned name that the wheels do not contain.",
        "keep one of them: remove the other from the environment, or make both users open the same "
        "file",
        "pegainfer-project/pegainfer#810, pytorch/pytorch#42517, jax-ml/jax#39167")
{
    if (at->machine->target->pid)
        two_copies(at, "LN101", "mapped");
}

FINDING(LN118, "two-copies-in-reach", WARNING, "two copies of a library are within reach",
        "Packages that ship a copy under another name (libnccl-0a1b2c3d.so.2) or in their own "
        "folder load it alongside the other one: two NCCLs that know nothing of each other.",
        "use packages that share one copy, or do not load both in one process",
        "rapidsai/cuvs#827, rapidsai/cugraph#4465")
{
    if (!at->machine->target->pid)
        two_copies(at, "LN118", "within reach");
}

/* Reports a file in site-packages that several packages own, or that is of another release. */
static void check_owners(struct examination *at, const char *site, const char *file,
                         const struct lazynccl_description *desc)
{
    OWNED(memory) char *path = memory_print("%s/%s", site, file);
    OWNED(memory) char *whole = view_inside(at->machine->target, path);
    int version = whole && machine_has(at->machine, path) ? elf_cache_version(desc, whole) : 0;
    struct distribution *first = version ? distributions_of(at->machine, site) : NULL, *owner;
    int count = 0, right = 0; /* right: owners whose version is the file's */
    const char *have = NVIDIA_VERSION(desc, version);
    size_t length = strlen(have);

    for (owner = first; (owner = distribution_owner(at->machine, owner, file));
         owner = owner->next) {
        const char *said = owner->info.version;

        count++;
        if (said && strncmp(said, have, length) == 0 &&
            (!said[length] || strchr(".+", said[length])))
            right++;
    }
    if (!count || (count == 1 && right))
        return;
    rule_add(at, "LN102", "%s is %s %s, %s", strings_base_name(file), desc->title, have,
             count > 1 ? "and several packages own it" : "which does not match its package");
    rule_line(at, "%s", path);
    for (owner = first; (owner = distribution_owner(at->machine, owner, file));
         owner = owner->next) {
        rule_line(at, "%s %s lists it as its own", owner->info.name, owner->info.version);
        rule_help(at, "pip uninstall -y %s", owner->info.name);
    }
    OWNED(memory) char *install = packages_install(at->machine, desc, lazynccl_major_of(file), 0);
    rule_help(at, "%s", install);
}

FINDING(LN102, "overwritten-file", ERROR, "a library's file does not match the installed packages",
        "The packages for CUDA 11, 12 and 13 own the same file, nvidia/nccl/lib/libnccl.so.2: the "
        "one installed last has overwritten it, while pip and importlib.metadata still report the "
        "versions of all of them.",
        "uninstall all of them, then install the one that you want",
        "rwth-i6/returnn#1802, pytorch/pytorch#186591, marin-community/marin#7344")
{
    const struct target *target = at->machine->target;

    for (int s = 0; s < target->site_count; s++)
        for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
            for (int w = 0; desc->wheels[w]; w++)
                for (int n = 0; desc->sonames[n]; n++) {
                    OWNED(memory)
                    char *file = memory_print("%s/%s", desc->wheels[w], desc->sonames[n]);

                    check_owners(at, target->sites[s], file, desc);
                }
}

/* Returns 1 if the lost file is in a folder of stubs, which may be for other machines. */
static int is_among_stubs(const struct lost_file *lost)
{
    const char *prefix = lost->owner->prefix;

    return strstr(lost->path + (prefix ? strlen(prefix) : lazynccl_site_length(lost->path)),
                  "/stubs/") != NULL;
}

/* Returns 1 if the file is gone, but LD_LIBRARY_PATH leads to another one of this name. */
static int is_replaced(struct examination *at, const struct lost_file *lost)
{
    const char *from = NULL;
    OWNED(memory)
    char *path = lost->kind == FILE_GONE
                     ? linker_find(at->machine, NULL, strings_base_name(lost->path), &from)
                     : NULL;
    const struct elf_file *head = path ? elf_cache_head(path, NULL) : NULL;

    return head && strcmp(from, "LD_LIBRARY_PATH") == 0 &&
           view_fits(&at->machine->target->file, head);
}

/* Reports a library that is not as it was installed. If `is_next`, adds it to the last finding. */
static void report_one(struct examination *at, const char *id, const struct lost_file *lost,
                       const char *what, int is_next)
{
    const struct dist_info *owner = lost->owner;
    OWNED(memory) char *site = packages_locked(at->machine, lost->path);
    OWNED(memory) char *again = packages_again(at->machine, lost);

    if (!is_next)
        rule_add(at, id, "%s is %s, which %s %s installed", strings_base_name(lost->path), what,
                 owner->name, owner->version);
    if (!is_next && lost->kind == FILE_NOEXEC)
        rule_help_noexec(at, lost->path);
    else if (!is_next)
        rule_help(at, "%s", again);
    if (!is_next && site)
        rule_line(at, "%s cannot be written here: install as its owner, or in a copy of it", site);
    rule_line(at, "%s: %s", lost->path, lost->why ? lost->why : "missing");
    strings_print(&at->findings->list[at->findings->count - 1].files, "%s", lost->path);
}

/* Reports libraries of packages that are gone, damaged or changed: one finding for each package. If
 * the user named a file, reports only that file. */
static void report_lost(struct examination *at, const char *id, enum file_fault kind,
                        const char *what)
{
    const char *from = at->machine->target->from;
    size_t count = from && !lazynccl_site_length(from) ? 0 : packages_lost(at->machine);
    const struct dist_info *before = NULL;

    for (const struct lost_file *lost = at->machine->lost; count-- > 0; lost++) {
        if (lost->kind != kind || (from && !lazynccl_same_file(from, lost->path)) ||
            is_among_stubs(lost) || is_replaced(at, lost) ||
            (lost->why && rule_has_evidence(at, lost->path)))
            continue; /* LN117 or LN102 reports it */
        report_one(at, id, lost, what, lost->owner == before);
        before = lost->owner;
    }
}

/* Writes the SHA-256 of a file in the form that RECORD uses. Returns 0, or -1. */
static int read_digest(const char *path, char digest[SHA256_TEXT])
{
    FILE *file = fopen(path, "re");
    static char part[1 << 16];
    struct sha256 sha;
    size_t size;

    if (!file)
        return -1;
    sha256_begin(&sha);
    while ((size = fread(part, 1, sizeof part, file)) > 0)
        sha256_add(&sha, part, size);
    fclose(file);
    sha256_end(&sha, digest);
    return 0;
}

/* Returns 1 if a digest differs from the one in a package's list; conda's is hexadecimal. */
static int is_other(const char *said, const char digest[SHA256_TEXT])
{
    unsigned char bytes[SHA256_SIZE] = {0};
    char text[SHA256_TEXT];

    if (strlen(said) != 64)
        return strcmp(said, digest) != 0;
    for (int i = 0; i < SHA256_SIZE; i++)
        sscanf(said + 2 * i, "%2hhx", &bytes[i]);
    sha256_text(bytes, text);
    return strcmp(text, digest) != 0;
}

/* Reports a file whose content is not the one in the list of its package. */
static void check_content(struct examination *at, const struct dist_info *owner, const char *path,
                          const char *said)
{
    OWNED(memory) char *inside = view_inside(at->machine->target, path);
    char digest[SHA256_TEXT];

    for (size_t i = 0; i < at->machine->lost_count; i++)
        if (strcmp(at->machine->lost[i].path, path) == 0)
            return; /* reported as lost */
    if (said && inside && read_digest(inside, digest) == 0 && is_other(said, digest))
        report_one(at, "LN141",
                   &(struct lost_file){owner, (char *)path,
                                       "another content than when it was installed", FILE_CHANGED},
                   "changed", 0);
}

/* Checks the file that was named, or else all libraries of a package. */
static void check_contents(void *context, const char *folder, struct distribution *of)
{
    struct examination *at = context;
    const struct dist_info *owner = distribution_record(at->machine, of);
    const char *from = at->machine->target->from;

    for (size_t i = 0; i < owner->files.count; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", folder, owner->files.list[i]);

        if (from ? strcmp(path, from) == 0 : strstr(owner->files.list[i], ".so") != NULL)
            check_content(at, owner, path, owner->contents[i].digest);
    }
}

/* Compares the content of the file that was named or, with --load, of all libraries of packages. */
static void look_at_contents(struct examination *at)
{
    const char *from = at->machine->target->from;
    struct distribution *owner = from ? packages_owner(at->machine, from) : NULL;

    if (owner) {
        OWNED(memory)
        char *folder = memory_copy_part(from, owner->info.prefix ? strlen(owner->info.prefix)
                                                                 : lazynccl_site_length(from));

        check_contents(at, folder, owner);
    } else if (!from && at->facts->is_loaded) {
        packages_each(at->machine, check_contents, at);
    }
}

FINDING(
    LN125, "package-file-gone", ERROR, "a file of an installed package is gone",
    "The package's RECORD lists the library, but the file is not there, while pip still reports "
    "the package as installed. Usually another package that owned the same file was "
    "uninstalled: those for CUDA 12 and 13 share nvidia/nccl/lib/libnccl.so.2.",
    "pip install --force-reinstall --no-deps the package", "rwth-i6/returnn#1802")
{
    report_lost(at, "LN125", FILE_GONE, "gone");
}

FINDING(
    LN140, "package-file-damaged", ERROR, "a file of an installed package cannot be loaded",
    "The library is truncated or empty, is not an ELF file, such as a pointer of Git LFS, or is "
    "for another machine: an installation that was interrupted, a full disk, a copy. pip reports "
    "the package as installed, and pip install does nothing. Or its file system is mounted with "
    "noexec, and ld.so may not map its code.",
    "pip install --force-reinstall --no-deps the package; for noexec another file system",
    "docs/search-order.md")
{
    report_lost(at, "LN140", FILE_DAMAGED, "damaged");
    report_lost(at, "LN140", FILE_NOEXEC, "not loadable");
}

FINDING(LN141, "package-file-changed", NOTE, "a file of an installed package has changed",
        "The size of the library is not the one in the package's RECORD, or in conda-meta; or its "
        "SHA-256, which is compared if the file is named, and with --load. Something has replaced "
        "or changed the file after the installation: another package, "
        "patchelf, strip, a copy by hand. pip and conda report the release that they installed.",
        "install the package again, unless the change was meant",
        "PyPA's specification of RECORD; conda's paths_data")
{
    report_lost(at, "LN141", FILE_CHANGED, "changed");
    look_at_contents(at);
}

/* Reports a bare name for which ld.so gives no file, or another copy than the target's. */
static void check_name(struct examination *at, const char *path, const char *name,
                       const struct lazynccl_description *desc)
{
    const char *from = NULL;
    OWNED(memory) char *gives = linker_find(at->machine, path, name, &from);
    const struct candidate *copy = facts_copy(at->facts, desc->name);

    if (gives && copy && lazynccl_same_file(gives, copy->path))
        return;
    rule_add(at, "LN110", "%s opens %s, which is %s", strings_base_name(path), name,
             gives ? "another copy" : "not found");
    rule_line(at, "%s", path);
    if (gives)
        rule_line(at, "%s (%s)", machine_shown(at->machine, gives), from);
    if (copy)
        rule_evidence(at, desc, copy);
}

/* Returns the bare names in the text of a file, in one pass: the file may have half a gigabyte. */
static struct strings names_in_named(const struct machine *machine)
{
    OWNED(memory)
    char *path = machine->target->from ? view_inside(machine->target, machine->target->from) : NULL;
    struct strings names = {0};
    struct elf_file file;

    if (!path || elf_file_head(&file, path) != NULL)
        return names;
    names = elf_file_opens(&file, 1);
    elf_file_close(&file);
    return names;
}

/* Reports files with a bare name in a .note.dlopen or, if the user named the file, in its text. */
FINDING(
    LN110, "unversioned-name", WARNING, "a file opens a library by an unversioned name",
    "NVIDIA's wheels contain libnccl.so.2 but no libnccl.so. A file that opens the latter finds "
    "nothing, or the copy of another installation, which is the second one in the process.",
    "set the program's own variable for the library's path, or link that name to the right file",
    "pegainfer-project/pegainfer#810, torch_tensorrt's distributed/_nccl_utils.py")
{
    const struct environment *all = environment_read(at->facts);
    OWNED(strings) struct strings named = names_in_named(at->machine);

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const char *soname = desc->sonames[0];
        OWNED(memory) char *name = memory_print("%.*s.so", (int)strcspn(soname, "."), soname);
        OWNED(memory) char *quoted = memory_print("\"%s\"", name);
        int declared = 0;

        for (size_t i = 0; i < all->notes.count; i++) {
            const char *note = all->notes.list[i], *text = strchr(note, '\n');
            OWNED(memory) char *path = memory_copy_part(note, (size_t)(text - note));

            if (strstr(text, quoted)) {
                declared = 1;
                check_name(at, path, name, desc);
            }
        }
        if (!declared && strings_has(&named, name))
            check_name(at, at->machine->target->from, name, desc);
    }
}
