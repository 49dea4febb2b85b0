/* Reads a Python distribution's METADATA, WHEEL, RECORD and variant.json, and a file of conda-meta.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/wheels/dist_info.h"
#include "common/text/json.h"
#include "common/text/memory.h"
#include "runtime/library/description.h"
#include <ctype.h>

/* Reads one line of METADATA or WHEEL. If there are several names or versions, the first counts. */
static void read_header(struct dist_info *info, char *line)
{
    const struct {
        const char *key;
        char **first;
        struct strings *all;
    } rows[] = {{"Name:", &info->name, NULL},
                {"Version:", &info->version, NULL},
                {"Requires-Dist:", NULL, &info->requires},
                {"Tag:", NULL, &info->tags}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *value = line + strlen(rows[i].key);

        if (strncasecmp(line, rows[i].key, strlen(rows[i].key)) != 0)
            continue;
        value += strspn(value, " \t");
        size_t length = strlen(value);
        while (length > 0 && strchr(" \r", value[length - 1]))
            length--;
        if (rows[i].all)
            strings_add(rows[i].all, value, length);
        else if (!*rows[i].first)
            *rows[i].first = memory_copy_part(value, length);
    }
}

/* Adds a file to the list. Takes over the digest. `size`: decimal, or NULL. */
static void add_file(struct dist_info *info, const char *path, char *digest, const char *size)
{
    int is_given = size && isdigit((unsigned char)*size);

    info->contents = memory_grow(info->contents, info->files.count, sizeof *info->contents);
    info->contents[info->files.count] =
        (struct dist_content){is_given ? strtoll(size, NULL, 10) : -1, digest};
    strings_add(&info->files, path, strlen(path));
}

/* RECORD's lines are PATH,HASH,SIZE; a path that contains a comma or a quote is quoted. */
static void read_record(struct dist_info *info, char *line)
{
    static const char sha256[] = "sha256=";
    char *size = strrchr(line, ','), *digest, *to = line;

    if (!size)
        return;
    *size++ = '\0';
    if ((digest = strrchr(line, ',')))
        *digest++ = '\0';
    if (*line == '"') {
        for (const char *at = line + 1; *at && (*at != '"' || *++at == '"'); at++)
            *to++ = *at;
        *to = '\0';
    }
    int is_known = digest && strncmp(digest, sha256, strlen(sha256)) == 0;
    add_file(info, line, is_known ? memory_copy(digest + strlen(sha256)) : NULL, size);
}

/* Reads the label of a variant: the name of the only member of "variants". */
static void read_variant(struct dist_info *info, const char *text)
{
    const char *object = json_blank(text);
    const char *value =
        *object == '{' && json_value_end(object) ? json_find(object, "variants") : NULL;
    const char *name = value && *value == '{' ? json_blank(value + 1) + 1 : "";
    size_t length = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz_.");

    if (length && name[length] == '"') {
        free(info->label);
        info->label = memory_copy_part(name, length);
    }
}

static char *copy_string(const char *value)
{
    return value && *value == '"' ? memory_copy_part(value + 1, strcspn(value + 1, "\"")) : NULL;
}

/* Reads a file of conda-meta, whose files are objects in "paths" or, in old releases, strings. */
static void read_conda(struct dist_info *info, const char *text)
{
    if (*json_blank(text) != '{' || !json_value_end(json_blank(text)))
        return;
    const char *data = json_find(text, "paths_data");
    const char *files = data && *data == '{' ? json_find(data, "paths") : json_find(text, "files");

    info->name = copy_string(json_find(text, "name"));
    info->version = copy_string(json_find(text, "version"));
    for (const char *at = files && *files == '[' ? json_blank(files + 1) : "]"; *at != ']';
         at = json_next(at)) {
        OWNED(memory) char *path = copy_string(*at == '{' ? json_find(at, "_path") : at);

        if (!path)
            continue;
        const char *object = *at == '{' ? at : "{}";
        char *digest = copy_string(json_find(object, "sha256_in_prefix"));
        add_file(info, path, digest ? digest : copy_string(json_find(object, "sha256")),
                 json_find(object, "size_in_bytes"));
    }
}

