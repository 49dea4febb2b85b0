/* Faults on demand: the n-th allocation or system call of one thread fails.
 *
 * Allocations come here first, because the program's malloc serves the whole process, including
 * ld.so. System calls are trapped by seccomp. The signal handler either makes the call, from the
 * one address that the filter allows, or returns the error. */
#include "failing.h"
#include "../../libc.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <ucontext.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static _Thread_local struct {
    int counting, n, after, seen;
} memory, calls;
static int call_error;

static int fails(int seen, int n, int after)
{
    return after ? seen >= n : seen == n;
}

static int memory_fails(void)
{
    if (!memory.counting || !fails(++memory.seen, memory.n, memory.after))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return memory_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return memory_fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return memory_fails() ? NULL : __libc_realloc(old, size);
}

/* make_call(number, six arguments): the system call itself; made_call: the address after it. */
long make_call(long number, long a, long b, long c, long d, long e, long f);
extern const char made_call[];
#ifdef __x86_64__
__asm__(".text\n.globl make_call, made_call\nmake_call:\n"
        "mov %rdi, %rax\nmov %rsi, %rdi\nmov %rdx, %rsi\nmov %rcx, %rdx\nmov %r8, %r10\n"
        "mov %r9, %r8\nmov 8(%rsp), %r9\nsyscall\nmade_call: ret\n");
#define ARGUMENT(c, i)                                                                             \
    (c)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9}[i]]
#define RESULT(c) (c)->uc_mcontext.gregs[REG_RAX]
#else
__asm__(".text\n.globl make_call, made_call\nmake_call:\n"
        "mov x8, x0\nmov x0, x1\nmov x1, x2\nmov x2, x3\nmov x3, x4\nmov x4, x5\nmov x5, x6\n"
        "svc 0\nmade_call: ret\n");
#define ARGUMENT(c, i) (c)->uc_mcontext.regs[i]
#define RESULT(c) (c)->uc_mcontext.regs[0]
#endif

static void on_call(int signal, siginfo_t *info, void *context)
{
    ucontext_t *c = context;

    (void)signal;
    if (calls.counting && fails(++calls.seen, calls.n, calls.after))
        RESULT(c) = -call_error;
    else
        RESULT(c) = make_call(info->si_syscall, (long)ARGUMENT(c, 0), (long)ARGUMENT(c, 1),
                              (long)ARGUMENT(c, 2), (long)ARGUMENT(c, 3), (long)ARGUMENT(c, 4),
                              (long)ARGUMENT(c, 5));
}

static void trap_calls(void)
{
    static const unsigned trapped[] = {
        SYS_openat,    SYS_read,       SYS_pread64,  SYS_fstat,    SYS_newfstatat,
        SYS_statx,     SYS_mmap,       SYS_mprotect, SYS_lseek,    SYS_readlinkat,
        SYS_faccessat, SYS_getdents64, SYS_getcwd,
#ifdef SYS_open
        SYS_open,      SYS_stat,       SYS_lstat,    SYS_readlink, SYS_access,
#endif
    };
    enum { COUNT = sizeof trapped / sizeof *trapped };
    struct sock_filter filter[COUNT + 7];
    uint64_t after = (uint64_t)(uintptr_t)made_call;
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    unsigned short n = 0;

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(value, then, other) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), then, other)
    filter[n++] = (struct sock_filter)LOAD(instruction_pointer);
    filter[n++] = (struct sock_filter)IF(after, 0, 2);
    filter[n++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4);
    filter[n++] = (struct sock_filter)IF(after >> 32, COUNT + 1, 0);
    filter[n++] = (struct sock_filter)LOAD(nr);
    for (int i = 0; i < COUNT; i++)
        filter[n++] = (struct sock_filter)IF(trapped[i], (unsigned char)(COUNT - i), 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {n, filter};

    if (sigaction(SIGSYS, &action, NULL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(77); /* this machine has no seccomp */
}

void failing_allocations(int n, int after)
{
    memory.n = n;
    memory.after = after;
    memory.counting = 1;
}

void failing_calls(int n, int after, int error)
{
    trap_calls();
    call_error = error;
    calls.n = n;
    calls.after = after;
    calls.counting = 1;
}

int failing_stop(void)
{
    memory.counting = calls.counting = 0;
    return memory.seen + calls.seen;
}
