/* usage: forks FORKS LIBRARY [MODULE...]: starts FORKS processes in which one thread makes its
 * first call while another forks at a random moment; the child makes its own first call. Loads the
 * modules first, and lets a third thread allocate if a library is preloaded. Prints how many forks
 * came in the middle of a first call, and how these ended. With PLAIN the calls are dlopen
 * and dlsym. */
#include "../../libc.h"
#include <sys/time.h>

#define RIGHT 22809
#define AT_ONCE 2       /* processes that are not waiting for one that hangs */
#define CHILD_SECONDS 8 /* a child that takes longer hangs */
#define PARENT_SECONDS 20
#define WAITING 8 /* the most processes, including those that wait for one that hangs */
#define SLOW 1000 /* milliseconds: a process that takes longer may hang */

static struct shared {
    double milliseconds; /* of a first call */
    int middle, child_hung, child_wrong, parent_hung, parent_wrong;
} * shared;

static const char *file;
static int ready, go, done;

static int call(void)
{
    int version = 0;
#ifdef PLAIN
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    int (*ncclGetVersion)(int *);

    *(void **)&ncclGetVersion = handle ? dlsym(handle, "ncclGetVersion") : NULL;
    return ncclGetVersion && ncclGetVersion(&version) == 0 && version == RIGHT;
#else
    int ncclGetVersion(int *);

    return ncclGetVersion(&version) == 0 && version == RIGHT;
#endif
}

static volatile sig_atomic_t seconds;

static void tick(int number)
{
    if (--seconds > 0)
        return;
    signal(number, SIG_DFL);
    raise(number);
}

/* Ends this process with a signal after so many seconds, counted one by one, so that a pause of the
 * whole machine counts as one second. If a thread allocates without end, CPU seconds are counted,
 * because on a busy machine it takes the time that the other threads need. */
static void live(int limit, int busy)
{
    static const struct itimerval second = {{1, 0}, {1, 0}};

    seconds = limit;
    signal(busy ? SIGPROF : SIGALRM, tick);
    setitimer(busy ? ITIMER_PROF : ITIMER_REAL, &second, NULL);
}

static int hung(int status)
{
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF);
}

static void *first_call(void *right)
{
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
        ;
    *(int *)right = call();
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void *allocate(void *nothing)
{
    for (void *volatile bytes;; free(bytes))
        bytes = malloc(100);
    return nothing;
}

/* One process: the first call of its thread, a fork, the first call of the child. */
static void subject(unsigned seed)
{
    pthread_t caller, worker;
    int right = 0, status, before;
    double until;
    pid_t child;

    live(PARENT_SECONDS, getenv("LD_PRELOAD") != NULL);
    if (getenv("LD_PRELOAD"))
        pthread_create(&worker, NULL, allocate, NULL);
    pthread_create(&caller, NULL, first_call, &right);
    /* Both threads run when the call begins, or the call would often end before the fork. */
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        ;
    __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
    until = clock_ms(CLOCK_MONOTONIC) + shared->milliseconds * (rand_r(&seed) / (RAND_MAX + 1.0));
    while (clock_ms(CLOCK_MONOTONIC) < until)
        ;
    before = __atomic_load_n(&done, __ATOMIC_ACQUIRE);
    child = fork();
    if (child == 0) {
        live(CHILD_SECONDS, 0);
        _exit(!call());
    }
    if (!before)
        __atomic_add_fetch(&shared->middle, 1, __ATOMIC_RELAXED);
    waitpid(child, &status, 0);
    if (hung(status))
        __atomic_add_fetch(&shared->child_hung, 1, __ATOMIC_RELAXED);
    else if (status != 0)
        __atomic_add_fetch(&shared->child_wrong, 1, __ATOMIC_RELAXED);
    pthread_join(caller, NULL);
    _exit(!right);
}

static void ended(int status)
{
    if (hung(status))
        shared->parent_hung++;
    else if (status != 0)
        shared->parent_wrong++;
}

int main(int count, char **words)
{
    int forks, running = 0, status;
    double *since, oldest;

    if (count < 3)
        return 2;
    forks = atoi(words[1]);
    file = words[2];
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    since = calloc((size_t)forks + 1, sizeof *since);
    for (int i = 3; i < count; i++)
        if (!dlopen(words[i], RTLD_NOW | RTLD_LOCAL))
            return 2;
    for (int i = 0; i < 10; i++) { /* measures how long it takes */
        if (fork() == 0) {
            double start = clock_ms(CLOCK_MONOTONIC);

            live(PARENT_SECONDS, 0);
            call();
            start = clock_ms(CLOCK_MONOTONIC) - start;
            if (i == 0 || start < shared->milliseconds)
                shared->milliseconds = start;
            _exit(0);
        }
        wait(NULL);
    }
    for (int i = 0; i < forks; i++) {
        pid_t started_now;

        since[i] = clock_ms(CLOCK_MONOTONIC);
        started_now = fork();
        if (started_now == 0)
            subject((unsigned)i);
        running++;
        /* A hanging process does not delay the others. */
        for (;;) {
            while (waitpid(-1, &status, WNOHANG) > 0) {
                ended(status);
                running--;
            }
            oldest = i >= AT_ONCE - 1 ? since[i - AT_ONCE + 1] : 0;
            if (running < AT_ONCE ||
                (running < WAITING && clock_ms(CLOCK_MONOTONIC) - oldest > SLOW))
                break;
            usleep(200);
        }
    }
    while (wait(&status) > 0)
        ended(status);
    printf("%6d %6d %6d %6d %6d %6d\n", forks, shared->middle, shared->child_hung,
           shared->child_wrong, shared->parent_hung, shared->parent_wrong);
    return 0;
}
