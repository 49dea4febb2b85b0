# A misspelt library or finding is answered with the name that it resembles, and following that works.

# answered MEANT STATUS ARGUMENT...: one line, which ends in "did you mean MEANT?"
answered()
{
    meant=$1 wanted=$2 status=0
    shift 2
    XDG_CACHE_HOME=$stage/cache "$TOOL" "$@" >out 2>&1 || status=$?
    equal "$status $(wc -l <out)" "$wanted 1"
    says out "did you mean $meant\\?\$"
}
answered cublas 3 run --lazy cubals -- true
answered cublas 3 stand-in cubals -o lazy
[ ! -e lazy ] || fail "a misspelt name leaves a folder"
answered nccl 3 symbols nccll
answered ncclAllReduce 3 symbols ncclAllReduc
answered two-copies-mapped 3 doctor two-copies-maped
answered --lazy 3 run --lazzy all -- true
# what is meant is taken
"$TOOL" find nccl --no-python >out || [ $? = 1 ]
XDG_CACHE_HOME=$stage/cache "$TOOL" run --lazy cublas -- true
"$TOOL" stand-in cublas -o lazy >out || fail "$(cat out)"
"$TOOL" symbols nccl >out
"$TOOL" doctor two-copies-mapped --no-python >out
# the generator
exits 3 "$PYTHON" -B "$SOURCE/gen" vendor nccll -o copy >out 2>&1
equal "$(cat out)" 'lazynccl vendor: no such library: nccll; did you mean nccl?'
"$PYTHON" -B "$SOURCE/gen" vendor nccl -o copy >out
# nothing near
exits 2 "$TOOL" run --lazy frobnicate -- true >out 2>&1
says out "found no library named 'frobnicate' to replace"
