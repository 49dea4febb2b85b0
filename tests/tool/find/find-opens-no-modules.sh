# find says which file a target gets, and opens none of the modules that an environment has; doctor does.
need strace
strace -o /dev/null true 2>/dev/null || skip "strace is not permitted"

healthy
look()
{
    env -i LC_ALL=C.UTF-8 HOME=/home/user PATH=/venv/bin:"$PATH" \
        strace -f -e trace=open,openat -o opened "$TOOL" "$@" --root "$root" >said || [ $? = 1 ]
    says said '^examining: python 3\.11 of /venv'
    grep -c '/site-packages/train/.*= [0-9]' opened || :
}
module=$(cd "$site" && ls train/*.so | head -n 1)
[ -e "$site/$module" ] || fail "the environment has no module"
[ "$(look doctor)" -gt 0 ] || fail "doctor opens no module"
equal "$(look find)" 0
