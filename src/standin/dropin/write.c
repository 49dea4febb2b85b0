/* usage: write MACHINE SONAME FILE: writes the drop-in of a described library, for the machine of
 * this number in ELF. Runs on the machine that builds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "standin/elf/code.h"
#include "standin/elf/make.h"
#include "standin/elf/stub_lookup.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    int machine = count == 4 ? atoi(arguments[1]) : 0;

    if (!code_machine_of(machine))
        return fputs("no template for this machine\n", stderr), 1;
    struct source_library real = stub_lookup_library(arguments[2], machine);
    const char *why = real.count ? make_at(&real, &(struct make_hints){0}, arguments[3])
                                 : "no stub has this SONAME";

    if (why)
        fprintf(stderr, "%s: %s\n", arguments[2], why);
    free(real.functions);
    free(real.nodes);
    return why != NULL;
}
