/* usage: [QUIET=1] runs TIMES COMMAND...: runs the commands in turn, for TIMES rounds, each in its
 * own process, all on one CPU. For each it prints: its median nanoseconds (its own figure, or
 * from fork to exit), the median of its ratios to the first command, its largest resident set in
 * KiB, its page faults, and its median CPU nanoseconds. Commands are split at spaces. QUIET ignores
 * their output, and accepts a status of 1. */
#include "../libc.h"

#define WORDS 64

struct command {
    char *words[WORDS];
    double *nanoseconds, *ratio, *computed;
    struct rusage used;
};

static int quiet;

static double nanoseconds(struct timeval time)
{
    return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* Runs it once, and returns its nanoseconds. */
static double run(struct command *command)
{
    double start = clock_ms(CLOCK_MONOTONIC), took = 0;
    char text[64] = "";
    int ends[2], status;
    ssize_t got;
    pid_t child;

    if (pipe(ends) < 0 || (child = fork()) < 0)
        fail("fork");
    if (child == 0) {
        dup2(quiet ? open("/dev/null", O_WRONLY) : ends[1], 1);
        execvp(command->words[0], command->words);
        _exit(127);
    }
    close(ends[1]);
    got = read(ends[0], text, sizeof text - 1);
    if (wait4(child, &status, 0, &command->used) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) > quiet) {
        fprintf(stderr, "%s: status %d\n", command->words[0], status);
        exit(1);
    }
    took = (clock_ms(CLOCK_MONOTONIC) - start) * 1e6;
    close(ends[0]);
    return got > 0 ? atof(text) : took;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
    return numbers[count / 2];
}

int main(int count, char **words)
{
    int times = count > 2 ? atoi(words[1]) : 0, commands = count - 2;
    struct command *command = calloc((size_t)count, sizeof *command);
    cpu_set_t one;

    quiet = getenv("QUIET") != NULL;
    if (times < 1) {
        fprintf(stderr, "usage: runs TIMES COMMAND...\n");
        return 2;
    }
    for (int c = 0; c < commands; c++) {
        int n = 0;

        for (char *word; n < WORDS - 1 && (word = strsep(&words[c + 2], " "));)
            if (*word)
                command[c].words[n++] = word;
        command[c].nanoseconds = calloc((size_t)times, sizeof(double));
        command[c].ratio = calloc((size_t)times, sizeof(double));
        command[c].computed = calloc((size_t)times, sizeof(double));
    }
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int t = -1; t < times; t++) /* The first round is a warm-up. */
        for (int i = 0; i < commands; i++) {
            struct command *next = &command[(t + 1 + i) % commands]; /* one after the other */
            double took = run(next);

            if (t < 0)
                continue;
            next->nanoseconds[t] = took;
            next->computed[t] = nanoseconds(next->used.ru_utime) + nanoseconds(next->used.ru_stime);
        }
    for (int c = 0; c < commands; c++)
        for (int t = 0; t < times; t++)
            command[c].ratio[t] = command[c].nanoseconds[t] / command[0].nanoseconds[t];
    for (int c = 0; c < commands; c++)
        printf("%.0f %.3f %ld %ld %.0f\n", median(command[c].nanoseconds, times),
               median(command[c].ratio, times), command[c].used.ru_maxrss,
               command[c].used.ru_minflt + command[c].used.ru_majflt,
               median(command[c].computed, times));
    return 0;
}
