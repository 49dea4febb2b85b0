# `lazynccl` without a verb prints versions, settings, the three libraries and the findings, but not
# the name of a home folder.

root=$stage/root site=$stage/root/home/user/venv/lib/python3.11/site-packages
healthy
mv "$root/venv/bin" "$root/venv/pyvenv.cfg" "$root/home/user/venv"
mkdir "$root/home/user/lib" "$root/home/users"
summary()
{
    env -i PATH=/home/user/venv/bin HOME=/home/user LC_ALL=C.UTF-8 $environment "$TOOL" \
        --root "$root" "$@"
}
environment="LD_LIBRARY_PATH=/home/user/lib:/home/users NCCL_NET="
summary >out
equal "$(sed 's/  *$//' out)" "$("$TOOL" --version)
target     python 3.11 of ~/venv
system     Linux 6.1.0-26-amd64, $(uname -m), glibc ?
driver     575.57.08 (CUDA 12.9)
set        LD_LIBRARY_PATH=~/lib:/home/users
           NCCL_NET=
nccl       ld.so     nothing
           lazynccl  2.28.9   wheel     ~/venv/lib/python3.11/site-packages/nvidia/nccl/lib
nvrtc      ld.so     nothing
           lazynccl  12.9     wheel     ~/venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib
nvjitlink  ld.so     nothing
           lazynccl  12.9     wheel     ~/venv/lib/python3.11/site-packages/nvidia/nvjitlink/lib
findings   1 error
           LN202 NCCL_NET is set but empty: every communicator fails"
summary --json | "$PYTHON" -c 'import json, sys
said = json.load(sys.stdin)
assert said["schema_version"] == 2 and said["findings"][0]["id"] == "LN202", said
assert said["set"][0]["value"] == "~/lib:/home/users", said
assert said["libraries"][0]["lazynccl"]["path"].startswith("~/venv/"), said'
environment=
summary >out
says out '^findings   none$'

# All variables of NCCL, CUDA, the dynamic linker and lazynccl are printed, and no others.
echo 'NCCL_CROSS_NIC=2' >"$root/etc/nccl.conf"
environment="NCCL_P2P_DISABLE=1 CUDA_VISIBLE_DEVICES=0 LAZYNCCL_DEBUG=0 LD_BIND_NOW=1 TOKEN=secret"
summary >out
for set in NCCL_P2P_DISABLE=1 CUDA_VISIBLE_DEVICES=0 LAZYNCCL_DEBUG=0 LD_BIND_NOW=1 \
    'NCCL_CROSS_NIC=2 \(/etc/nccl\.conf:1\)'; do
    says out " $set\$"
done
says_not out TOKEN

# The release of the C library, not its newest version node: 2.31 has no node.
echo 'GLIBC_2.2.5 { }; GLIBC_2.30 { };' >libc.map
echo 'char banner[] = "GNU C Library (Debian GLIBC 2.31-13) stable release version 2.31.";' >libc.c
for source in libc.c /dev/null; do
    $CC -shared -fPIC -nostdlib -x c $source -o "$root/usr/lib/libc.so.6" -Wl,-soname,libc.so.6 \
        -Wl,--version-script=libc.map
    summary | grep ^system
done >out
equal "$(sed 's/.*, //' out)" "glibc 2.31
glibc 2.30"
