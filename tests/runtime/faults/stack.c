/* usage: stack coroutine|thread: makes a first call on a stack of 8 kB with an inaccessible page
 * after it, or on a thread's stack of 16 kB, and prints how much it used. With PLAIN: dlopen,
 * dlsym, call. With "absent" as a second word, the library is known to be absent before. */
#include "../../libc.h"
#include <ucontext.h>

#define PATTERN 0x5a

static int absent, right;

static void call(void)
{
    int version = 0;
#ifdef PLAIN
    void *handle = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    int (*ncclGetVersion)(int *);

    *(void **)&ncclGetVersion = handle ? dlsym(handle, "ncclGetVersion") : NULL;
    right = ncclGetVersion && ncclGetVersion(&version) == 0 && version == 22809;
#else
    int ncclGetVersion(int *);

    right =
        absent ? ncclGetVersion(&version) == 2 : ncclGetVersion(&version) == 0 && version == 22809;
#endif
}

static void *call_in_thread(void *nothing)
{
    call();
    return nothing;
}

/* Returns so many bytes, followed by an inaccessible page. */
static unsigned char *make_stack(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *stack =
        mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (stack == MAP_FAILED || mprotect(stack, page, PROT_NONE) != 0)
        _exit(2);
    return memset(stack + page, PATTERN, size);
}

int main(int count, char **words)
{
    int coroutine = count > 1 && strcmp(words[1], "coroutine") == 0;
    size_t size = coroutine ? 8192 : 16384, left = 0;
    unsigned char *stack = make_stack(size);
    ucontext_t here, there;
    pthread_attr_t attributes;
    pthread_t thread;

    absent = count > 2;
    if (absent)
        call();
    if (coroutine) {
        getcontext(&there);
        there.uc_stack.ss_sp = stack;
        there.uc_stack.ss_size = size;
        there.uc_link = &here;
        makecontext(&there, call, 0);
        swapcontext(&here, &there);
    } else {
        pthread_attr_init(&attributes);
        if (pthread_attr_setstack(&attributes, stack, size) != 0 ||
            pthread_create(&thread, &attributes, call_in_thread, NULL) != 0)
            return 2;
        pthread_join(thread, NULL);
    }
    while (left < size && stack[left] == PATTERN)
        left++;
    printf("%zu of %zu bytes\n", size - left, size);
    return !right;
}
