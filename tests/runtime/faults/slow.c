/* usage: main MODULE SLOW FORKS: opens the module, then forks while another thread is inside the
 * constructor of SLOW, then opens FORKS, whose constructor waits for a thread that forks. */
#include "../../libc.h"

static void *fork_once(void *unused)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return unused;
}

#if defined SLOW
__attribute__((constructor)) static void construct(void)
{
    sleep(2);
}
#elif defined FORKS
__attribute__((constructor)) static void construct(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, fork_once, NULL);
    pthread_join(thread, NULL);
    puts("forked");
}
#else
static void *open_slow(void *file)
{
    if (!dlopen(file, RTLD_NOW))
        puts(dlerror());
    return NULL;
}

int main(int count, char **words)
{
    double start;
    pthread_t thread;

    alarm(10);
    if (count < 4 || (*words[1] && !dlopen(words[1], RTLD_NOW)))
        return 2;
    pthread_create(&thread, NULL, open_slow, words[2]);
    usleep(500000);
    start = clock_ms(CLOCK_MONOTONIC);
    fork_once(NULL);
    start = clock_ms(CLOCK_MONOTONIC) - start;
    /* The constructor sleeps for 1.5 more seconds, which a fork that waits for it would take. */
    puts(start < 1200 ? "quick" : "slow");
    pthread_join(thread, NULL);
    open_slow(words[3]);
    puts("done");
    return 0;
}
#endif
