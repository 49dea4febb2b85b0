# A relative or empty element of LD_LIBRARY_PATH or RUNPATH is skipped with a line in the report, whatever it
# contains. If only ld.so can tell which file it takes, it is asked unless it may find the file in such an element.
export LAZYNCCL_SEARCH=system
compile plain -ldl <<'C'
int main(void)
{
    puts(dlopen("libnccl.so.2", RTLD_NOW) ? "opened" : dlerror());
}
C
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 whole
mkdir cut fifo text
head -c 6000 lib/libnccl.so.2 >cut/libnccl.so.2
mkfifo fifo/libnccl.so.2
echo text >text/libnccl.so.2

try() # FOLDER LD_LIBRARY_PATH EXPECTED
{
    code=0 plain=0
    (cd "$1" && LD_LIBRARY_PATH=$2 timeout 5 "$stage/ask" where) >said 2>&1 || code=$?
    (cd "$1" && LD_LIBRARY_PATH=$2 timeout 1 "$stage/plain") >plain.said 2>&1 || plain=$?
    echo "in $1, LD_LIBRARY_PATH=$2: status $code, $(head -n 1 said) (plain dlopen: status $plain)"
    [ "$code" = 0 ] || fail "see above"
    says said "^system $3 /"
}
for broken in cut fifo text whole; do
    try . "$broken:$stage/lib" 22801
    try $broken ":$stage/lib" 22801
    try $broken ".:$stage/lib" 22801
done
(cd whole && LD_LIBRARY_PATH="/x:" ../ask where report) >said
says said "^system +the relative element '.' of LD_LIBRARY_PATH or RUNPATH is skipped$"
consumer "$SOURCE/tests/fake/ask.c" run_path -Wl,-rpath,"whole/:$stage/lib"
LD_LIBRARY_PATH=/nowhere:cut ./run_path where report >said
says said '^system 22801 '
for element in whole cut; do
    says said "^system +the relative element '$element' of LD_LIBRARY_PATH or RUNPATH is skipped$"
done

# with a folder for certain processors, the file that ld.so takes cannot be told
ldd --version 2>&1 | grep -q musl && exit 0
mkdir -p lib/glibc-hwcaps hwcaps/glibc-hwcaps
try . ":$stage/lib" 22801
for folder in whole hwcaps; do
    (cd $folder && LD_LIBRARY_PATH=":$stage/lib" ../ask where report) >said || true
    says said "the relative element '.' of LD_LIBRARY_PATH or RUNPATH: ld.so may find libnccl.so.2 there"
    says_not said '^system 22'
done
