# A crash or a hang is reported with the operation that was called and the address in the plugin's
# file.

# ends CODE STEP HOW [OPTION]: a plugin with this code ends in this step. Prints the address.
ends()
{
    $CC -w -shared -fPIC -g0 -fasynchronous-unwind-tables -I"$BUILD/src/netplugin" "$1" \
        "$SOURCE/tests/netplugin/check/plugin.c" -o libnccl-net-one.so ${4:--Wl,--build-id=none}
    "$TOOL" plugin check libnccl-net-one.so --seconds 1 >said && fail "$1: $(cat said)"
    says said "^ +v12, $2: it $3\$"
}
if printf '#include <features.h>\n#ifndef __GLIBC__\n#error\n#endif\n' | $CC -E - >/dev/null 2>&1; then
    caller='.*libnccl-net-one\.so\+0x[0-9a-f]+$'
else
    caller='.*\+0x[0-9a-f]+$' # without an unwinder only the frame of the crash
fi

ends '-DIN_IRECV=*(volatile char *)0 = 1;' 'connections, send and receive: irecv' \
    'crashed \(Segmentation fault\)'
says said '^ +at libnccl-net-one\.so\+0x[0-9a-f]+$'
says_not said 'build-id is'

# The address is between the beginning and the end of the function.
at=$(sed -n 's/^ *at libnccl-net-one\.so+0x\([0-9a-f]*\)$/\1/p' said | head -n 1)
nm libnccl-net-one.so | grep ' irecv$' >where || fail "$(nm libnccl-net-one.so)"
"$PYTHON" -c '
import sys
begin, at = int(open("where").read().split()[0], 16), int(sys.argv[1], 16)
assert begin < at < begin + 200, (hex(begin), hex(at))' "$at"

ends '-DIN_IRECV=abort();' 'connections, send and receive: irecv' 'crashed \(Aborted\)'
says said "^ +at $caller"
ends '-DIN_TEST=if (!comm->sends) for (;;) pause();' \
    'connections, send and receive: test of a receive' 'does not return'
says said "^ +at $caller"
ends '-DIN_FINALIZE=abort();' 'start, finalize' 'crashed \(Aborted\)'
ends '-DIN_INIT=volatile char more[4096]; more[0] = 0; return init(ctx, commId, config, log, profiler) + more[0];' \
    'start, init' 'crashed \(Segmentation fault\)'
says said "^ +at $caller"

# a handler that the plugin's libraries bring, as PSM's do to write a trace and exit, hides nothing
cat >handler.h <<'C'
#include <signal.h>
#include <unistd.h>
static void leave(int signal) { HANDLES; }
__attribute__((constructor)) static void handle(void) { signal(SIGSEGV, leave); }
C
ends '-DIN_IRECV=*(volatile char *)0 = 1;' 'connections, send and receive: irecv' \
    'crashed \(Segmentation fault\)' '-include./handler.h -DHANDLES=_exit(1)'
says said '^ +at libnccl-net-one\.so\+0x[0-9a-f]+$'

# one that mends what caused the signal is the plugin's own affair
net_plugin handles.so -include ./handler.h -DHANDLES= '-DIN_IRECV=raise(SIGSEGV);'
"$TOOL" plugin check handles.so >said || fail "$(cat said)"

# a group of the most messages that the plugin takes, and a message that never comes
net_plugin group.so '-DIN_IRECV=if (n == MAX_RECVS) return 3;'
"$TOOL" plugin check group.so >said && fail "$(cat said)"
says said '^ +v12, groups, send and receive: irecv returns 3'
cat >lose.h <<'C'
#define LOSE                                                                                       \
    if (*request) {                                                                                \
        struct request *made = calloc(1, sizeof *made);                                            \
        made->comm = self;                                                                         \
        made->done = 1;                                                                            \
        *request = made;                                                                           \
        return 0;                                                                                  \
    }
C
net_plugin lost.so -include ./lose.h -DIN_IRECV=LOSE
"$TOOL" plugin check lost.so --seconds 1 >said && fail "$(cat said)"
says said '^ +message 1 of 8 has not arrived$'

# The JSON has it as well.
"$TOOL" plugin check libnccl-net-one.so --json >said && fail "$(cat said)"
says said "\"place\": ?\"libc|\"place\": ?\"libnccl"

# The build ID identifies the build.
id=0123456789abcdef0123456789abcdef01234567
ends '-DIN_IRECV=abort();' 'connections, send and receive: irecv' 'crashed \(Aborted\)' "-Wl,--build-id=0x$id"
says said "^ +its build-id is $id$"
