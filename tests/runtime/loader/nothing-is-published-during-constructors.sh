# While constructors run, their own calls return, and calls of other threads wait until the
# constructors have finished.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >callback.c <<'C'
int ncclGroupEnd(void)
{
    return 0;
}
/* runs after waiting.c's in a plain link */
__attribute__((constructor(101))) static void call_back(void)
{
    ncclGroupEnd();
}
C
fake_library nccl 2.28.9 lib callback.c "$SOURCE/tests/fake/waiting.c"

cat >early.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "lazynccl.h"
int ncclGroupStart(void);

static int answered;

static void *call(void *code)
{
    *(int *)code = ncclGroupStart();
    __atomic_store_n(&answered, 1, __ATOMIC_RELEASE);
    return NULL;
}

int main(void)
{
    int first = -1, second = -1;
    pthread_t opener, other;
    alarm(60);
    pthread_create(&opener, NULL, call, &first);
    while (access("begun", F_OK) != 0)
        usleep(1000);
    pthread_create(&other, NULL, call, &second);
    usleep(100000); /* long enough for the call to reach the library, if it could */
    printf("%s, %s\n", __atomic_load_n(&answered, __ATOMIC_ACQUIRE) ? "answered" : "waiting",
           lazynccl_path(lazynccl_nccl()) ? "published" : "not published");
    close(open("go", O_CREAT | O_WRONLY, 0600));
    pthread_join(opener, NULL);
    pthread_join(other, NULL);
    printf("%d and %d\n", first, second);
    return 0;
}
C
consumer early.c early -pthread
shared_consumer early.c early-shared -pthread
for program in early early-shared; do
    rm -f begun go
    equal "$(LAZYNCCL_LIBPATH=$stage/lib ./$program)" "waiting, not published
0 and 0"
done
