# A stand-in and the shared library refuse a named file that would pass each call back to them: one that
# needs the SONAME of the library, or that opens it by this name. The archive takes both.
fake_library nccl 2.28.9 real

compile opens.so -shared -fPIC -ldl <<'END'
int ncclGetVersion(int *version)
{
    void *real = dlopen("libnccl.so.2", RTLD_NOW);
    int (*next)(int *);

    *(void **)&next = real ? dlsym(real, "ncclGetVersion") : NULL;
    return next ? next(version) : 5;
}
END
echo 'int ncclGetVersion(int *version) { (void)version; return 7; }' |
    $CC -shared -fPIC -x c - -x none -o needs.so -Wl,--no-as-needed real/libnccl.so.2
"$TOOL" stand-in real/libnccl.so.2 -o standin >made
$CC "$SOURCE/tests/fake/direct.c" -o standin/main -Wl,--no-as-needed standin/libnccl.so.2 -ldl
shared_consumer "$SOURCE/tests/fake/ask.c" shared
consumer "$SOURCE/tests/fake/ask.c" archive

run() # PROGRAM FILE FOLDER WORD...
{
    program=$1 file=$2 folder=$3
    shift 3
    LAZYNCCL_LIBPATH=nccl=$stage/$file LD_LIBRARY_PATH=$stage/$folder timeout 20 "./$program" "$@" >said ||
        fail "$program $file: status $?"
}
run standin/main needs.so standin nccl reason=2
says said '^nccl 2 0$'
says said "^reason NCCL cannot be used: $stage/needs.so: needs libnccl.so.2: it calls this lazynccl build .*; correct or unset LAZYNCCL_LIBPATH"
run standin/main opens.so standin nccl reason=2
says said '^nccl 2 0$'
says said "^reason NCCL cannot be used: $stage/opens.so: it calls this lazynccl build "
run shared needs.so real call string=2
says said '^call 2 0\.0$'
says said "needs libnccl.so.2: it calls this lazynccl build "
run shared opens.so real call
says said '^call 0 22809\.0$'
run archive needs.so real call
says said '^call 7 -1\.0$'
run archive opens.so real call
says said '^call 0 22809\.0$'

# The command predicts the first of these.
LAZYNCCL_LIBPATH=nccl=$stage/needs.so "$TOOL" find nccl --from standin/libnccl.so.2 >said || true
says said 'needs\.so +needs libnccl\.so\.2: it calls this lazynccl build '
