/* A thread moves messages, and ends after the plugin is closed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: outlive PLUGIN */
#include "transfer.h"

static pthread_barrier_t moved, closed;
static int failed;

static void *run(void *unused)
{
    void *ctx = NULL;
    int count;

    (void)unused;
    failed = call_init(&ctx, 1, 0) != SUCCESS || net->devices(&count) != SUCCESS ||
             transfer(ctx, 0, 0, 2, 1, 100) != 0 || call_finalize(ctx) != SUCCESS;
    pthread_barrier_wait(&moved);
    pthread_barrier_wait(&closed);
    return NULL; /* the destructors of its keys run now */
}

int main(int argc, char **argv)
{
    pthread_t thread;

    if (argc != 2 || caller_open(argv[1]) != 0)
        return 2;
    pthread_barrier_init(&moved, NULL, 2);
    pthread_barrier_init(&closed, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    pthread_barrier_wait(&moved);
    caller_close();
    printf("%s\n", dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) ? "stays" : "closed");
    pthread_barrier_wait(&closed);
    pthread_join(thread, NULL);
    return failed;
}
