# A command that was killed may leave FILE.partial-…. A later command with the same PID, such as the
# first process of a container, writes the file all the same.
need strace
unshare -pf --mount-proc true 2>/dev/null ||
    skip "this makes a PID namespace, which takes root and is not allowed in every container"
library in/libcufft.so.11 'int f(void) { return 1; }'

for killed in 1 2; do
    status=0
    strace -f -o strace.log -e trace=rename -e inject=rename:signal=SIGKILL \
        unshare -pf --mount-proc "$TOOL" stand-in in/libcufft.so.11 -o out >said 2>&1 || status=$?
    [ $status != 0 ] || fail "it was not killed: $(cat said)"
    equal "$(ls out | grep -c '^libcufft.so.11.partial-1')" $killed
done
unshare -pf --mount-proc "$TOOL" stand-in in/libcufft.so.11 -o out >said 2>&1 || fail "$(cat said)"
[ -f out/libcufft.so.11 ] || fail "no stand-in: $(ls out)"
