# For every kind of broken plugin, `lazynccl plugin check` ends in time, prints a line that names
# the fault, and leaves no process behind.

# Each row is one plugin: its name, where the code goes, a line of the findings, perhaps after the ID, the code.
wrong=
while IFS='|' read -r name macro line code; do
    [ -n "$name" ] || continue
    $CC -w -O0 -shared -fPIC -I"$BUILD/src/netplugin" ${macro:+"-D$macro=$code"} \
        "$SOURCE/tests/netplugin/fake/idle.c" -o broken.so
    status=0
    timeout 60 "$TOOL" plugin check broken.so --seconds 1 --fail-on error >folded 2>err || status=$?
    unfolded folded >said
    case $line in
    LN*) grep -q "\[${line%% *}\]" said || wrong="$wrong
$name: no ${line%% *}" && line=${line#* } ;;
    esac
    wide=$(awk 'length > 80' folded)
    [ -z "$wide" ] || wrong="$wrong
$name: wider than 80 columns: $wide"
    [ "$status" = 1 ] || [ "$line" = "2 $status" ] || wrong="$wrong
$name: exit status $status"
    [ "$line" = "2 $status" ] || grep -Eq "^ +v8, $line" said || wrong="$wrong
$name: no line '$line' in
$(grep -E '^ +v8, ' said || true)"
    [ -z "$(LC_ALL=C tr -d '\12\40-\176\200-\377' <said)" ] || wrong="$wrong
$name: control characters"
done <<'ROWS'
nothing is sent||connections, send and receive: byte 0 of 1000 is wrong$|
constructor crashes|CONSTRUCTOR|start, load: it crashed \(Segmentation fault\)$|CRASH
constructor aborts|CONSTRUCTOR|start, load: it crashed \(Aborted\)$|abort()
constructor exits|CONSTRUCTOR|start, load: it ended the process$|_exit(0)
constructor hangs|CONSTRUCTOR|start, load: it does not return within 1 s$|for (;;) pause()
constructor spins|CONSTRUCTOR|start, load: it does not return within 1 s$|for (;;)
destructor crashes|DESTRUCTOR|connections, send and receive: |CRASH
destructor hangs|DESTRUCTOR|connections, send and receive: |for (;;) pause()
init crashes|IN_INIT|start, init: it crashed \(Segmentation fault\)$|CRASH
init recurses|IN_INIT|start, init: it crashed \(Segmentation fault\)$|volatile char more[4096]; memset((void *)more, 1, 4096); return init(log) + more[7]
init exits|IN_INIT|LN314 start, init: it ended the process$|exit(0)
init hangs|IN_INIT|start, init: it does not return within 1 s$|for (;;) pause()
init ignores signals|IN_INIT|start, init: it does not return within 1 s$|for (int i = 1; i < 32; i++) signal(i, SIG_IGN); for (;;) pause()
init ignores the timer|IN_INIT|start, init: it does not return within 1 s$|signal(SIGALRM, SIG_IGN); for (;;) pause()
init stops the timer|IN_INIT|start, init: it does not return within 1 s$|alarm(0); for (;;)
init blocks signals|IN_INIT|start, init: it does not return within 1 s$|sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause()
init has its own timer|IN_INIT|start, init: it crashed \(Alarm clock\)$|alarm(1); for (;;) pause()
init forks|IN_INIT|connections, send and receive: |if (!fork()) { sleep(300); _exit(0); }
init kills its parent for good|IN_INIT|start, .*: it sent its parent a signal \(Killed\)$|kill(getppid(), SIGKILL)
init kills its parent|IN_INIT|start, .*: it sent its parent a signal \(Terminated\)$|kill(getppid(), SIGTERM)
init returns nonsense|IN_INIT|start, init: it returns -77 \(not a result of NCCL\)$|return -77
init floods the log|IN_INIT|connections, send and receive: |for (int i = 0; i < 100000; i++) log(2, 1, "f", 1, "%s %d", "line", i)
init logs control bytes|IN_INIT|connections, send and receive: |log(2, 1, "f", 1, "\033[2J\001\007\xff %s", "x"); log(2, 1, 0, -1, 0)
init floods the output|IN_INIT|connections, send and receive: |for (int i = 0; i < 100000; i++) printf("%d\n", i)
init closes all files|IN_INIT|.*: it closed files that are not its own$|for (int i = 0; i < 256; i++) close(i)
devices below zero|IN_DEVICES|start, devices: there are -5 devices$|*count = -5
devices beyond measure|IN_DEVICES|LN316 start, devices: there are 2147483647 devices$|*count = 0x7fffffff
no devices|IN_DEVICES|2 2|*count = 0
properties crash|IN_PROPERTIES|start, getProperties: it crashed \(Aborted\)$|abort()
properties without a name|IN_PROPERTIES|start, getProperties: device 0 has no name$|of->name = 0
properties with DMA-BUF|IN_PROPERTIES|start, getProperties: device 0 supports DMA-BUF, but regMrDmaBuf is NULL$|of->ptrSupport = 5
properties of another layout|IN_PROPERTIES|start, getProperties: device 0 has .* looks shifted|memset(of, 0x7f, sizeof *of); of->name = "x"; of->pciPath = 0
properties with a wild name|IN_PROPERTIES|LN314 start, getProperties: the device's name: it crashed|of->name = (char *)8
properties with a long name|IN_PROPERTIES|connections, send and receive: |static char name[1 << 20]; memset(name, 65, sizeof name - 1); of->name = of->pciPath = name
no name|NAME|start, load: the name is NULL$|0
a wild name|NAME|start, load: the plugin's name: it crashed|(char *)8
listen crashes|IN_LISTEN|connections, listen: it crashed \(Aborted\)$|abort()
listen gives nothing|IN_LISTEN|LN320 connections, listen: listen succeeds without a listenComm$|*comm = 0
listen writes too much|IN_LISTEN|connections, listen: |memset(handle, 1, 4096); *comm = COMM
connect is never ready|IN_CONNECT|connections, .*connect gives no comm$|*comm = 0
test is never done|IN_TEST|connections, send and receive: after 1 s |*done = 0
test says a large size|IN_TEST|connections, send and receive: |*done = 1; if (sizes) *sizes = 0x7fffffff
test says done 77|IN_TEST|connections, send and receive: |*done = 77
isend gives nothing|IN_ISEND|connections, send and receive: |*request = 0
irecv crashes|IN_IRECV|connections, send and receive: irecv: it crashed \(Segmentation fault\)$|CRASH
close crashes|IN_CLOSE|connections, close[A-Za-z]+: it crashed \(Aborted\)$|abort()
ROWS
equal "$wrong" ""
sleep 0.2
for process in /proc/[0-9]*; do
    ! grep -qs "$stage/broken.so" "$process/maps" || fail "still running: $process"
done
