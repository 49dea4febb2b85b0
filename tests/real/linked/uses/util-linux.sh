# `mount -N` and nsenter enter the namespace of a container that has its own libraries, and never load them.
# Without the libraries, they and other programs work.
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

# The tests that only the superuser can run give the same results, besides those that change the machine.
cd /tmp/build/util-linux/tree
names=$(grep -lr ts_skip_nonroot tests/ts | sed 's,tests/ts/,,' |
    grep -Ev '^(chfn|eject|hwclock|ipcs|kill|lsfd|lsns|schedutils|swapon)/' | sort)
for build in direct lazy; do
    cp -RP /tmp/$build/. .
    for name in $names; do
        timeout 100 tests/ts/$name --srcdir="$PWD" --builddir="$PWD" </dev/null >/tmp/use/said 2>&1 || true
        ended=$(grep -Eo '(OK|FAILED|SKIPPED) *\(.*|(OK|FAILED|SKIPPED)$' /tmp/use/said | tail -n 1 || true)
        echo "$name: ${ended:-no result}"
    done >/tmp/use/$build.tests
done
cd /tmp/use
cat lazy.tests
cmp direct.tests lazy.tests || fail "$(diff direct.tests lazy.tests)"
grep -q ': OK' lazy.tests || fail "none passed"
echo "score: util-linux, superuser: $(grep -c ': OK' lazy.tests) passed, $(grep -c FAILED lazy.tests || true) failed in both builds"

# With Debian's options, mount grows by at most 12 KB.
cd /tmp/build/util-linux/tree
for lazy in '' selinux; do
    rm -f mount .libs/mount
    eval "COMPILER_PATH=/lazynccl/gen/link/wrapper LAZY_LIBS=$lazy make mount \
        $(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --export=cmdline)" >/tmp/use/said 2>&1 ||
        fail "$(tail -n 20 /tmp/use/said)"
    strip -o /tmp/use/mount-$lazy .libs/mount
done
cd /tmp/use
direct=$(wc -c <mount-) more=$(($(wc -c <mount-selinux) - $(wc -c <mount-)))
echo "score: mount with Debian's options and lazy libselinux: $direct bytes, $more more"
[ $more -gt 0 ] && [ $more -le 12288 ] || fail "mount grows by $more bytes"
