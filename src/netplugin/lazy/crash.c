/* Prints the name of a file whose constructors crash the process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/crash.h"
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
enum { SIGNALS = sizeof signals / sizeof *signals };

static struct sigaction before[SIGNALS];
static volatile long thread; /* the thread that opens the file */
static char line[512];       /* prepared in advance for the handler */
static volatile size_t length;

static void handle(int signal, siginfo_t *, void *where);

/* Restores the handlers that are still ours, because constructors may have installed others. */
void lazynccl_net_unguard(void)
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;

        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_sigaction == handle)
            sigaction(signals[i], &before[i], NULL);
    }
}

static void handle(int signal, siginfo_t *info, void *where)
{
    if (syscall(SYS_gettid) == thread && write(2, line, length) < 0)
        length = 0;
    lazynccl_net_unguard();
    if (info->si_code <= 0) /* a sent signal, as by abort(): delivered on return */
        raise(signal);
    /* otherwise the faulting instruction runs again and reaches the restored handler */
}

void lazynccl_net_guard(const char *name)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    int n =
        snprintf(line, sizeof line,
                 "lazynccl: %.400s crashes while it is opened: in a constructor of this file or "
                 "of a library that it needs\n",
                 name);

    length = n < (int)sizeof line ? (size_t)n : sizeof line - 1;
    thread = syscall(SYS_gettid);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}
