# A call of a library that is known to be absent needs less than 8 kB of stack, whatever vector
# registers the processor has.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >small.c <<'C'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
int ncclGetVersion(int *version);
static int code;

static void call(void)
{
    int version;
    code = ncclGetVersion(&version);
}

int main(void)
{
    /* a page that must not be touched, and 8 kB */
    char *stack = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ucontext_t main, small;
    call();
    code = 0;
    mprotect(stack, 4096, PROT_NONE);
    getcontext(&small);
    small.uc_stack.ss_sp = stack + 4096;
    small.uc_stack.ss_size = 2 * 4096;
    small.uc_link = &main;
    makecontext(&small, call, 0);
    swapcontext(&main, &small);
    printf("%d\n", code);
    return 0;
}
C
consumer small.c static
shared_consumer small.c shared
for program in static shared; do
    equal "$(LAZYNCCL_LIBPATH=/nowhere ./$program)" 2
done