void dist_info_read(struct dist_info *info, const char *file, const char *text)
{
    if (strcmp(file, "conda") == 0) {
        read_conda(info, text);
        return;
    }
    if (strcmp(file, "variant.json") == 0) {
        read_variant(info, text);
        return;
    }
    int record = strcmp(file, "RECORD") == 0;
    OWNED(memory) char *copy = memory_copy(text);

    for (char *rest = copy, *line; (line = strsep(&rest, "\n"));) {
        if (!record && (!*line || *line == '\r'))
            return; /* after the headers comes the description, which may look like them */
        (record ? read_record : read_header)(info, line);
    }
}

void dist_info_free(struct dist_info *info)
{
    free(info->name);
    free(info->version);
    free(info->label);
    for (size_t i = 0; i < info->files.count; i++)
        free(info->contents[i].digest);
    free(info->contents);
    free(info->prefix);
    strings_free(&info->requires);
    strings_free(&info->tags);
    strings_free(&info->files);
    *info = (struct dist_info){0};
}

/* Returns a letter of a package's name in lower case, with '-' for each of '-', '_' and '.'. */
static int letter(char c)
{
    return c && strchr("-_.", c) ? '-' : tolower((unsigned char)c);
}

/* Returns how many letters at the beginning of two names are the same. */
static size_t common_length(const char *a, const char *b)
{
    size_t count = 0;

    while (a[count] && letter(a[count]) == letter(b[count]))
        count++;
    return count;
}

/* Returns the N of glibc 2.N for the end of a manylinux tag: "_2_28_x86_64" or an older name. */
static int glibc_of(const char *name)
{
    if (strncmp(name, "_2_", 3) == 0)
        return (int)strtol(name + 3, NULL, 10);
    return strncmp(name, "2014", 4) == 0 ? 17 : strncmp(name, "2010", 4) == 0 ? 12 : 5;
}

int dist_info_glibc(const struct dist_info *info)
{
    int least = 0;

    for (size_t i = 0; i < info->tags.count; i++)
        for (const char *at = info->tags.list[i]; (at = strstr(at, "manylinux"));) {
            int glibc = glibc_of(at += strlen("manylinux"));

            least = !least || glibc < least ? glibc : least;
        }
    return least;
}

int dist_info_same_name(const char *a, const char *b)
{
    size_t count = common_length(a, b);

    return !a[count] && !b[count];
}

/* Returns the rest of a requirement after the package's name, with or without a suffix such as
 * "-cu12"; NULL if it is for another package. */
static const char *after_name(const char *requirement, const char *package)
{
    size_t at = common_length(package, requirement);

    if (package[at])
        return NULL;
    if (letter(requirement[at]) == '-' && strncasecmp(requirement + at + 1, "cu", 2) == 0)
        at += 3 + strspn(requirement + at + 3, "0123456789");
    return isalnum((unsigned char)requirement[at]) || letter(requirement[at]) == '-'
               ? NULL
               : requirement + at;
}

/* Returns 1 if the requirement is for NVIDIA's meta-package with an extra for the library, which is
 * named after the package or the library: "cuda-toolkit[cudart,nvrtc]==13.*". */
static int is_toolkit(const char *requirement, const char *package, const char *soname)
{
    const char *extra = after_name(requirement, "cuda-toolkit");
    const char *stem = strncmp(soname, "lib", 3) == 0 ? soname + 3 : soname;
    size_t stem_length = strcspn(stem, ".");

    if (strncmp(package, "nvidia-", 7) == 0)
        package += strncmp(package, "nvidia-cuda-", 12) == 0 ? 12 : 7;
    while (extra && (*extra == '[' || *extra == ',')) {
        size_t length = strcspn(++extra, ",]");

        if ((length == strlen(package) && strncasecmp(extra, package, length) == 0) ||
            (length == stem_length && strncasecmp(extra, stem, length) == 0))
            return 1;
        extra += length;
    }
    return 0;
}

const char *dist_info_brings(const struct dist_info *info, const char *package, const char *soname)
{
    const char *first = NULL;
    char suffix[16], version[16];

    snprintf(suffix, sizeof suffix, "-cu%d", lazynccl_major_of(soname));
    snprintf(version, sizeof version, "==%d.", lazynccl_major_of(soname));
    for (size_t i = 0; i < info->requires.count; i++) {
        const char *requirement = info->requires.list[i];

        if (!after_name(requirement, package) && !is_toolkit(requirement, package, soname))
            continue;
        if (strstr(requirement, suffix) || strstr(requirement, version))
            return requirement; /* for the library's CUDA, if there are several */
        if (!first)
            first = requirement;
    }
    return first;
}
