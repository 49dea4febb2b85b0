/* Reads what Windows and macOS say of libraries that they cannot load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/elsewhere.h"
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+@", letter));
}

int elsewhere_soname(const char *name, char soname[COMPLAINT_NAME])
{
    static const char *const of_driver[][2] = {{"nvcuda.dll", "libcuda.so.1"},
                                               {"nvml.dll", "libnvidia-ml.so.1"},
                                               {"nvcuvid.dll", "libnvcuvid.so.1"},
                                               {"nvEncodeAPI64.dll", "libnvidia-encode.so.1"}};
    size_t length = strlen(name), stem;

    for (size_t i = 0; i < sizeof of_driver / sizeof *of_driver; i++)
        if (strcasecmp(name, of_driver[i][0]) == 0)
            return snprintf(soname, COMPLAINT_NAME, "%s", of_driver[i][1]) > 0;
    if (length > 6 && strcmp(name + length - 6, ".dylib") == 0) { /* libcudart.9.0.dylib */
        stem = strcspn(name, ".");
        return snprintf(soname, COMPLAINT_NAME, "%.*s.so%.*s", (int)stem, name,
                        (int)(length - 6 - stem), name + stem) > 0;
    }
    if (length < 5 || length > 200 || strcasecmp(name + length - 4, ".dll") != 0)
        return 0;
    for (stem = 0; stem < length - 4; stem++) /* nvrtc64_112_0, nvinfer_10 */
        if (name[stem] == '_' && isdigit((unsigned char)name[stem + 1]))
            break;
    int number = stem < length - 4 ? atoi(name + stem + 1) : 0;
    int has_minor = number >= 65 && number < 1000; /* of CUDA 6.5 and later */
    stem -= stem > 2 && strncmp(name + stem - 2, "64", 2) == 0 ? 2 : 0;
    snprintf(soname, COMPLAINT_NAME,
             has_minor                     ? "lib%.*s.so.%d.%d"
             : number > 0 && number < 1000 ? "lib%.*s.so.%d"
                                           : "lib%.*s.so",
             (int)stem, name, has_minor ? number / 10 : number, number % 10);
    return 1;
}

/* Reads the next name of a library, without its folder. Returns what follows it, or NULL. */
static const char *next_name(const struct clean_line *line, const char *from,
                             char name[COMPLAINT_NAME])
{
    const char *at = line->small + (from - line->text);
    const char *suffixes =
        strstr(line->small, "the specified ") ? ".dll|.node|.pyd" : ".dll|.dylib";
    size_t suffix;

    while (*at && (!(suffix = strings_length_of_first(suffixes, at)) ||
                   (at[suffix] != '.' && is_name(at[suffix]))))
        at++;
    if (!*at)
        return NULL;
    const char *end = line->text + (at - line->small) + suffix, *start = end;
    while (start > line->text && is_name(start[-1]))
        start--;
    snprintf(name, COMPLAINT_NAME, "%.*s", (int)(end - start), start);
    return end;
}

int elsewhere_read(struct complaint *to, const struct clean_line *line)
{
    static const char fails[] =
        "not found|no such|could not|couldnt|cannot|cant find|unable|failed|missing|error loading|"
        "dependencies|not configured|not loaded|not find|is not a valid win32|error code 193";
    static const char lacks[] =
        "not found|no such|could not be found|dependencies|dependent|"
        "dll load failed|unable to load dll|not loaded|not find|not locate|missing|126";
    const char *loaded = strstr(line->small, "library not loaded: "); /* macOS's words */
    static const char *const heads[] = {"dll load failed while importing ", "unable to load dll "};
    const char *at = loaded ? line->text + (loaded - line->small) : line->text;
    char name[COMPLAINT_NAME], soname[COMPLAINT_NAME];
    int lacks_other = /* wine also reports what a program goes on without */
        strings_contain_any(line->small, lacks) && !strings_contain_any(line->small, "err:|fixme:");

    if (!strings_contain_any(line->small, fails) || strstr(line->small, "winerror 1455") ||
        (!loaded && strings_contain_any(line->small, ".so|cannot open shared object")))
        return 0; /* or Linux's */
    *to = (struct complaint){.kind = COMPLAINT_ELSEWHERE,
                             .is_loaded = strstr(line->small, "dependent libraries") != NULL};
    while ((at = next_name(line, at, name))) {
        int is_nvidias = elsewhere_soname(name, soname) && nvidia_title(soname);

        if (is_nvidias || (!*to->library && lacks_other))
            strcpy(to->library, name);
        if (is_nvidias || loaded)
            break;
    }
    for (size_t i = 0; !*to->library && i < sizeof heads / sizeof *heads; i++) {
        const char *head = strstr(line->small, heads[i]);
        const char *word = head ? line->text + (head - line->small) + strlen(heads[i]) : "";

        snprintf(to->library, sizeof to->library, "%.*s%s", (int)strcspn(word, ": "), word,
                 *word && i ? ".dll" : "");
    }
    return *to->library != '\0';
}
