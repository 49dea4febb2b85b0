# ld.so accepts a loaded object whose PT_NOTE points outside its segments; a first call survives it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
fake_library nccl 2.28.1 lib
echo 'int helper;' >helper.c
$CC -shared -fPIC helper.c -o helper.so -Wl,--build-id
cat >patch.py <<'P'
import struct, sys
source, made, field, value = sys.argv[1:]
data = bytearray(open(source, "rb").read())
at, = struct.unpack_from("<Q", data, 32)
for i in range(struct.unpack_from("<H", data, 56)[0]):
    part = at + 56 * i
    if struct.unpack_from("<I", data, part)[0] == 4:
        offset = {"vaddr": 16, "memsz": 40, "filesz": 32, "align": 48}[field]
        struct.pack_into("<Q", data, part + offset, int(value, 0))
open(made, "wb").write(data)
P
cat >program.c <<'C'
#include <dlfcn.h>
#include <stddef.h>
int main(int count, char **words)
{
    int version = 0;
    void *nccl;
    (void)count;
    if (!dlopen(words[1], RTLD_NOW))
        return 3;
#ifdef PLAIN
    nccl = dlopen(words[2], RTLD_NOW);
    int (*ncclGetVersion)(int *);
    *(void **)&ncclGetVersion = nccl ? dlsym(nccl, "ncclGetVersion") : NULL;
#else
    (void)nccl;
    int ncclGetVersion(int *);
#endif
    return ncclGetVersion(&version) != 0 || version != 22801;
}
C
consumer program.c ours -Wno-unused -ldl
$CC -DPLAIN program.c -o plain -ldl
status=0
for change in vaddr=0x70000000 vaddr=0xffffffffffffff00 vaddr=0x3001 memsz=0x70000000 \
    memsz=0xffffffffffffffff filesz=0x70000000 align=0 align=3 align=0x8000000000000000; do
    "$PYTHON" patch.py helper.so bad.so ${change%=*} ${change#*=}
    plain=0 ours=0
    ./plain ./bad.so "$stage/lib/libnccl.so.2" >/dev/null 2>&1 || plain=$?
    LAZYNCCL_LIBPATH=$stage/lib ./ours ./bad.so >/dev/null 2>&1 || ours=$?
    echo "$change: status $ours (plain dlopen: $plain)"
    [ $ours = $plain ] || status=1
done
exit $status
