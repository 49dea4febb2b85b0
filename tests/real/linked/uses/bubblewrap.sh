# A container starts with its namespaces, and loads no code of its root. Without libcap the command
# says so; without libselinux it starts.
. /lazynccl/tests/real/linked/uses/common.sh
mkdir -p root/lib root/bin root/proc root/tmp
cat >hello.c <<'END'
#include <unistd.h>
int main(void) { return write(1, "inside\n", 7) != 7; }
END
cc -static hello.c -o root/bin/hello
for file in $(files_of cap selinux); do
    mkdir -p "root${file%/*}"
    planted "root$file"
done
# boxed COMMAND...: runs it with a root that is a mount, which bwrap needs.
boxed()
{
    unshare -m --propagation unchanged sh -euc 'mount --rbind / /mnt
        exec chroot /mnt env -C /tmp/use "$@"' sh "$@"
}
inside='--bind root / --proc /proc --unshare-pid --unshare-ipc --unshare-net /bin/hello'
for build in direct lazy; do
    passes boxed $build/build/bwrap $inside
    [ "$(cat said)" = inside ] || fail "$build: $(cat said)"
    { [ ! -e root/ran ] && [ ! -e root/tmp/ran ] && [ ! -e /tmp/ran ]; } || fail "$build: code of the new root ran"
done
passes without selinux lazy/build/bwrap --version
reports '^lazylink: cap_.*: libcap.so.2' without cap lazy/build/bwrap --cap-add CAP_NET_RAW $inside
