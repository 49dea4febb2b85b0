/* usage: take LIBRARY...: loads these and prints what was found, or the reason. */
#include "found.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        lazynccl_library *library = library_named(argv[i]);

        if (lazynccl_load(library))
            printf("%s", lazynccl_report(library));
        print_found(argv[i], library);
    }
    return 0;
}
