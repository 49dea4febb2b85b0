# `lazynccl stand-in NAME -o DIR` makes the stand-ins of a library that need not be installed, one
# for each of its SONAMEs unless --except or --only omits it, with the same bytes each time. A library
# without a stub needs its file. ./NAME is a file of that name. A stand-in that cannot be made is
# refused with one line.

# made STATUS EXPECTED ARGUMENT...: the files that are there then
made()
{
    wanted=$1 expected=$2
    shift 2
    exits "$wanted" "$TOOL" stand-in "$@" -o out >said 2>&1
    equal "$(echo $(ls out 2>/dev/null))" "$expected"
}
made 0 libnccl.so.2 NCCL
says said '^stand-in +nccl$'
says said 'out/libnccl.so.2  [0-9]+ functions$'
mv out before
made 0 'libnccl.so.2 libnvrtc.so.11.2 libnvrtc.so.12 libnvrtc.so.13' nccl nvrtc
cmp out/libnccl.so.2 before/libnccl.so.2 || fail "other bytes"
made 0 'libnccl.so.2 libnvrtc.so.11.2 libnvrtc.so.12 libnvrtc.so.13' nccl # a stand-in is replaced
rm -r out
made 1 libnvrtc.so.13 nvrtc --only libnvrtc.so.13
says said '^refused +out/libnvrtc.so.12 +not named by --only$'
rm -r out
made 1 libnccl.so.2 nccl nvrtc --except nvrtc
rm -r out

# a library without package, and the machine's real files
made 0 libcuda.so.1 cuda
rm -r out
fake_library nccl 2.28.1 out
cp out/libnccl.so.2 kept
made 1 libnccl.so.2 nccl
says said '^refused +out/libnccl.so.2 +its stand-in would replace another real library of that name: '
cmp out/libnccl.so.2 kept
rm -r out

# files, and no names
cp kept nccl
made 0 libnccl.so.2 ./nccl
says said '^stand-in +\./nccl$'
rm -r out
made 3 '' nccll
says said '^lazynccl stand-in: no such file or library: nccll; did you mean nccl\?$'

# A SONAME is the file that ld.so finds, if the current folder has none.
mkdir real
cp kept real/libnccl.so.2
LD_LIBRARY_PATH=$stage/real
export LD_LIBRARY_PATH
made 0 libnccl.so.2 libnccl.so.2
unset LD_LIBRARY_PATH
says said "^stand-in +$stage/real/libnccl.so.2$"
rm -r out
made 1 '' libnope.so.1
says said '^refused +libnope.so.1 +no such file here, and ld.so finds none: give its path$'

# A library without a stub is the file of the wheel in the environment of the first python3.
made 1 '' cublasmp
says said '^refused +libcublasmp.so.0 +no such file here, and ld.so finds none: give its path$'
"$PYTHON" -m venv --without-pip venv
folder=$(echo venv/lib/python3*/site-packages)/nvidia/cublasmp/cu13/lib
library "$folder/libcublasmp.so.0" 'int cublasMpCreate(void) { return 1; }'
path=$PATH
PATH=$stage/venv/bin:$PATH
made 0 libcublasmp.so.0 cublasmp
PATH=$path
says said "^stand-in +$stage/$folder/libcublasmp.so.0$"
rm -r out

made 1 '' ./nccll
says said '^refused +\./nccll +No such file or directory$'

"$TOOL" stand-in nccl -o out --json >said
in_json said 'row, = said["files"]
assert (row["state"], row["file"], row["into"]) == ("stand-in", "nccl", "out/libnccl.so.2"), row
assert int(row["functions"]) > 150'
