# A wrong table, or a file that is not a plugin, is reported in one line that names the fault.
case $(uname -m) in
x86_64 | aarch64) ;;
*) skip "the offsets of ELF's head are those of little-endian machines with 64 bits" ;;
esac

mkdir nccl
fake_library nccl 2.32.3 nccl
export LAZYNCCL_LIBPATH="$stage/nccl"

# Each row is one table: its name, the status of inspect and of check, a line of either, the code.
wrong=
while IFS='|' read -r name statuses line code; do
    [ -n "$name" ] || continue
    printf "%s\n" "$code" | tr @ "\n" >table.c
    $CC -w -shared -fPIC -fcommon -I"$BUILD/src/netplugin" -include stddef.h table.c -o table.so
    inspected=0 checked=0
    "$TOOL" plugin inspect table.so --no-python >folded 2>err || inspected=$?
    timeout 60 "$TOOL" plugin check table.so --seconds 1 >>folded 2>>err || checked=$?
    { unfolded folded && cat err; } >said
    wide=$(awk 'length > 80' folded | grep -Ev '^(file|needed|  +/)' || true) # paths are not folded
    [ -z "$wide" ] || wrong="$wrong
$name: wider than 80 columns: $wide"
    [ "$inspected $checked" = "$statuses" ] && grep -Eq "$line" said || wrong="$wrong
$name: $inspected $checked
$(cat said)"
done <<'ROWS'
a function|0 1|^ +ncclNetPlugin_v8 is of type func, not an object$|int ncclNetPlugin_v8(void) { return 0; }
an ifunc|1 2|^ +ncclNetPlugin_v8 is of type ifunc, not an object$|static void *find(void) { return 0; } void ncclNetPlugin_v8(void) __attribute__((ifunc("find")));
a thread's variable|0 1|^ +ncclNetPlugin_v8 is of type tls, not an object$|__thread void *ncclNetPlugin_v8[22];
a common symbol|0 1|^ +v8, start, load: the name is NULL$|void *ncclNetPlugin_v8[22];
8 bytes|1 1|^ +ncclNetPlugin_v8 has 8 bytes, and a table of v8 has 152$|void *ncclNetPlugin_v8 = "x";
no operations|0 1|^ +v8, start, load: init is NULL$|void *ncclNetPlugin_v8[22] = {"x"};
wild operations|0 1|^ +v8, start, init: it crashed|void *ncclNetPlugin_v8[22] = {"x", (void *)8, (void *)8};
an older table|1 1|^ +v9, start, load: ncclNetPlugin_v9 has 152 bytes, and a table of v9 has 160: it is one of v8$|#include "lazynccl_net.h"@struct lazynccl_net_v8 ncclNetPlugin_v9 = {"x"};
an unknown version|1 2|it exports no version of net, tuner, profiler, env or gin that can be called$|void *ncclNetPlugin_v31[22] = {"x"};
a leading zero|1 2|^ +[0-9]+ symbols, and none is ncclNetPlugin_vN or the like$|void *ncclNetPlugin_v008[22] = {"x"};
no definition|1 2|^ +[0-9]+ symbols, and none is ncclNetPlugin_vN or the like$|extern char ncclNetPlugin_v8[]; void *other = ncclNetPlugin_v8;
ROWS
equal "$wrong" ""

echo 'void *ncclNetPlugin_v8[22] = {"x"};' >table.c
$CC -w -shared -fPIC table.c -o good.so

# refuses FILE LINE: both exit with 2 and print only this line.
# every-verb-reports-a-bad-file-in-one-line.sh has other files.
refuses()
{
    for verb in inspect check; do
        status=0
        timeout 60 "$TOOL" plugin $verb "$1" >said 2>&1 || status=$?
        [ "$status" = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -Eq "$2" said || wrong="$wrong
$verb $1: $status
$(cat said)"
    done
}

# holds_nothing FILE: this ELF file has no readable tables.
holds_nothing()
{
    for row in 'inspect 1 ^error\[LN311\] ' 'check 2 exports no version of net, tuner, profiler, env or gin'; do
        status=0
        set -- "$1" $row
        "$TOOL" plugin $2 "$1" >said 2>&1 || status=$?
        [ "$status" = "$3" ] && grep -Eq "${row#* * }" said || wrong="$wrong
$2 $1: $status
$(cat said)"
    done
}

# patched FILE OFFSET BYTE: makes a copy of good.so with this byte at this offset.
patched()
{
    cp good.so "$1"
    printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
mkdir folder.so
head -c 100 good.so >cut.so
patched flag.so 4 '\001'
patched big.so 5 '\002'
refuses folder.so 'folder\.so: not a regular file$'
holds_nothing cut.so # after the ELF header
holds_nothing flag.so
refuses big.so 'big\.so: '
equal "$wrong" ""

# For a file of another machine, both say so, unlike the dynamic linker.
patched other.so 18 '\026'
for verb in inspect 'inspect --call' check; do
    exits 1 "$TOOL" plugin $verb other.so >said 2>&1
    says said 'it is a file for s390x \(64 bits\), which is not this machine$'
    says said 'help: get the file that is built for this machine$'
done

# If no library has a function, the advice is about the function, not about a missing library.
echo 'int cudaFree(void); void *used = cudaFree;' | cat table.c - >undefined.c
$CC -w -shared -fPIC undefined.c -o undefined.so
for verb in inspect check; do
    "$TOOL" plugin $verb undefined.so >said 2>&1 || true
    says said "help: as its author, link it with CUDA's runtime: -lcudart\$"
done
