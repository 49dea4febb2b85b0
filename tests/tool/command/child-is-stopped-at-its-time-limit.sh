# A child is stopped at its time limit, with all processes that it started, whatever it does to its
# files.
cat >try.c <<'END'
#include "common/machine/child.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int work(void *context, FILE *to)
{
    fputs("said", to);
    switch (*(char *)context) {
    case 'h': /* hangs */
        for (;;)
            pause();
    case 'c': /* the same with every file closed */
        for (int fd = 0; fd < 100; fd++)
            close(fd);
        for (;;)
            pause();
    case 'f': /* leaves a child that holds the pipe */
        if (fork() == 0)
            for (;;)
                pause();
        break;
    case 'k':
        raise(SIGSEGV);
        break;
    case 'p':
        kill(getppid(), SIGKILL);
        sleep(60);
        break;
    case 'e':
        exit(3);
    case 'w': /* writes forever */
        for (;;)
            fputs("and more", to);
    }
    return 42;
}

int main(int argc, char **argv)
{
    int seconds = *argv[argc - 1] == 'f' ? 600 : 1; /* the limit does not end this one */
    struct child child = child_run(work, argv[argc - 1], &(struct child_limit){.seconds = seconds});

    printf("%d %d %.4s %s\n", (int)child.end, child.status, child.said, child_end_text(&child));
    free(child.said);
    return 0;
}
END
$CC -std=gnu11 -D_GNU_SOURCE -I"$SOURCE/src" try.c "$SOURCE/src/common/machine/child.c" \
    "$SOURCE/src/common/text/memory.c" -o try

equal "$(./try r)" "0 42 said "
equal "$(./try h)" "2 0  did not end in time"
equal "$(./try c)" "2 0  did not end in time"
equal "$(timeout 60 ./try f)" "0 42 said "
equal "$(./try k)" "1 11  crashed (Segmentation fault)"
equal "$(timeout 60 ./try p)" "1 0  sent its parent a signal (Killed)"
equal "$(./try e)" "1 0 said ended the process"

# a program that ignores SIGCHLD, which its children inherit, may have started the command
equal "$("$PYTHON" -c 'import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv("./try", ["./try", "r"])')" "0 42 said "
says_not /dev/stdin '^0' <<END
$(./try w)
END
sleep 0.2
for process in /proc/[0-9]*; do
    [ "$(readlink "$process/exe" 2>/dev/null)" != "$stage/try" ] || fail "still running: $process"
done
