/* Starts a Python that imports a module, says so, and waits.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/machine/import.h"
#include "search/search.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 300 /* large packages on a cold network file system */

/* A module's attribute will do as well: cupy.cuda.nccl is one. */
static const char script[] =
    "import importlib, os, sys\n"
    "name, to = sys.argv[1], int(sys.argv[2])\n"
    "sys.argv[1:] = []\n"
    "try:\n"
    "    try:\n"
    "        importlib.import_module(name)\n"
    "    except ModuleNotFoundError:\n"
    "        above, _, last = name.rpartition('.')\n"
    "        if not above: raise\n"
    "        getattr(importlib.import_module(above), last)\n"
    "    said = str(os.getpid())\n"
    "except BaseException as error:\n"
    "    said = '!' + (type(error).__name__ + ': ' + str(error)).splitlines()[0]\n"
    "os.write(to, said.encode('utf-8', 'replace') + b'\\n')\n"
    "sys.stdin.read()\n";

static void be_python(const char *module, int in, int out)
{
    int nothing = open("/dev/null", O_WRONLY);
    char number[16];

    snprintf(number, sizeof number, "%d", out);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    dup2(in, STDIN_FILENO);
    if (nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    fcntl(out, F_SETFD, 0);
    execlp("python3", "python3", "-c", script, module, number, (char *)NULL);
    _exit(127);
}

/* Reads a line, until the time is up. */
static void read_line(int from, char *line, size_t size)
{
    time_t end = time(NULL) + SECONDS;
    struct pollfd wait = {.fd = from, .events = POLLIN};
    size_t length = 0;

    while (length + 1 < size && !memchr(line, '\n', length) && time(NULL) < end) {
        int ready = poll(&wait, 1, 1000);
        ssize_t got = ready > 0 ? read(from, line + length, size - 1 - length) : ready;

        if (ready > 0 && got <= 0)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    line[length] = '\0';
    line[strcspn(line, "\n")] = '\0';
}

struct import import_start(const char *module)
{
    struct import import = {.hold = -1};
    int in[2], out[2];

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        snprintf(import.why, sizeof import.why, "%s", strerror(errno));
        return import;
    }
    fflush(NULL);
    import.started = fork();
    if (import.started == 0)
        be_python(module, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    import.hold = in[1];
    char line[sizeof import.why] = "";
    if (import.started > 0)
        read_line(out[0], line, sizeof line);
    close(out[0]);
    const char *at = line;
    import.pid = lazynccl_number(&at);
    if (*line == '!')
        snprintf(import.why, sizeof import.why, "%s", line + 1);
    else if (!import.pid)
        snprintf(import.why, sizeof import.why, "python3 could not be started, or ended");
    return import;
}

void import_end(const struct import *import)
{
    if (import->hold >= 0)
        close(import->hold);
    if (import->started > 0) {
        kill(-import->started, SIGKILL);
        while (waitpid(import->started, NULL, 0) < 0 && errno == EINTR)
            ;
    }
}
