/* Opens the program of a case as a module, PROGRAM.so, runs it, and closes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **words)
{
    char path[4096];
    void (*run)(void);
    void *module;

    snprintf(path, sizeof path, "%s.so", *words);
    module = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!module) {
        fprintf(stderr, "%s\n", dlerror());
        return 127;
    }
    run = (void (*)(void))dlsym(module, "run");
    run();
    return dlclose(module) || !count;
}
