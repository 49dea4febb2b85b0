# Shared by the tests of the command on real files.
need_tool

# A machine as a folder, independent of the one that runs the tests: a Python whose site-packages is
# $site; `inside` is its path for the command.
root=$stage/root inside=/venv/lib/python3.11/site-packages
site=$root$inside
mkdir -p "$site" "$root/venv/bin"
cp "$TOOL" "$root/venv/bin/python3"
echo 'home = /usr/bin' >"$root/venv/pyvenv.cfg"

# asks STATUS ARGUMENT...: the command exits with STATUS, with output in `said`. The variables in
# $environment are set.
environment=
asks()
{
    wanted=$1 status=0
    shift
    env PATH=/venv/bin $environment "$TOOL" "$@" >said 2>&1 || status=$?
    [ "$status" = "$wanted" ] || fail "lazynccl $*: $status, not $wanted:
$(cat said)"
}

# on_root STATUS VERB ARGUMENT...: the same on that machine.
on_root()
{
    asks "$@" --root "$root"
}
