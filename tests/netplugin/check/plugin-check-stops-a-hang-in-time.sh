# A plugin that hangs is stopped at the time limit of the step, whatever it does with signals.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/check/check.sh"

# stops CODE LINE: a plugin whose init has this code is reported by this line, in time.
stops()
{
    net_plugin one.so "-DIN_INIT=$1"
    before=$(date +%s) status=0
    timeout 60 "$TOOL" plugin inspect one.so --call --seconds 1 >said 2>err || status=$?
    took=$(($(date +%s) - before))
    equal "$status" 1
    says said "$2"
    [ $took -le 15 ] || fail "$1: $took s"
}
late='^ +v12, init: it does not return within 1 s$'
stops 'for (;;) pause();' "$late"
stops 'signal(SIGALRM, SIG_IGN); for (;;) pause();' "$late"
stops 'alarm(0); for (;;);' "$late"
stops 'sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause();' "$late"
stops 'for (int i = 1; i < 32; i++) signal(i, SIG_IGN); for (;;) pause();' "$late"

# A timer of the plugin is not taken for the time limit.
stops 'alarm(1); for (;;) pause();' '^ +v12, init: it crashed \(Alarm clock\)$'

# The sending process does not survive it either.
net_plugin one.so '-DIN_CONNECT=if (!listens) { signal(SIGALRM, SIG_IGN); for (;;) pause(); }'
timeout 60 "$TOOL" plugin check one.so --seconds 1 >said && fail "$(cat said)"
says said '^ +v12, processes, the sending process: connect: it does not return within 1 s$'
