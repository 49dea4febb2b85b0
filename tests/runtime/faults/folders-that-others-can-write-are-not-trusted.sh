# In locations that no variable names, a superuser process refuses files that others can write to; other processes
# report them. A folder that only another user can write to is used, because containers run as root on such trees.
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

run() # UID COMMAND...
{
    user=$1
    shift
    if [ "$user" = 0 ] || [ "$(id -u)" != 0 ]; then
        "$@" >said 2>&1
    else
        setpriv --reuid="$user" --regid="$user" --clear-groups "$@" >said 2>&1
    fi
}
call_one="one/program/ask open=$stage/$site/module.so where report"
if [ "$(id -u)" = 0 ]; then
    run 0 $call_one
    says said '^absent'
    chown -R 1000:1000 three
    run 0 three/program/ask where report
    says said '^wheel 22801'
    says said '(own|belongs|1000)'
fi
if [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null; then
    run 65534 $call_one
    says said '^wheel 22801'
    says said '^wheel .*(can write|can be written|written by)'
fi
"$PYTHON" -c 'import os, sys; os.execv("four/ask", [sys.argv[1] + "/x/bin/python", "where"])' \
    "$stage" >said 2>&1
says said '^absent' # argv[0] is that of a Python elsewhere
