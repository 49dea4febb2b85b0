# `lazynccl run --lazy all` in an environment of 26,000 files makes at most 4,000 metadata operations
# in site-packages if the cache is empty, and at most 200 there and in the cache if it is filled;
# `run --prepared DIR` makes at most 20 there and in DIR. A program that it starts makes at most 60 more than alone, a Python without wheels at most 20, and
# starts no process.
need strace
"$PYTHON" -m venv --without-pip venv
site=$(echo "$stage"/venv/lib/python3*/site-packages)
# a library that exports data, so that its importers are looked for
echo 'int number(void) { return 1; } int data = 1;' |
    $CC -shared -fPIC -x c - -o number.so -Wl,-soname,libnumber.so.00 -Wl,--build-id
"$PYTHON" "$SOURCE/tests/standin/large.py" "$site" number.so 24
export XDG_CACHE_HOME=$stage/cache PYTHONDONTWRITEBYTECODE=1 LAZYNCCL_SEARCH=wheel

# count FOLDER COMMAND...: the operations by path, or on folders, below a folder that a program makes
count()
{
    below=$1
    shift
    strace -f -y -o log "$@" >said 2>&1 || fail "$*: $(cat said)"
    grep -E '^[0-9]+ +(open|openat|stat|lstat|newfstatat|statx|access|faccessat2?|readlink|readlinkat|getdents64)\(' log |
        grep -E "^[0-9]+ +(getdents64\([0-9]+<$below|[a-z0-9]+\((AT_FDCWD[^,]*, )?\"$below)" | wc -l
}
# limit NAME NUMBER MOST
limit()
{
    echo "$1: $2 of $3"
    [ "$2" -le "$3" ] || fail "$1: $2 operations, at most $3"
}
lazily()
{
    count "$1" "$TOOL" run --lazy all -- "$2" -c pass
}
alone=$(count "$site" venv/bin/python -c pass)
limit cold "$(lazily "$site" venv/bin/python)" 4000
warm=$(($(lazily "$site" venv/bin/python) + $(lazily "$stage/cache" venv/bin/python) - alone))
limit warm $warm 200
[ "$(grep -c 'site-packages/nvidia/cu13/lib/libnumber' log)" -gt 24 ] || fail "nothing was counted"

"$TOOL" stand-in venv --into lazy >said || fail "$(cat said)"
prepared()
{
    count "$1" "$TOOL" run --prepared lazy --print -- venv/bin/python
}
limit --from $(($(prepared "$site") + $(prepared "$stage/lazy"))) 20
limit 'the whole command' "$(prepared /)" 40

ls=$(count / ls /)
"$TOOL" run --lazy all -- env >variables
export $(grep -E '^(LD_LIBRARY_PATH|PYTHONPATH)=' variables)
limit ls $(($(count / ls /) - ls)) 60
unset LD_LIBRARY_PATH PYTHONPATH

"$PYTHON" -m venv --without-pip bare
bare=$(count / bare/bin/python -c pass)
export PYTHONPATH="$(sed -n 's/^PYTHONPATH=//p' variables)"
limit 'a Python without wheels' $(($(count / bare/bin/python -c pass) - bare)) 20
equal "$(grep -c execve log)" 1
