# One thread is in the library's constructor while another forks: the child's first call returns,
# and so does the parent's. The child's result is undefined, because its constructors were cut
# short.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

fake_library nccl 2.28.9 lib "$SOURCE/tests/fake/waiting.c"

cat >fork.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int ncclGetVersion(int *version);
int ncclGroupStart(void);

static void *call(void *code)
{
    *(int *)code = ncclGroupStart();
    return NULL;
}

int main(void)
{
    int code = -1, version, status;
    pthread_t thread;
    pid_t child;
    alarm(60);
    pthread_create(&thread, NULL, call, &code);
    while (access("begun", F_OK) != 0)
        usleep(1000);
    child = fork();
    if (child == 0) {
        alarm(20);
        ncclGetVersion(&version);
        _exit(0);
    }
    waitpid(child, &status, 0);
    printf("child %s\n", WIFEXITED(status) ? "ended" : "hung or crashed");
    close(open("go", O_CREAT | O_WRONLY, 0600));
    pthread_join(thread, NULL);
    printf("parent %d\n", code);
    return 0;
}
C
consumer fork.c fork -pthread
shared_consumer fork.c fork-shared -pthread
for program in fork fork-shared; do
    rm -f begun go
    equal "$(LAZYNCCL_LIBPATH=$stage/lib ./$program)" "child ended
parent 0"
done
