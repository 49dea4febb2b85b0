/* Finds the place of a crash in a signal handler.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The handler runs on a stack of its own, because endless recursion is a crash too. What it calls
 * is not safe in a handler, strictly: if it crashes itself, or waits for a lock, the process still
 * ends, and only the place is not known. */
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

/* Where the signal came in; NULL: not known for this machine. */
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

/* The callers, innermost first; none without unwind tables. Returns how many. */
static int read_frames(void *frames[MOST_FRAMES])
{
#ifdef __GLIBC__
    return backtrace(frames, MOST_FRAMES);
#else
    return 0;
#endif
}

/* Adds "libfoo.so+0x1234". Returns 1 if the address is in a file. */
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

static void note_place(int signal, siginfo_t *info, void *context)
{
    struct session_now *now = watched->step.now;
    char *at = interrupted(context);
    void *frames[MOST_FRAMES];
    int inside, count;

    now->place[0] = '\0';
    inside = at && is_in_plugin(at);
    add_place(now->place, sizeof now->place, "", at);
    count = inside ? 0 : read_frames(frames);
    for (int i = 0; i < count; i++) {
        const char *caller = (const char *)frames[i] - 1; /* in the call, not after it */

        if (!is_in_plugin(caller))
            continue;
        add_place(now->place, sizeof now->place, *now->place ? ", called from " : "", caller);
        break;
    }
    raise(signal); /* delivered once this returns, to the default action */
}

void place_watch(struct session *s)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = note_place,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND},
                     old;
    void *frames[MOST_FRAMES];

    watched = s;
    read_frames(frames); /* loads the unwinder, which a handler cannot */
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
}
