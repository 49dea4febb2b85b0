/* Finds the GPU architecture that a text is about.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/architecture.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From the release notes of CUDA, and nvcc --list-gpu-arch. */
static const struct architecture architectures[] = {
    {20, "Fermi", NULL, "9.0", ""},
    {21, "Fermi", NULL, "9.0", ""},
    {30, "Kepler", NULL, "11.0", "GTX 6|GTX 77|GTX 76"},
    {32, "Kepler", NULL, "11.0", ""},
    {35, "Kepler", NULL, "12.0", "K40|K20|GTX 78|GT 710|GT 730"},
    {37, "Kepler", NULL, "12.0", "K80"},
    {50, "Maxwell", NULL, "13.0", "GTX 75|GTX 85|GTX 95|940M|840M"},
    {52, "Maxwell", NULL, "13.0", "GTX 96|GTX 97|GTX 98|M40|M60"},
    {53, "Maxwell", NULL, "13.0", "Jetson Nano"},
    {60, "Pascal", "8.0", "13.0", "P100"},
    {61, "Pascal", "8.0", "13.0", "GTX 10|TITAN Xp|Tesla P4|MX150|MX250"},
    {62, "Pascal", "8.0", "13.0", "Jetson TX2"},
    {70, "Volta", "9.0", "13.0", "V100|TITAN V"},
    {72, "Volta", "9.2", "13.0", "Xavier"},
    {75, "Turing", "10.0", NULL, "RTX 20|GTX 16|Tesla T4|TITAN RTX|Quadro RTX"},
    {80, "Ampere", "11.0", NULL, "A100|A800"},
    {86, "Ampere", "11.1", NULL, "RTX 30|RTX A|A40|A10G"},
    {87, "Ampere", "11.4", NULL, "Orin"},
    {89, "Ada", "11.8", NULL, "RTX 40|L40"},
    {90, "Hopper", "11.8", NULL, "H100|H200|H800|H20"},
    {100, "Blackwell", "12.8", NULL, "B200"},
    {101, "Blackwell", "12.8", "13.0", ""},
    {103, "Blackwell", "12.9", NULL, "B300"},
    {110, "Blackwell", "13.0", NULL, "Thor"},
    {120, "Blackwell", "12.8", NULL, "RTX 50|RTX PRO "},
    {121, "Blackwell", "12.9", NULL, "GB10|DGX Spark"},
};
enum { COUNT = sizeof architectures / sizeof *architectures };

/* Returns the row of the number after one of the words: "120", "12.0", "(12, 0)". */
static const struct architecture *after_words(const char *text, const char *words)
{
    for (const char *at = text; *at; at++) {
        size_t length = strings_length_of_first(words, at);
        const char *digits = at + length + strspn(at + length, " :=('\"");

        if (!length || !isdigit((unsigned char)*digits))
            continue;
        char *end;
        int number = (int)strtol(digits, &end, 10) % 1000;
        size_t gap = strspn(end, "., ");
        if (gap && number < 20 && isdigit((unsigned char)end[gap]))
            number = number * 10 + end[gap] - '0';
        for (size_t i = 0; i < COUNT; i++)
            if (architectures[i].number == number)
                return &architectures[i];
    }
    return NULL;
}

const struct architecture *architecture_named(const char *line, size_t length, const char *text)
{
    OWNED(memory) char *own = memory_copy_part(line, length);
    const struct architecture *found = after_words(own, "compute_|sm_|capability ");

    if (!found)
        found = after_words(text, "arch=compute_|arch=sm_|capability sm_|capability|Capability");
    for (size_t i = 0; !found && i < COUNT; i++)
        if (*architectures[i].gpus && strings_contain_any(text, architectures[i].gpus))
            found = &architectures[i];
    return found;
}
