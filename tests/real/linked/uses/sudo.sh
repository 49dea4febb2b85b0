# A setuid sudo whose policy gives commands a role of SELinux. With a libselinux that says "on", and fails
# all else, no limit of the caller makes sudo run a command without the role. Without libselinux, it ends.
. /lazynccl/tests/real/linked/uses/common.sh
folder=/tmp/sudo/libexec/sudo # of the plugin, in the RUNPATH of sudo
mkdir -p $folder etc/pam.d
printf '%s required pam_permit.so\n' auth account session >etc/pam.d/sudo
echo 'nobody ALL=(ALL) ROLE=confined_r TYPE=confined_t NOPASSWD: ALL' >etc/sudoers
chmod 440 etc/sudoers
mount -t overlay -o lowerdir=/tmp/use/etc:/etc overlay /etc
functions=$(readelf --dyn-syms -W direct/src/.libs/sudo | sed -n 's/.* UND \([a-z_]*\)@LIBSELINUX.*/\1/p')
for function in $functions; do
    case $function in
    is_selinux_enabled) echo 'int is_selinux_enabled(void) { return 1; }' ;;
    context_new | context_str | get_default_type) echo "long $function(void) { return 0; }" ;;
    *) echo "long $function(void) { return -1; }" ;;
    esac
done >selinux.c
[ "$(wc -l <selinux.c)" -gt 3 ] || fail "sudo uses no libselinux: $functions"
echo 'char fat[6 << 20] = {1};' >>selinux.c
echo 'LIBSELINUX_1.0 { global: *; };' >map
cc -shared -fPIC -w selinux.c -Wl,-soname,libselinux.so.1 -Wl,--version-script=map -o $folder/libselinux.so.1

# use BUILD: sudo and its plugin
use()
{
    cp "$(find -L $1/lib/util -name 'libsudo_util.so.0' | head -1)" $folder/
    cp "$(find -L $1/plugins -name sudoers.so | head -1)" $folder/
    cp $1/src/.libs/sudo sudo-$1
    chmod 4755 sudo-$1
    chmod 644 $folder/*
}

# asked BUILD KILOBYTES: as nobody, runs a command that the policy confines; prints status and output.
asked()
{
    status=0
    setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '[ "$2" = 0 ] || ulimit -S -v "$2"
        exec /tmp/use/sudo-"$1" -n /bin/echo UID 0 WITHOUT THE ROLE' sh "$1" "$2" >said 2>&1 </dev/null || status=$?
    echo "$status $(tail -n 1 said)"
}
for build in direct lazy; do
    use $build
    case $(asked $build 0) in
    '1 sudo: failed to get old context'*) ;;
    *) fail "$build refuses for another reason: $(cat said)" ;;
    esac
    for kilobytes in 2500 3000 3500 4000 5000 6000 8000 10000 12000 16000; do
        found=$(asked $build $kilobytes)
        case $found in
        '0 '* | *WITHOUT*) fail "$build: ulimit -v $kilobytes: $found" ;;
        127*'lazylink: '*libselinux.so.1*) ended=$build ;;
        esac
        echo "$build: ulimit -v $kilobytes: $found"
    done
done
[ "${ended-}" = lazy ] || fail "no limit leaves memory for all but libselinux"
# Not installed: selinux.toml gives no answer with raised privileges.
rm $folder/libselinux.so.1
found=$(without selinux sh -c "$(sed -n '/^asked/,/^}/p' "$0"); asked lazy 0")
case $found in
127*'lazylink: is_selinux_enabled: libselinux.so.1: cannot open'*) ;;
*) fail "without libselinux: $found" ;;
esac
