/* Finds the location of a crash in a signal handler.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The handler runs on a separate stack, because endless recursion also ends in a crash. Strictly,
 * the functions that it calls are not async-signal-safe. If the handler crashes or deadlocks, the
 * process still ends, and only the location is lost. */
#include "netplugin/check/session/place.h"
#include "common/text/strings.h"
#include <dlfcn.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif

#define MOST_FRAMES 64

static struct session *watched;
static char stack[64 << 10];

static struct watch {
    int signal;
    int ours;                /* 1 if no handler was installed before */
    struct sigaction theirs; /* the handler of the plugin, or SIG_DFL */
} watches[] = {{.signal = SIGSEGV},
               {.signal = SIGBUS},
               {.signal = SIGABRT},
               {.signal = SIGILL},
               {.signal = SIGFPE}};
#define WATCHES (sizeof watches / sizeof *watches)

/* Returns the address that the signal interrupted, or NULL on other machines. */
static void *interrupted(const ucontext_t *context)
{
#if defined __x86_64__
    return (void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (void *)context->uc_mcontext.pc;
#elif defined __riscv
    return (void *)context->uc_mcontext.__gregs[REG_PC];
#else
    return NULL;
#endif
}

/* Reads the call stack, innermost first. Returns the number of frames, 0 without unwind tables. */
static int read_frames(void *frames[MOST_FRAMES])
{
#ifdef __GLIBC__
    return backtrace(frames, MOST_FRAMES);
#else
    return 0;
#endif
}

/* Appends "libfoo.so+0x1234". Returns 1 if the address is in a file. */
static int add_place(char *text, size_t size, const char *before, const char *address)
{
    size_t length = strlen(text);
    Dl_info info;

    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return 0;
    snprintf(text + length, size - length, "%s%s+0x%zx", before, strings_base_name(info.dli_fname),
             (size_t)(address - (const char *)info.dli_fbase));
    return 1;
}

static int is_in_plugin(const char *address)
{
    Dl_info info;

    return dladdr(address, &info) && info.dli_fname && strcmp(info.dli_fname, watched->path) == 0;
}

/* Calls the handler of the plugin. Returns 0 if it has none. */
static int call_theirs(int signal, siginfo_t *info, void *context)
{
    for (size_t i = 0; i < WATCHES; i++) {
        const struct sigaction *theirs = &watches[i].theirs;

        if (watches[i].signal != signal || theirs->sa_handler == SIG_DFL)
            continue;
        if (theirs->sa_flags & SA_SIGINFO)
            theirs->sa_sigaction(signal, info, context);
        else
            theirs->sa_handler(signal);
        return 1;
    }
    return 0;
}

/* Writes the place of `at` and, if that is outside the plugin, where the plugin called it from. */
static void find_place(struct session_now *now, const char *at)
{
    void *frames[MOST_FRAMES];
    int count = at && is_in_plugin(at) ? 0 : read_frames(frames);

    now->place[0] = '\0';
    add_place(now->place, sizeof now->place, "", at);
    for (int i = 0; i < count; i++) {
        const char *caller = (const char *)frames[i] - 1; /* inside the call */

        if (!is_in_plugin(caller))
            continue;
        add_place(now->place, sizeof now->place, *now->place ? ", called from " : "", caller);
        return;
    }
}

static void note_place(int signal, siginfo_t *info, void *context)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    struct session_now *now = watched->step.now;

    now->signal = signal;
    find_place(now, interrupted(context));
    if (call_theirs(signal, info, context)) { /* the handler returned, so the process continues */
        now->signal = 0;
        now->place[0] = '\0';
        return;
    }
    sigaction(signal, &standard, NULL);
    raise(signal); /* delivered when this handler returns */
}

/* Reinstalls the handlers if the plugin replaced them. The handlers of the plugin are called as
 * well. */
static void watch_on(void)
{
    const struct sigaction action = {.sa_sigaction = note_place,
                                     .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction there;

    for (struct watch *watch = watches; watch < watches + WATCHES; watch++) {
        if (!watch->ours || sigaction(watch->signal, NULL, &there) != 0 ||
            there.sa_handler == SIG_IGN || there.sa_sigaction == note_place)
            continue;
        watch->theirs = there;
        sigaction(watch->signal, &action, NULL);
    }
}

void place_watch(struct session *s)
{
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    void *frames[MOST_FRAMES];
    struct sigaction there;

    watched = s;
    read_frames(frames); /* loads the unwinder now, because a handler must not load libraries */
    sigaltstack(&own, NULL);
    for (struct watch *watch = watches; watch < watches + WATCHES; watch++)
        watch->ours = sigaction(watch->signal, NULL, &there) == 0 && there.sa_handler == SIG_DFL;
    s->watch_on = watch_on;
    watch_on();
}
