/* Looks up tables as NCCL does. usage: look-up LAZY [init|SYMBOL...]...
 * Prints the name in each table, or "none". `init` first starts the network, as v11. */
#include "net_operations.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void *lazy;

static void log_line(int level, unsigned long subsystems, const char *file, int line,
                     const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fputs(level == LAZYNCCL_NET_LOG_WARN ? "WARN " : "INFO ", stdout);
    vprintf(format, values);
    putchar('\n');
    va_end(values);
}

static void init(void)
{
    struct lazynccl_net_v11 *net = dlsym(lazy, "ncclNetPlugin_v11");
    struct lazynccl_net_config config = {-1};
    void *ctx = NULL;

    printf("init: %d\n", net->init(&ctx, 1, &config, log_line, NULL));
}

int main(int argc, char **argv)
{
    lazy = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    for (int i = 2; lazy && i < argc; i++) {
        const char *const *table;

        if (strcmp(argv[i], "init") == 0) {
            init();
            continue;
        }
        table = dlsym(lazy, argv[i]);
        printf("%s: %s\n", argv[i], table ? *table : "none");
    }
    return !lazy;
}
