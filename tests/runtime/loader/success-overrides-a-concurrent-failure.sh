# If one thread opens the library while another publishes a failure, the success is published.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

fake_library nccl 2.28.9 "$stage/lib" "$SOURCE/tests/fake/waiting.c"

cat >load.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "lazynccl.h"
int ncclGetVersion(int *version);

static void *open_it(void *result)
{
    *(int *)result = lazynccl_load(lazynccl_nccl());
    return NULL;
}

int main(int count, char **folders)
{
    lazynccl_library *nccl = lazynccl_nccl();
    int version, good = -2, bad;
    pthread_t thread;
    (void)count;
    alarm(60);

    lazynccl_set_path(nccl, folders[1]); /* not found: the failure that the thread has seen */
    printf("first call %d\n", ncclGetVersion(&version));
    lazynccl_set_path(nccl, folders[2]);
    pthread_create(&thread, NULL, open_it, &good);
    while (access("begun", F_OK) != 0)
        usleep(1000);
    lazynccl_set_path(nccl, folders[3]); /* not found: another failure */
    bad = lazynccl_load(nccl);
    close(open("go", O_CREAT | O_WRONLY, 0600));
    pthread_join(thread, NULL);
    printf("loads %d and %d\n", good, bad);
    printf("later call %d\n", ncclGetVersion(&version));
    return 0;
}
C
consumer load.c load -pthread
mkdir empty other
equal "$(./load "$stage/empty" "$stage/lib" "$stage/other")" "first call 2
loads 0 and -1
later call 0"
