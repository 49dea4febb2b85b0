# A library that contains lazynccl to call NCCL is like any other library: it is opened at the first
# call by its path or as a loaded copy, and a stand-in for it works.
fake_library nccl 2.28.1 nccl

echo 'int engine_start(int);
int engine_version(void);' | stub_of engine '[absent.returns]' 'int = "-1"'
with_libc >engine.c <<'END'
int ncclGetVersion(int *);
int engine_start(int rank)
{
    int version = 0, result = ncclGetVersion(&version);
    return printf("rank %d: %d, NCCL %d\n", rank, result, version) < 0;
}
int engine_version(void) { return 3; }
END
with_libc >program.c <<'END'
int engine_start(int), engine_version(void);
int main(void)
{
    setbuf(stdout, NULL);
    printf("engine %d\n", engine_version());
    return engine_start(1);
}
END
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o copy
"$PYTHON" "$SOURCE/gen" vendor ./engine.toml --search full -o lazy
mkdir vendored archive preload
$CC -O1 -shared -fPIC -Wl,-soname,libengine.so.1 engine.c copy/lazynccl.c -o vendored/libengine.so.1 -ldl
consumer engine.c archive/libengine.so.1 -shared -fPIC -Wl,-soname,libengine.so.1 -ldl
$CC program.c lazy/lazynccl.c -o program -ldl

export LAZYNCCL_LIBPATH="$stage/nccl"
for build in vendored archive; do
    engine=$stage/$build/libengine.so.1
    wanted='engine 3
rank 1: 0, NCCL 22801'
    $CC program.c "$engine" -Wl,-rpath,"$stage/$build" -o "linked-$build"
    equal "$("./linked-$build")" "$wanted"
    equal "$(LAZYENGINE_LIBPATH="$stage/$build" ./program)" "$wanted"
    equal "$(LD_PRELOAD="$engine" ./program)" "$wanted"
    equal "$(LAZYENGINE_SEARCH=system LD_LIBRARY_PATH="$stage/$build" ./program)" "$wanted"
    [ -n "${TOOL-}" ] || continue
    "$TOOL" audit "$engine" >said
    says said '^    opens libnccl.so.2 .*  by lazynccl  \(nccl, recommended\)$'
    "$TOOL" find --from "$engine" nccl >said
    says said '^contains lazynccl: nccl, by lazynccl [0-9.]+$'
    says said "^ +lazynccl +2\.28\.1 "
    "$TOOL" stand-in "$engine" -o "stand-in-$build" >said || fail "$(cat said)"
    LAZYNCCL_LIBPATH="$stage/nccl:$engine" LD_LIBRARY_PATH="$stage/stand-in-$build" \
        "./linked-$build" >said 2>&1 || fail "$(cat said)"
    equal "$(cat said)" "$wanted"
    # The stand-in exports the names of the library, but is not the library.
    LAZYENGINE_DEBUG=1 LAZYENGINE_LIBPATH="$stage/stand-in-$build/libengine.so.1" ./program \
        >said 2>&1 && fail 'took a stand-in for the library'
    says said '^engine -1$'
    says said 'libengine.so.1: a lazynccl build, not the real library'
    # An installed library is not overwritten, although it contains lazynccl.
    cp "$engine" kept.so
    mkdir -p other
    "$TOOL" stand-in kept.so -o "$build" >said && fail 'replaced a library'
    says said 'would replace another real library of that name'
    cmp kept.so "$engine"
done
