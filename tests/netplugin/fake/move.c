/* Two communicators, one after the other, move messages of many sizes over any plugin: grouped as
 * its properties allow, and many at once.
 *
 * usage: move PLUGIN */
#include "transfer.h"

static int most_grouped(void)
{
    struct net_properties props;

    if (net->getProperties(0, &props) != SUCCESS)
        return 0;
    SINCE_5(return props.maxRecvs < MOST_GROUPED ? props.maxRecvs : MOST_GROUPED;)
    return 1;
}

static int communicate(void)
{
    static const size_t sizes[] = {0, 1, 4096, 100000};
    void *ctx = NULL;
    int count = 0, failed;

    failed = call_init(&ctx, 1, -1) != SUCCESS || net->devices(&count) != SUCCESS || count < 1;
    for (size_t i = 0; !failed && i < sizeof sizes / sizeof *sizes; i++)
        failed = transfer(ctx, 0, -1, 1, 1, sizes[i]) != 0 ||
                 transfer(ctx, 0, -1, MOST_ROUNDS, most_grouped(), sizes[i]) != 0;
    return call_finalize(ctx) != SUCCESS || failed;
}

int main(int argc, char **argv)
{
    int failed;

    if (argc != 2 || caller_open(argv[1]) != 0)
        return 2;
    failed = communicate() || communicate();
    fputs(said, stdout);
    caller_close();
    return failed;
}
