# `lazynccl run --lazy NAME` starts a program that needs a library which is nowhere on the machine, for
# every library with a stub. For the driver's libraries this is the advice of LN115 and LN126, and calls
# return the driver's own error codes.
export XDG_CACHE_HOME=$stage/cache

count=0 failed=
for stub in "$SOURCE"/stubs/*.toml; do
    name=$(basename "$stub" .toml)
    soname=$(sed -n 's/^sonames = \["\([^"]*\)".*/\1/p' "$stub")
    [ "$soname" ] || continue # an interface of NCCL's plugins
    function=$("$TOOL" symbols "$name" --json | "$PYTHON" -c 'import json, sys
print(next(row["name"] for row in json.load(sys.stdin)["functions"] if not row["removed"]))')
    library "link/$soname" "int $function(void) { return 0; }"
    echo "int $function(); int (*volatile needed)() = $function; int main(void) { return !needed; }" >program.c
    $CC -w program.c -o program -Wl,--no-as-needed "link/$soname"
    count=$((count + 1))
    if ./program 2>/dev/null; then
        echo "this machine has $soname"
        continue
    fi
    status=0
    "$TOOL" run --lazy "$name" -- ./program >said 2>&1 || status=$?
    [ $status = 0 ] || failed="$failed $name ($function: $status $(head -n 1 said))"
done
[ $count -gt 15 ] || fail "only $count libraries"
[ -z "$failed" ] || fail "$failed"

library link/libcuda.so.1 'int cuInit(unsigned flags) { return 0; }'
library link/libnvidia-ml.so.1 'int nvmlInit_v2(void) { return 0; }'
compile program -Wl,--no-as-needed link/libcuda.so.1 link/libnvidia-ml.so.1 <<'C'
int cuInit(unsigned), nvmlInit_v2(void);
int main(void) { return printf("%d %d\n", cuInit(0), nvmlInit_v2()) < 0; }
C
! ./program 2>said || skip "the rest needs a machine without a driver"
"$TOOL" doctor ./program >said && fail "doctor finds nothing"
says said '^ +help: lazynccl run --lazy cuda -- COMMAND '
says said '^ +help: lazynccl run --lazy nvml -- COMMAND '
equal "$("$TOOL" run --lazy cuda,nvml -- ./program)" '34 12'
