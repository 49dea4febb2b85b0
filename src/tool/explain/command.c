/* Runs a command and passes its output on.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/command.h"
#include "common/command/verb.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts the command with its output in two pipes and returns their read ends. A third pipe, which
 * a successful exec closes, reports why the command did not start. */
static pid_t start(char **command, int outputs[2], int *error)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1}, started[2] = {-1, -1};
    pid_t child = -1;

    *error = pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(started, O_CLOEXEC) ||
                     (child = fork()) < 0
                 ? errno
                 : 0;
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        execvp(command[0], command);
        *error = errno;
        while (write(started[1], error, sizeof *error) < 0 && errno == EINTR)
            ;
        _exit(VERB_NO_COMMAND);
    }
    close(out[1]);
    close(err[1]);
    close(started[1]);
    if (child > 0)
        while (read(started[0], error, sizeof *error) < 0 && errno == EINTR)
            ;
    close(started[0]);
    outputs[0] = out[0];
    outputs[1] = err[0];
    return child;
}

/* Reads both pipes to the end and copies the data to the descriptors of the same number. */
static void pass_on(struct input *input, const int from[2], const int to[2])
{
    struct input_stream streams[2] = {{.input = input}, {.input = input}};
    struct pollfd wait[2] = {{.fd = from[0], .events = POLLIN}, {.fd = from[1], .events = POLLIN}};
    char bytes[1 << 16];

    while (wait[0].fd >= 0 || wait[1].fd >= 0) {
        if (poll(wait, 2, -1) < 0) {
            if (errno != EINTR)
                break;
            continue;
        }
        for (int i = 0; i < 2; i++) {
            ssize_t got =
                wait[i].fd >= 0 && wait[i].revents ? read(from[i], bytes, sizeof bytes) : -2;

            if (got == 0 || (got == -1 && errno != EINTR))
                wait[i].fd = -1;
            if (got <= 0)
                continue;
            input_feed(&streams[i], bytes, (size_t)got);
            input_write(to[i], bytes, (size_t)got); /* without a reader the command continues */
        }
    }
    input_end(&streams[0]);
    input_end(&streams[1]);
}

static volatile pid_t running; /* for the handler */

static void forward(int signal)
{
    kill(running, signal);
}

int command_run(char **command, struct input *input, int keep_stdout, const char **why)
{
    const int to[2] = {keep_stdout ? STDOUT_FILENO : STDERR_FILENO, STDERR_FILENO};
    int outputs[2], status = 0, error;

    signal(SIGCHLD, SIG_DFL); /* ignored, it would hide how the command has ended */
    pid_t child = start(command, outputs, &error);

    if ((running = child) > 0)
        signal(SIGTERM, forward); /* as a scheduler sends it to end a job */
    signal(SIGINT, SIG_IGN);      /* the command gets them as well and decides */
    signal(SIGQUIT, SIG_IGN);
    if (!error)
        pass_on(input, outputs, to);
    close(outputs[0]);
    close(outputs[1]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    signal(SIGTERM, SIG_DFL);
    if (error) {
        *why = error == ENOENT && !strchr(command[0], '/') ? "no such command in PATH"
                                                           : strerror(error);
        return error == ENOENT ? VERB_NO_COMMAND : VERB_NO_START;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
