/* Counts the memory allocations and locks while data moves, by wrapping both functions here in the
 * program.
 *
 * usage: moving LAZY */
#include "expect.h"

static long asked;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);

void *malloc(size_t size)
{
    __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
    return __libc_calloc(count, size);
}

/* With one thread, a lock that is never taken is correct. */
int pthread_mutex_lock(pthread_mutex_t *lock)
{
    __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    return 0;
}

int main(int count, char **words)
{
    void *ctx = NULL, *listened = NULL, *sender = NULL, *receiver = NULL, *data[8], *mhandles[8];
    char handle[HANDLE_SIZE], memory[8];
    size_t sizes[8];
    int tags[8], done = 0;
    long before = 0;

    (void)both;
    real = 8;
    if (count != 2 || caller_open(words[1]) < 0)
        return 2;
    EXPECT(call_init(&ctx, 1, -1) == SUCCESS && asked > 0);
    EXPECT(call_listen(ctx, 0, handle, &listened) == SUCCESS);
    EXPECT(call_connect(ctx, 0, -1, handle, &sender) == SUCCESS);
    EXPECT(call_accept(listened, &receiver) == SUCCESS);
    EXPECT(call_reg(sender, memory, sizeof memory, PTR_HOST, &mhandles[0]) == SUCCESS);
    for (int i = 0; i < 8; i++) {
        data[i] = memory;
        mhandles[i] = mhandles[0];
        sizes[i] = tags[i] = 1;
    }
    for (int i = 0; i < 1000; i++) {
        void *request = NULL;
        int n = VERSION < 5 ? 1 : 8;

        if (i == 1) /* the first calls of a thread in a recording allocate */
            before = asked;
        EXPECT(call_isend(sender, memory, 1, 1, mhandles[0], NULL, &request) == SUCCESS);
        EXPECT(net->test(request, &done, NULL) == SUCCESS && done == 1);
        EXPECT(call_irecv(receiver, n, data, sizes, tags, mhandles, mhandles, &request) == SUCCESS);
        EXPECT(net->test(request, &done, NULL) == SUCCESS && done == 1);
    }
    EXPECT(asked == before);
    return failed;
}
