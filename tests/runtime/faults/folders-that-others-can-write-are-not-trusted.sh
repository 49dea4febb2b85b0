# In search locations that no variable names, a superuser process refuses files that others can
# write to; other processes use them and report this. A folder that belongs to another user, and
# that only this user can write to, is used, and the report names the owner, because containers run
# as root on trees of uid 1000. argv[0] has no effect.
chmod 755 "$stage"
wheel=nvidia/nccl/lib
mkdir -p one/program three/program four x/bin
for program in one/program three/program four; do
    consumer "$SOURCE/tests/fake/ask.c" $program/ask
done

# a loaded module's site-packages
site=one/lib/python3.12/site-packages
fake_library nccl 2.28.1 $site/$wheel
library $site/module.so 'int module;'
chmod 777 $site
# another user's
fake_library nccl 2.28.1 three/$wheel
# The file that argv[0] would lead to.
fake_library nccl 2.28.1 x/lib/python3.12/site-packages/$wheel

status=0
expect() # WHAT PATTERN
{
    echo "$1: $(grep -E 'absent|22801' said | head -n 1)"
    grep -Eq "$2" said || { echo "... no line matches: $2" && status=1; }
}
run() # UID COMMAND...
{
    user=$1
    shift
    if [ "$user" = 0 ] || [ "$(id -u)" != 0 ]; then
        "$@" >said 2>&1 || status=1
    else
        setpriv --reuid="$user" --regid="$user" --clear-groups "$@" >said 2>&1 || status=1
    fi
}
call_one="one/program/ask open=$stage/$site/module.so where report"
if [ "$(id -u)" = 0 ]; then
    run 0 $call_one
    expect "root, writable site-packages" '^absent'
    chown -R 1000:1000 three
    run 0 three/program/ask where report
    expect "root, another user's wheel" "^wheel 22801"
    expect "... said in the report" '(own|belongs|1000)'
fi
if [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null; then
    run 65534 $call_one
    expect "another, writable site-packages" '^wheel 22801'
    expect "... said in the report" '^wheel .*(can write|can be written|written by)'
fi
"$PYTHON" -c 'import os, sys; os.execv("four/ask", [sys.argv[1] + "/x/bin/python", "where"])' \
    "$stage" >said 2>&1
expect "argv[0] of a Python elsewhere" '^absent'
exit $status
