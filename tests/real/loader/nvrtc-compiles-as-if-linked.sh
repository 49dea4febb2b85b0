# Through lazynccl, NVRTC compiles the same as when linked, with the builtins next to it, not those
# in the current folder.
linker=nvidia-nvjitlink-13.5.37 # links the LTO-IR of all
need_release "$1" $linker

lto=-DWITH_LTOIR
case $1 in
*-cu11-*) lto= ;;
esac
lazy nvrtc-job.c lazy "$1" $lto
eager nvrtc-job.c eager "$1" $lto
eager nvjitlink-job.c link $linker

# With LD_LIBRARY_PATH, because some releases find their builtins only through it.
mkdir expected got
(cd expected && LD_LIBRARY_PATH=$(lib "$1") run ../eager >said) || fail "$(cat expected/said)"
says expected/said "^nvrtcVersion: $(minor "$1")\$"

# A trap: loading these builtins leaves a trace.
builtins=libnvrtc-builtins.so.$(minor "$1")
compile "got/$builtins" -shared -fPIC -Wl,-soname,"$builtins" <<'C'
__attribute__((constructor)) static void say(void)
{
    fclose(fopen("trapped", "w"));
}
C

# An empty element of LD_LIBRARY_PATH is the current folder: only a linked library falls into the
# trap.
mkdir alone
ln "$(lib "$1")"/libnvrtc.so.* alone 2>/dev/null || cp "$(lib "$1")"/libnvrtc.so.* alone
(cd got && LD_LIBRARY_PATH=$stage/alone: run ../eager >said) || true
[ -e got/trapped ] || fail "the trap does not work: $(cat got/said)"
rm -f got/trapped got/out.*

for search in /nowhere :; do
    (cd got && LD_LIBRARY_PATH=$search LAZYNCCL_LIBPATH=$(lib "$1") run ../lazy >said) ||
        fail "$(cat got/said)"
    [ ! -e got/trapped ] || fail "opened the builtins in the current folder"
    equal "$(grep -v ^took: got/said)" "$(cat expected/said)"
    equal "$(grep ^took: got/said)" \
        "took: nvrtc $(number "$1") env $(echo "$(lib "$1")"/libnvrtc.so.*)"
    cmp expected/out.ptx got/out.ptx
    if [ -n "$lto" ]; then # no two LTO-IRs are the same, but the linked cubins are
        for code in expected got; do
            run ./link ltoir $code/out.ltoir $code/cubin >said || fail "$(cat said)"
        done
        cmp expected/cubin got/cubin
    fi
    rm -f got/out.* got/cubin
done
