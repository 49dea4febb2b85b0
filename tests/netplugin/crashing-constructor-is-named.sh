# A crash while the plugin is opened ends the process, as it does without us; but a line names the file,
# and handlers that the program has get the signal.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

standin 8 plugin.so -DCRASH
if asks 11 open init; then
    fail "it lives: $(cat said)"
fi
says said "^lazynccl: $plugin crashes while it is opened"
says_not said '^init'

cat >handler.c <<'C'
#include <signal.h>
#include <unistd.h>
static void handle(int signal)
{
    (void)signal;
    _exit(write(1, "handled\n", 8) == 8 ? 42 : 1);
}
__attribute__((constructor)) static void install(void)
{
    signal(SIGSEGV, handle);
}
C
caller ask 11 with-handler handler.c
status=0
LAZYNCCL_NET_PLUGIN=$plugin ./with-handler "$lazy" - open init >said 2>&1 || status=$?
equal $status 42
says said "^lazynccl: $plugin crashes while it is opened"
says said '^handled$'

# Once it is open, its crashes are its own affair.
standin 8 plugin.so
LAZYNCCL_NET_PLUGIN=$plugin ./with-handler "$lazy" - open init >said 2>&1
says said '^init: 0$'
