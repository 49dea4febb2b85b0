# A function that glibc 2.34 moved into libc.so.6, in a file that does not name the library that had
# it: in a wheel by the manylinux tag, in a file by the libc.so.6 that it gets. The remedy names the
# library. As in NVIDIA's cuFile for aarch64 (cuda-python#2313), the call has no version.
echo 'int shm_open(const char *, int, unsigned); int dlclose(void *);
int use(void) { return shm_open("", 0, 0) + dlclose(0); }' >file.c

# library FILE [OPTION...]: links file.c with only these.
library()
{
    name=$1
    shift
    $CC -shared -fPIC -nostdlib -Wl,-soname,"${name##*/}" file.c -o "$name" "$@"
}

# tagged TAG FILE [FILE]: a wheel of these.
tagged()
{
    rm -f ./*.whl
    wheel "m-1-py3-none-$1.whl" "$2" ${3-}
}

# audits STATUS PATH...: with the answer in `said`.
audits()
{
    wanted=$1
    shift
    exits "$wanted" "$TOOL" audit "$@" >said 2>&1
}

library libx.so.1
for tag in manylinux_2_27_aarch64 manylinux2014_x86_64 manylinux_2_33_x86_64 \
    manylinux_2_17_x86_64.manylinux2014_x86_64; do
    tagged "$tag" libx.so.1
    audits 1 m-1-*.whl
    says said "^m-1.*: not self-contained: calls functions that nothing defines$"
    says said '^error\[LN511\] .*libx\.so\.1: nothing that it needs defines shm_open on glibc 2\.[0-9]+$'
    says said '^      before glibc 2\.34 librt\.so\.1 defines it, since then libc\.so\.6$'
    says said '^      help: LD_PRELOAD=librt\.so\.1$'
    says said '^      help: patchelf --add-needed librt\.so\.1 libx\.so\.1, '
    says_not said dlclose # of libdl.so.2, which Python brings
done
# A system that has the function, and one of which nothing is known.
for tag in manylinux_2_34_x86_64 linux_x86_64 musllinux_1_2_x86_64; do
    tagged "$tag" libx.so.1
    audits 0 m-1-*.whl
done
# What it needs brings the function: the library itself, or a library of the wheel.
echo 'int shm_open(const char *a, int b, unsigned c) { return 0; }' >own.c
$CC -shared -fPIC -nostdlib -Wl,-soname,libown.so.1 own.c -o libown.so.1
$CC -shared -fPIC -nostdlib -Wl,-soname,librt.so.1 own.c -o librt.so.1
library libx.so.1 libown.so.1
tagged manylinux_2_27_x86_64 libx.so.1 libown.so.1
audits 0 m-1-*.whl
library libx.so.1 librt.so.1
tagged manylinux_2_27_x86_64 libx.so.1
audits 0 m-1-*.whl
# A weak call may stay undefined.
sed -i 's/^/#pragma weak shm_open\n/' file.c
library libx.so.1
tagged manylinux_2_27_x86_64 libx.so.1
audits 0 m-1-*.whl
sed -i '/pragma/d' file.c

# A file on a system with such a libc.so.6, and on this one.
mkdir -p root/lib
echo 'int dlclose(void *a) { return 0; }' >libc.c
$CC -shared -fPIC -nostdlib -Wl,-soname,libc.so.6 libc.c -o root/lib/libc.so.6
library root/lib/libx.so.1 root/lib/libc.so.6
audits 1 --root root /lib/libx.so.1
says said '^error\[LN511\] libx\.so\.1: nothing that it needs defines shm_open$'
says said '^      help: LD_PRELOAD=librt\.so\.1$'
"$TOOL" explain 'libx.so.1: undefined symbol: shm_open' >said || true
says said '^libx\.so\.1 needs shm_open, which is in librt\.so\.1 before glibc 2\.34'
says said 'LD_PRELOAD=librt\.so\.1; or '
