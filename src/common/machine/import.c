/* Replaces this process with a Python that imports a module and then runs this command on itself.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/import.h"
#include "common/machine/machine.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <unistd.h>

/* The name may also be an attribute of a module, such as cupy.cuda.nccl. Large packages on a cold
 * network file system take minutes. */
static const char script[] =
    "import importlib, os, subprocess, sys, threading\n"
    "name, command = sys.argv[1], sys.argv[2:]\n"
    "sys.argv[1:] = []\n"
    "out, err, nothing = os.dup(1), os.dup(2), os.open(os.devnull, os.O_RDWR)\n"
    "for fd in 0, 1, 2: os.dup2(nothing, fd)\n"
    "def fail(why):\n"
    "    text = ''.join(c if c.isprintable() else ascii(c)[1:-1] for c in name + ': ' + why)\n"
    "    os.write(err, ('lazynccl find: ' + text + '\\n').encode('utf-8', 'replace'))\n"
    "    os._exit(2)\n"
    "clock = threading.Timer(300, fail, ['the import takes more than 300 seconds'])\n"
    "clock.daemon = True\n"
    "clock.start()\n"
    "try:\n"
    "    try:\n"
    "        importlib.import_module(name)\n"
    "    except ModuleNotFoundError:\n"
    "        above, _, last = name.rpartition('.')\n"
    "        if not above: raise\n"
    "        getattr(importlib.import_module(above), last)\n"
    "except BaseException as error:\n"
    "    fail((type(error).__name__ + ': ' + str(error)).splitlines()[0])\n"
    "clock.cancel()\n"
    "command.append('--pid=%d' % os.getpid())\n"
    "os._exit(subprocess.call(command, stdout=out, stderr=err) & 255)\n";

const char *import_exec(const char *python, const char *module, char **arguments)
{
    OWNED(memory) char *below = memory_print("%s/bin/python3", python ? python : "");
    const char *interpreter = python ? python : "python3";

    if (python && lazynccl_is_folder(python))
        interpreter = below;
    char *start[] = {(char *)interpreter, "-c", (char *)script, (char *)module, machine_command()};
    struct strings list = {0};

    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        *MEMORY_ADD(list.list, list.count) = start[i];
    while (*arguments)
        *MEMORY_ADD(list.list, list.count) = *arguments++;
    *MEMORY_ADD(list.list, list.count) = NULL;
    execvp(interpreter, list.list);
    return strerror(errno);
}
