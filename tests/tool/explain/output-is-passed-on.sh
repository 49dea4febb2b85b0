# As a filter, and with a command, explain copies its input, reads it to the end even if its own
# reader has ended, and returns the exit status of the command.

message='OSError: libnccl.so: cannot open shared object file: No such file or directory'
answer='ld.so did not find libnccl.so, a name without a number, which the program needs'
cat >train <<END
#!/bin/sh
echo begins
echo "$message" >&2
printf 'no end of line'
exit \${1:-0}
END
chmod +x train

./train 2>&1 | "$TOOL" explain --no-python >out || [ $? = 0 ]
equal "$(sed -n 1,2p out)" "begins
$message"
says out "^$answer\$"
./train 2>&1 | "$TOOL" explain --no-python --json >json 2>err
says err '^begins$'
"$PYTHON" -c 'import json; assert json.load(open("json"))["looked_for"][0] == "LN110"'

# the writer is not ended by a reader that leaves
(
    yes | head -c 300000
    echo $? >written
) | "$TOOL" explain --no-python 2>/dev/null | head -c 1 >one
equal "$(cat written one)" "0
y"

exits 7 "$TOOL" explain --no-python -- ./train 7 >out 2>err
equal "$(cat out)" "begins
no end of line"
equal "$(sed -n 1p err)" "$message"
says err "^$answer\$"
status=0 # for a caller that ignores its children, too
"$PYTHON" -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' "$TOOL" explain --no-python -- ./train 7 >out 2>err || status=$?
equal "$status" 7
exits 7 "$TOOL" explain -q --no-python -- ./train 7 >out 2>err
equal "$(cat out)" ""
says_not err "$answer"
"$TOOL" explain --no-python -- ./train 0 >out 2>err
equal "$(cat err)" "$message" # it succeeded: nothing to explain
exits 7 "$TOOL" explain --json --no-python -- ./train 7 >json 2>err
"$PYTHON" -c 'import json; assert json.load(open("json"))["looked_for"][0] == "LN110"'
says err '^begins$'

for case in 'kill -9 $$|137' 'kill -15 $$|143' 'exec >&- 2>&-; exit 5|5' \
    'sleep 0.1; kill -INT $PPID; exit 6|6' 'sleep 0.1; kill -QUIT $PPID; exit 6|6'; do
    status=0
    "$TOOL" explain -- sh -c "${case%|*}" >out 2>err || status=$?
    equal "$status" "${case#*|}"
done
for case in './nosuch|127|No such file or directory' 'nosuch-command|127|no such command in PATH' '/|126|Permission denied'; do
    command=${case%%|*} rest=${case#*|} status=0
    "$TOOL" explain -- "$command" >out 2>err || status=$?
    equal "$status $(cat out) $(cat err)" "${rest%|*}  lazynccl explain: $command: ${rest#*|}"
done

# what ends the job ends the command, which still has its say
"$TOOL" explain --no-python -- sh -c 'trap "echo ended; exit 9" TERM; echo $$ >pid; while :; do sleep 0.1; done' \
    >out 2>err &
while [ ! -s pid ]; do sleep 0.1; done
kill -TERM $!
exits 9 wait $!
equal "$(cat out)" 'ended'
