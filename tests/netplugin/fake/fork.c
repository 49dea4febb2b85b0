/* Forks while another thread starts a plugin, and starts it in the child and then in the parent.
 *
 * usage: fork LAZY */
#include "transfer.h"
#include <sys/wait.h>
#include <unistd.h>

static void *start(void *result)
{
    void *ctx = NULL;

    *(int *)result = call_init(&ctx, 1, -1);
    return NULL;
}

int main(int count, char **arguments)
{
    int first, second;
    pthread_t thread;

    if (count != 2 || caller_open(arguments[1]) != 0)
        return 2;
    pthread_create(&thread, NULL, start, &first);
    usleep(300000);
    pid_t child = fork();
    if (child == 0) {
        alarm(5);
        start(&first);
        printf("child: init %d\n%s", first, said);
        return 0;
    }
    pthread_join(thread, NULL);
    start(&second);
    printf("parent: init %d, init %d\n", first, second);
    waitpid(child, NULL, 0);
    return 0;
}
