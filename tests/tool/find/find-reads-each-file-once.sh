# A library with many links is opened once as ELF file, and read once for its version; people see each
# file once in a location.
need strace
strace -o /dev/null true 2>/dev/null || skip "strace is not permitted"

lib=$stage/root/usr/lib
fake_library nccl 2.20.3 "$lib"
mkdir -p "$stage/root/usr/local/cuda/targets/x"
ln -s ../../lib "$stage/root/usr/local/cuda/lib64"
ln -s ../../lib "$stage/root/usr/local/cuda/lib"
ln -s ../../../../lib "$stage/root/usr/local/cuda/targets/x/lib"
LAZYNCCL_SEARCH=system,toolkit strace -e trace=open,openat -o opened \
    "$TOOL" find -p --json nccl --no-python --root "$stage/root" >found
equal "$(grep -o '"path": *"[^"]*/libnccl\.so\.2"' found | wc -l)" 6
equal "$(grep -c '/libnccl\.so\.2.*= [0-9]' opened)" 2
LAZYNCCL_SEARCH=system,toolkit "$TOOL" find -p -v nccl --no-python --root "$stage/root" >found
equal "$(grep -c '/libnccl\.so\.2' found)" 3

# audit of a folder opens a file to list it, for its head, for what it needs, and for all symbols
mkdir folder
echo 'int ncclGetVersion(int *); int use(void) { return ncclGetVersion(0); }' |
    $CC -shared -fPIC -xc - -xnone -o folder/use.so "$FAKE/libnccl.so.2"
$CC -shared -fPIC -xc /dev/null -o folder/plain.so # which gets no verdict
strace -e trace=open,openat -o opened "$TOOL" audit folder >found || [ $? = 1 ]
equal "$(grep -c '/use\.so.*= [0-9]' opened)" 4
command -v valgrind >found || exit 0
valgrind --leak-check=full --log-file=leaks "$TOOL" audit folder >found || [ $? = 1 ]
says leaks 'definitely lost: 0 bytes|no leaks are possible'
