/* 64 threads make their first calls at once. Prints how many got the library's answers, and how
 * many the error code and the same reason, which stays valid. */
#include "../libc.h"
#include <lazynccl.h>
#define THREADS 64
int ncclGetVersion(int *version);
int ncclGroupStart(void);
const char *ncclGetErrorString(int code);

static pthread_barrier_t gate;
static struct result {
    int odd, right;
    const char *reason;
} results[THREADS];

static void *call(void *of_thread)
{
    struct result *result = of_thread;
    int version = -1, code, started;

    pthread_barrier_wait(&gate);
    /* two functions, so that a slot is filled while the next one is used */
    started = result->odd ? ncclGroupStart() : -1;
    code = ncclGetVersion(&version);
    if (!result->odd)
        started = ncclGroupStart();
    result->right = code == 0 && started == 0 && version == 22809;
    if (code == 2 && started == 2 && version == 0)
        result->reason = ncclGetErrorString(2);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    const char *why;
    int right = 0, same = 0;

    pthread_barrier_init(&gate, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        results[i].odd = i % 2;
        pthread_create(&threads[i], NULL, call, &results[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    why = lazynccl_error(lazynccl_nccl(), NULL);
    for (int i = 0; i < THREADS; i++) {
        right += results[i].right;
        same += results[i].reason && why && strcmp(results[i].reason, why) == 0;
    }
    printf("%d right, %d the same: %.22s\n", right, same, why ? why : "open");
    return 0;
}
