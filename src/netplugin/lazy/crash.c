/* Names the file whose constructors crash: that cannot be survived, but it can be said.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "netplugin/lazy/crash.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
enum { SIGNALS = sizeof signals / sizeof *signals };

static struct sigaction before[SIGNALS];
static volatile long thread; /* that opens the file */
static char line[512];       /* what to write, made ready */
static volatile size_t length;

static void say_and_go_on(int signal, siginfo_t *, void *where);

/* Puts back what was there, if it is still ours that is there: constructors may install their own.
 */
static void put_back(void)
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;

        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_sigaction == say_and_go_on)
            sigaction(signals[i], &before[i], NULL);
    }
}

static void say_and_go_on(int signal, siginfo_t *info, void *where)
{
    (void)where;
    if (syscall(SYS_gettid) == thread && write(2, line, length) < 0)
        length = 0;
    put_back();
    if (info->si_code <= 0) /* sent, as abort() does: comes when this returns, to whom it was for */
        raise(signal);
    /* else what did it is done again, so that its handler learns where and may mend it */
}

void lazynccl_net_guard(const char *name)
{
    struct sigaction action = {.sa_sigaction = say_and_go_on, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    int n = snprintf(line, sizeof line,
                     "lazynccl: %.400s crashes while it is opened: it, or what it needs, has a "
                     "constructor that does\n",
                     name);

    length = n < (int)sizeof line ? (size_t)n : sizeof line - 1;
    thread = syscall(SYS_gettid);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

void lazynccl_net_unguard(void)
{
    put_back();
}
