/* Chooses which arguments a function's records contain, by the types of its parameters.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/recipes.h"
#include "standin/template/signatures.h"
#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_WORDS = 16 }; /* stack words that a trampoline copies if it calls the function */

/* Compares a function's name with a row's, like strcmp(). */
static int compare_name(const char *function, const char *row)
{
    size_t length = strcspn(row, "=~");
    int order = strncmp(function, row, length);

    return order ? order : function[length] != '\0';
}

/* Returns a function's types, or NULL if they are unknown. */
static const char *types_of(const char *function)
{
    const char *low = lazynccl_signatures, *high = low + lazynccl_signatures_size;

    while (low < high) {
        const char *row = low + (high - low) / 2;

        while (row > low && row[-1])
            row--;
        int order = compare_name(function, row);

        if (order == 0)
            return row + strcspn(row, "=~");
        if (order < 0)
            high = row;
        else
            low = row + strlen(row) + 1;
    }
    return NULL;
}

/* Reads a digit in base 36. */
static int place_of(char digit)
{
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/* Reads the parameters of a row of lazynccl_signatures. Returns their number; -1: too many. */
static int read_types(const char *types, int machine,
                      struct recipe_parameter parameters[RECIPE_PARAMETERS])
{
    int count = 0;

    while (*types && count < RECIPE_PARAMETERS) {
        struct recipe_parameter *parameter = &parameters[count++];
        char *type;

        parameter->kind = types[0];
        parameter->place = place_of(types[machine == EM_X86_64 ? 1 : 2]);
        parameter->bytes = (int)strtol(types + 3, &type, 10);
        parameter->type = type + 1;
        parameter->length = (int)strcspn(type + 1, ";");
        types = parameter->type + parameter->length;
        if (*types)
            types++;
    }
    return *types ? -1 : count;
}

int recipe_read(const char *function, int machine,
                struct recipe_parameter parameters[RECIPE_PARAMETERS])
{
    const char *types = types_of(function);

    return types ? read_types(types + 1, machine, parameters) : -1;
}

/* Returns 1 if a trampoline can call the function instead of jumping to it: if all arguments are in
 * integer registers or in a few words of the stack. */
static int may_call(const struct recipe_parameter *parameters, int count, int machine)
{
    int end = 0;

    for (int i = 0; i < count; i++) {
        int words =
            parameters[i].kind == 'S' && machine == EM_X86_64 ? (parameters[i].bytes + 7) / 8 : 1;

        if (parameters[i].kind == 'f')
            return 0;
        end = parameters[i].place + words > end ? parameters[i].place + words : end;
    }
    return machine == EM_X86_64 ? end <= 6 + STACK_WORDS : end <= 8;
}

/* Counts the arguments of one kind. */
static int count_kind(const struct recipe_parameter *parameters, int count, char kind)
{
    int found = 0;

    for (int i = 0; i < count; i++)
        if (parameters[i].kind == kind)
            found++;
    return found;
}

/* Chooses the arguments that a trampoline records: none in floating-point registers, and no pointer
 * to data while more arguments are left than words. Returns 1 if it chose a pointer to a handle. */
static int choose_words(struct lazynccl_recipe *recipe, const struct recipe_parameter *parameters,
                        int count, int machine)
{
    int left = count - count_kind(parameters, count, 'f'), has_address = 0;

    for (int i = 0, n = 0; i < count && n < LAZYNCCL_RING_WORDS; i++) {
        const struct recipe_parameter *parameter = &parameters[i];

        if (parameter->kind == 'f')
            continue;
        if (parameter->kind == 'p' && left > LAZYNCCL_RING_WORDS) {
            left--;
            continue;
        }
        /* on x86-64, rax and the return address are saved between registers and stack */
        recipe->word[n] =
            (uint8_t)(parameter->place + (machine == EM_X86_64 && parameter->place >= 6 ? 2 : 0));
        recipe->parameter[n] = (uint8_t)(i + 1);
        if (parameter->kind == 'H')
            has_address = 1;
        if (strchr("SU", parameter->kind)) {
            recipe->hashed |= (uint8_t)(1 << n);
            recipe->bytes = (uint16_t)parameter->bytes;
        }
        n++;
    }
    return has_address;
}

struct lazynccl_recipe recipe_of(const char *function, int machine)
{
    struct recipe_parameter parameters[RECIPE_PARAMETERS];
    struct lazynccl_recipe recipe = {.out = LAZYNCCL_RECIPE_NONE, .word = {0, 1, 2, 3, 4}};
    const char *types = types_of(function);
    int count = recipe_read(function, machine, parameters);
    int chosen = choose_words(&recipe, parameters, count, machine);

    if (count == 1 && parameters[0].kind == 'h') /* most functions with one handle destroy it */
        chosen = 1;
    recipe.call =
        (chosen || recipe.hashed) && *types == '=' && may_call(parameters, count, machine);
    if (!recipe.call)
        recipe.hashed = 0;
    for (int i = 0; i < count && recipe.call; i++) {
        if (parameters[i].kind == 'H')
            recipe.out = (uint8_t)parameters[i].place;
        if (parameters[i].kind == 'S' && machine == EM_X86_64)
            recipe.stack = STACK_WORDS;
    }
    return recipe;
}
