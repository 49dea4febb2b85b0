# Threads call, query and reload while the library appears: once one thread has seen it, no thread
# finds it absent. Also under ThreadSanitizer.
fake_library nccl 2.28.9 ready

with_libc >retry.c <<'C'
#include "lazynccl.h"
#define THREADS 16
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
static int seen, failing, relapsed;

static void *call(void *number)
{
    lazynccl_library *nccl = lazynccl_nccl();
    int kind = *(int *)number % 4, announced = 0, tries = 0, done = 0;
    while (done < 100) {
        int before = __atomic_load_n(&seen, __ATOMIC_ACQUIRE), version = -1, there;
        if (kind == 0)
            there = lazynccl_load(nccl) == 0;
        else if (kind == 1)
            there = lazynccl_available(nccl);
        else if (kind == 2)
            there = ncclGetVersion(&version) == 0 && version == 22809;
        else
            there = lazynccl_error(nccl, "ncclGetVersion") == NULL && lazynccl_version(nccl);
        lazynccl_report(nccl);
        ncclGetErrorString(2);
        lazynccl_require(nccl, 20000 + tries++ % 2809);
        if (there)
            __atomic_store_n(&seen, 1, __ATOMIC_RELEASE);
        else if (before)
            __atomic_store_n(&relapsed, 1, __ATOMIC_RELAXED);
        if (!there && !announced++)
            __atomic_fetch_add(&failing, 1, __ATOMIC_RELAXED);
        done += there;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    alarm(120);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, call, &numbers[i]);
    }
    while (__atomic_load_n(&failing, __ATOMIC_RELAXED) < THREADS)
        usleep(1000);
    rename("ready/libnccl.so.2", "lib/libnccl.so.2");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    puts(relapsed ? "found absent again" : "stayed");
}
C

retry()
{
    for run in 1 2 3; do
        rm -rf lib
        mkdir lib
        equal "$(LAZYNCCL_LIBPATH=$stage/lib "$@" 2>&1)" stayed
        mv lib/libnccl.so.2 ready
    done
}

consumer retry.c retry -pthread
retry ./retry
with_thread_sanitizer retry.c retry
