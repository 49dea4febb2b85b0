# A child forked while another thread holds ld.so's lock never gets it, so its first call hangs, as
# its own dl_iterate_phdr call would. lazynccl cannot prevent that, except by lazynccl_load() before
# the fork. A first call or a thrown exception holds the lock for microseconds. The test asserts
# that lazynccl is no worse than glibc.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

fake_library nccl 2.28.9 lib
cat >fork.c <<'C'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lazynccl.h"
int ncclGetVersion(int *version);
static int ends[2], inside;

static int wait_inside(struct dl_phdr_info *info, size_t size, void *nothing)
{
    char byte;
    (void)info, (void)size, (void)nothing;
    __atomic_store_n(&inside, 1, __ATOMIC_RELEASE);
    return (int)read(ends[0], &byte, 1); /* until the child has ended */
}

static void *list(void *nothing)
{
    dl_iterate_phdr(wait_inside, NULL);
    return nothing;
}

static int stop(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)info, (void)size, (void)nothing;
    return 1;
}

int main(int count, char **words)
{
    int status, version;
    pthread_t thread;
    pid_t child;
    (void)count;
    if (strcmp(words[1], "loaded") == 0)
        lazynccl_load(lazynccl_nccl());
    if (pipe(ends) < 0)
        return 1;
    pthread_create(&thread, NULL, list, NULL);
    while (!__atomic_load_n(&inside, __ATOMIC_ACQUIRE))
        usleep(1000);
    child = fork();
    if (child == 0) {
        alarm(3);
        if (strcmp(words[1], "glibc") == 0)
            dl_iterate_phdr(stop, NULL);
        else
            ncclGetVersion(&version);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (write(ends[1], "", 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    puts(WIFEXITED(status) ? "ended" : "waited");
    return 0;
}
C
export LAZYNCCL_LIBPATH="$stage/lib"
consumer fork.c fork -pthread
equal "$(./fork loaded)" ended
./fork glibc >glibc &
./fork ours >ours
wait $!
equal "$(cat ours)" "$(cat glibc)"
