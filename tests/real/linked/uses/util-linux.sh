# `mount -N` and nsenter enter the namespace of a container that has its own libraries, and never load them.
# Without the libraries, they and other programs work.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. /lazynccl/tests/real/linked/uses/common.sh
mkdir container
for library in selinux audit udev systemd crypt cap-ng; do
    for file in $(files_of $library); do
        planted "container/${file##*/}"
        echo "$file"
    done
done >files

# in_container COMMAND: runs a shell command, for which $container is a process with a mount namespace that
# has the planted libraries.
in_container()
{
    : >ready
    unshare -m --propagation unchanged python3 -c 'import ctypes, os, time
c = ctypes.CDLL(None)
planted = {path: os.open(f"container/{os.path.basename(path)}", os.O_RDONLY)
           for path in open("files").read().split()}
assert c.setns(os.open("/proc/self/ns/mnt", os.O_RDONLY), 0) == 0 # to the root that setns gives
there = [path for path in planted if os.path.exists(path)]
for path in there:
    own, path = f"/proc/self/fd/{planted[path]}", os.path.realpath(path)
    assert c.mount(own.encode(), path.encode(), None, 4096, None) == 0
assert any("selinux" in path for path in there)
print("ready", flush=True)
time.sleep(60)' >ready &
    container=$!
    until grep -q ready ready; do
        kill -0 $container || fail "there is no container"
        sleep 0.1
    done
    eval "passes $1"
    kill $container
    wait $container 2>/dev/null || true
    { [ ! -e /tmp/ran ] && [ ! -e /ran ]; } || fail "code of the container ran: $1"
}
for build in direct lazy; do
    own="env LD_LIBRARY_PATH=/tmp/use/$build/.libs"
    for folder in $build $build/.libs; do
        [ ! -x $folder/mount ] || in_container "$own $folder/mount -N /proc/\$container/ns/mnt -t tmpfs none /mnt"
        [ ! -x $folder/nsenter ] || in_container "$own $folder/nsenter -m -t \$container /bin/true"
    done
done
