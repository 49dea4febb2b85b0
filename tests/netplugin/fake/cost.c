/* Prints the nanoseconds of one isend or test over a plugin that moves nothing.
 *
 * usage: cost LAZY CALLS */
#include "caller.h"
#include <time.h>

int main(int count, char **words)
{
    void *ctx = NULL, *listened = NULL, *sender = NULL, *mhandle = NULL, *request;
    long calls = count == 3 ? atol(words[2]) : 0;
    char handle[HANDLE_SIZE], memory[8];
    struct timespec before, after;
    int done = 0, result;

    if (!calls || caller_open(words[1]) < 0 || call_init(&ctx, 1, -1) != SUCCESS)
        return 2;
    result = call_listen(ctx, 0, handle, &listened) || call_connect(ctx, 0, -1, handle, &sender) ||
             call_reg(sender, memory, sizeof memory, PTR_HOST, &mhandle);
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (long i = 0; i < calls / 2; i++) {
        request = NULL;
        result |= call_isend(sender, memory, 1, 1, mhandle, NULL, &request);
        result |= net->test(request, &done, NULL);
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("%.1f\n", ((double)(after.tv_sec - before.tv_sec) * 1e9 +
                      (double)(after.tv_nsec - before.tv_nsec)) /
                         (double)calls);
    return result;
}
