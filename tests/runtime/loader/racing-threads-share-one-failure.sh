# 64 threads make their first call at once without the library: each gets the error code and the
# same error text, which stays valid. Also under ThreadSanitizer.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >race.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "lazynccl.h"
#define THREADS 64
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
static pthread_barrier_t gate;

static void *call(void *reason)
{
    int version = -1;
    pthread_barrier_wait(&gate);
    if (ncclGetVersion(&version) == 2 && version == 0)
        *(const char **)reason = ncclGetErrorString(2);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    const char *reasons[THREADS] = {0}, *why;
    int count = 0;
    pthread_barrier_init(&gate, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call, &reasons[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    why = lazynccl_error(lazynccl_nccl(), NULL);
    for (int i = 0; i < THREADS; i++)
        count += reasons[i] && strcmp(reasons[i], why) == 0;
    printf("%d the same: %.22s\n", count, why);
    return 0;
}
C

race()
{
    for run in 1 2 3 4 5; do
        equal "$("$@" 2>&1)" "64 the same: NCCL cannot be used: n"
    done
}

consumer race.c race -pthread
race ./race
with_thread_sanitizer race.c race
