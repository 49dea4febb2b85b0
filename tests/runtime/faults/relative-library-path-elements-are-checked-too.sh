# If a relative or empty element of LD_LIBRARY_PATH contains a broken file or a FIFO, the process
# neither crashes nor hangs, and the library in the next element is used. A valid file in such an
# element is used, as ld.so does.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
export LAZYNCCL_SEARCH=system
consumer "$SOURCE/tests/fake/ask.c" ask
cat >plain.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    puts(dlopen("libnccl.so.2", RTLD_NOW) ? "opened" : dlerror());
    return 0;
}
C
$CC plain.c -o plain -ldl
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 whole
mkdir cut fifo text
head -c 6000 lib/libnccl.so.2 >cut/libnccl.so.2
mkfifo fifo/libnccl.so.2
echo text >text/libnccl.so.2

status=0
try() # FOLDER LD_LIBRARY_PATH EXPECTED
{
    code=0 plain=0
    (cd "$1" && LD_LIBRARY_PATH=$2 timeout 5 "$stage/ask" where) >said 2>&1 || code=$?
    (cd "$1" && LD_LIBRARY_PATH=$2 timeout 5 "$stage/plain") >plain.said 2>&1 || plain=$?
    echo "in $1, LD_LIBRARY_PATH=$2: status $code, $(head -n 1 said) (plain dlopen: status $plain)"
    [ "$code" = 0 ] && grep -q "^system $3 /" said || status=1
}
for broken in cut fifo text; do
    try . "$broken:$stage/lib" 22801
    try $broken ":$stage/lib" 22801
    try . "$stage/$broken:$stage/lib" 22801
done
try . "whole:$stage/lib" 22802
try whole ":$stage/lib" 22802
exit $status
