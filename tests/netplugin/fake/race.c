/* Threads that each start a communicator, move messages and end it, repeatedly and at once.
 *
 * usage: race LAZY */
#include "transfer.h"

#define THREADS 6
#define TIMES 10

static pthread_barrier_t start;
static int failed[THREADS];

static void *run(void *argument)
{
    int self = (int)(size_t)argument;

    pthread_barrier_wait(&start);
    for (int i = 0; i < TIMES; i++) {
        void *ctx = NULL;
        struct net_properties props;
        int count;

        if (call_init(&ctx, (uint64_t)self, self % 3) != SUCCESS ||
            net->devices(&count) != SUCCESS || net->getProperties(0, &props) != SUCCESS ||
            transfer(ctx, 0, self % 3, 2, 1, 100) != 0 || call_finalize(ctx) != SUCCESS)
            failed[self] = 1;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int result = 0;

    if (argc != 2 || caller_open(argv[1]) != 0)
        return 2;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)(size_t)i);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        result |= failed[i];
    }
    fputs(said, stdout);
    return result;
}
