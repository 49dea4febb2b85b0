# An interposer has NCCL's SONAME, exports a function of NCCL, and opens NCCL through the copy of
# lazynccl that it contains. That copy never accepts the interposer as NCCL; a program's copy does.
need objcopy
fake_library nccl 2.28.1 real
compile real.o -fPIC -c <<'END'
int ncclGetVersion(int *);
__attribute__((visibility("default"))) int real_version(int *version)
{
    return ncclGetVersion(version);
}
END
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o copy
$CC -fPIC -c copy/lazynccl.c -o copy.o
$CC -r -nostdlib copy.o real.o -o one.o
objcopy --localize-hidden one.o
mkdir interposer
compile interposer/libnccl.so.2 -shared -fPIC one.o -Wl,-soname,libnccl.so.2 -ldl <<'END'
int real_version(int *);
int ncclGetVersion(int *version)
{
    static int depth;
    int result;
    if (depth)
        return 99;
    depth = 1;
    result = real_version(version);
    depth = 0;
    return result ? result : 7;
}
END
$CC "$SOURCE/tests/fake/direct.c" -o linked -Wl,--no-as-needed interposer/libnccl.so.2 -ldl
consumer "$SOURCE/tests/fake/ask.c" lazy
seen='nccl 7 22801'

export LD_LIBRARY_PATH="$stage/interposer:$stage/real"
for places in loaded,env env,loaded; do
    equal "$(LAZYNCCL_SEARCH=$places LAZYNCCL_LIBPATH=$stage/real ./linked nccl)" "$seen"
done
equal "$(LAZYNCCL_SEARCH=loaded,system ./linked nccl)" "$seen"
equal "$(LAZYNCCL_LIBPATH=$stage/interposer:$stage/real ./linked nccl)" "$seen"
equal "$(LAZYNCCL_LIBPATH=$stage/interposer/libnccl.so.2 ./linked nccl)" 'nccl 2 0'
equal "$(LAZYNCCL_SEARCH=loaded,system LD_PRELOAD=$stage/interposer/libnccl.so.2 ./lazy call)" "call 7 22801.0"

# The command gives the same result.
if [ -n "${TOOL-}" ]; then
    LAZYNCCL_LIBPATH=$stage/interposer:$stage/real "$TOOL" find --from interposer/libnccl.so.2 nccl -v -p >said
    says said "^ +env .*$stage/interposer/libnccl.so.2 +a lazynccl build, not the real library"
    says said "^ +lazynccl +2\.28\.1 +env +$stage/real/libnccl.so.2"
    LAZYNCCL_LIBPATH=$stage/interposer:$stage/real "$TOOL" find --from lazy nccl -p >said
    says said "^ +lazynccl .* env +$stage/interposer/libnccl.so.2"
fi
