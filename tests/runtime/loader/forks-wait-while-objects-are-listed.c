/* A fork waits while another thread lists the loaded objects, even if a signal handler in that
 * thread forks meanwhile, which waits for nothing. */
#include "../../libc.h"
#include <link.h>

int ncclGetVersion(int *version);

static int started, forks, forks_inside;
static pthread_t thread;

static void fork_once(int number)
{
    pid_t child = fork();

    (void)number;
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    __atomic_add_fetch(&forks, 1, __ATOMIC_RELEASE);
}

static void *fork_in_thread(void *unused)
{
    fork_once(0);
    return unused;
}

/* The archive calls this definition, as it is the program's. */
int dl_iterate_phdr(int (*each)(struct dl_phdr_info *, size_t, void *), void *context)
{
    int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *);

    *(void **)&real = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    if (!started) {
        started = 1;
        raise(SIGUSR1);
        pthread_create(&thread, NULL, fork_in_thread, NULL);
        usleep(200000); /* long enough for the fork, if it does not wait */
        forks_inside = __atomic_load_n(&forks, __ATOMIC_ACQUIRE);
    }
    return real(each, context);
}

int main(void)
{
    int version;

    alarm(20);
    signal(SIGUSR1, fork_once);
    ncclGetVersion(&version);
    if (!started)
        return 1;
    pthread_join(thread, NULL);
    printf("%d forks while the objects were listed, %d in all\n", forks_inside, forks);
    return forks_inside != 1 || forks != 2;
}
