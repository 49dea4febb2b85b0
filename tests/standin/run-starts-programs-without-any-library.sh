# `lazynccl run --lazy NAME` starts a program that needs a library which is nowhere on the machine, for
# every library with a stub.
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
