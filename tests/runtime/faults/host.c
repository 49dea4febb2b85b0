/* usage: host [MODULE [FROM TO]]: calls take() of the program, or of a module; after it has loaded
 * that, the file FROM is renamed TO. */
#include <dlfcn.h>
#include <stdio.h>

__attribute__((weak)) void take(void);

int main(int count, char **words)
{
    void *module = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
    void (*call)(void) = take;

    if (count > 1)
        *(void **)&call = module ? dlsym(module, "take") : NULL;
    if (!call)
        puts(dlerror());
    else if (count > 3 && rename(words[2], words[3]) != 0)
        perror(words[2]);
    else
        call();
    return 0;
}
