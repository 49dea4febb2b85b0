/* Opens the program of a case as a module, PROGRAM.so, among many others, runs it, and closes it.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **words)
{
    char path[4096];
    void (*run)(void);
    void *module;

    for (int i = 0; i < 30; i++) {
        snprintf(path, sizeof path, "%s/../many/%d", words[count - 1], i);
        dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    }
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
