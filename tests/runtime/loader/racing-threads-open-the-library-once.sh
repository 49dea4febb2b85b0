# 64 threads make their first call at once: each gets the library's answer, and its constructor runs
# once. Also under ThreadSanitizer.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >constructor.c <<'C'
#include <unistd.h>
static int ready;
__attribute__((constructor)) static void construct(void)
{
    usleep(50000); /* long enough for every thread to arrive */
    ready = write(1, "constructed\n", 12) == 12;
}
int ncclGroupStart(void)
{
    return ready ? 0 : 4;
}
C
fake_library nccl 2.28.9 lib constructor.c

cat >race.c <<'C'
#include <pthread.h>
#include <stdio.h>
#define THREADS 64
int ncclGetVersion(int *version);
int ncclGroupStart(void);
static pthread_barrier_t gate;

static void *call(void *right)
{
    int version = 0, *first = right, odd = *first;
    pthread_barrier_wait(&gate);
    /* two functions, so that a slot is filled while the next one is used */
    *first = odd ? ncclGroupStart() == 0 && ncclGetVersion(&version) == 0
                 : ncclGetVersion(&version) == 0 && ncclGroupStart() == 0;
    *first &= version == 22809;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int right[THREADS], count = 0;
    pthread_barrier_init(&gate, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        right[i] = i % 2;
        pthread_create(&threads[i], NULL, call, &right[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        count += right[i];
    }
    printf("%d right\n", count);
    return 0;
}
C

race()
{
    for run in 1 2 3 4 5; do
        equal "$(LAZYNCCL_LIBPATH=$stage/lib "$@" 2>&1)" "constructed
64 right"
    done
}

consumer race.c race -pthread
race ./race
[ -n "${SHARED-}" ] || exit 0 # on another platform, where the rest would compile for this one
with_thread_sanitizer race.c race

# With musl, whose dlopen() alone waits for the constructors that another thread runs.
command -v musl-gcc >/dev/null || exit 0
"$PYTHON" "$SOURCE/gen" vendor nccl -o copy
(CC=musl-gcc && fake_library nccl 2.28.9 lib constructor.c)
musl-gcc -w race.c copy/lazynccl.c -Icopy -o race-musl
race ./race-musl
