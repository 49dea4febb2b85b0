# What release 0.1 made works beside this one: a copy, a program linked with liblazynccl.so.0, a stand-in, and
# wheels of stand-ins. Release 0.1 is built from Git's history, which the tarball does not have.
need_tool
need git meson ninja

release=$(git -C "$SOURCE" rev-parse --quiet --verify 'v0.1.0^{commit}' 2>/dev/null ||
    echo 687ed39b390ef67b124c50076d870efc5d902ebd)
mkdir old
git -C "$SOURCE" archive "$release" >old.tar 2>/dev/null || skip "no Git history with release 0.1"
tar -x -f old.tar -C old
meson setup old/build old >log && ninja -C old/build src/tool/lazynccl src/runtime/liblazynccl.so.0 >>log ||
    fail "$(tail -n 20 log)"
OLD=$stage/old/build/src/tool/lazynccl
equal "$("$OLD" --version)" 'lazynccl 0.1.0'

fake_library nccl 2.28.9 real
"$TOOL" stand-in real/libnccl.so.2 -o new-lazy >/dev/null
"$OLD" stand-in real/libnccl.so.2 -o old-lazy >/dev/null
"$PYTHON" -B old/gen vendor nccl -o old-copy

with_libc >program.c <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
int tell(void)
{
    int version = 0, code = ncclGetVersion(&version);
    printf("%d %d %d %s, %s\n", code, version, lazynccl_has(lazynccl_nccl(), "ncclCommShrink"),
           code ? "-" : lazynccl_path(lazynccl_nccl()),
           code ? ncclGetErrorString(code) : lazynccl_found_via(lazynccl_nccl()));
    return fflush(stdout);
}
int main(int count, char **words)
{
    void *module = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
    int (*other)(void) = module ? (int (*)(void))dlsym(module, "tell") : tell;
    return tell() || other();
}
C
compile="$CC -w -Iold-copy -I$BUILD/include program.c"
$compile old-copy/lazynccl.c -o copied -ldl -lpthread
$compile old-copy/lazynccl.c -shared -fPIC -Wl,-Bsymbolic -o old.so -ldl -lpthread
$compile "$ARCHIVE" -shared -fPIC -Wl,-Bsymbolic -o new.so
$compile "$ARCHIVE" -o linked
$compile old/build/src/runtime/liblazynccl.so.0 -o shared

# A copy of 0.1 finds the library as always. It neither takes this release's stand-in for the library,
# nor does this release take that of 0.1.
found="0 22809 1 $stage/real/libnccl.so.2, system"
for program in copied linked; do
    for lazy in new-lazy old-lazy; do
        equal "$(LAZYNCCL_SEARCH=system LD_LIBRARY_PATH=$stage/$lazy:$stage/real ./$program)" "$found
$found"
    done
done
shows '^2 0 0 -, .*libnccl.so.2' ./copied

# In one process, both releases use one library.
export LAZYNCCL_LIBPATH=$stage/real
equal "$(./copied ./new.so)" "0 22809 1 $stage/real/libnccl.so.2, env
0 22809 1 $stage/real/libnccl.so.2, env"
equal "$(./linked ./old.so)" "0 22809 1 $stage/real/libnccl.so.2, env
0 22809 1 $stage/real/libnccl.so.2, env"

# A program that was linked with 0.1's shared library runs with this one.
for library in old/build/src/runtime "$(dirname "$SHARED")"; do
    equal "$(LD_LIBRARY_PATH=$library ./shared | tail -n 1)" "0 22809 1 $stage/real/libnccl.so.2, env"
done
compile wraps -Iold-copy old/build/src/runtime/liblazynccl.so.0 <<'C'
#include <lazynccl.h>
int main(void)
{
    int result = lazynccl_wrap(lazynccl_nccl(), "ncclGetVersion", (void (*)(void))main, NULL);
    return printf("%d %d\n", result, result && errno == ENOTSUP) < 0;
}
C
equal "$(LD_LIBRARY_PATH=$(dirname "$SHARED") ./wraps)" '-1 1'

# Stand-ins of 0.1: for a program that is linked with NCCL, with and without the library.
echo 'int ncclGetVersion(int *);
int main(void) { int v = 0, c = ncclGetVersion(&v); return printf("%d %d", c, v) < 0; }' |
    compile direct real/libnccl.so.2
equal "$(LD_LIBRARY_PATH=$stage/old-lazy ./direct)" '0 22809'
equal "$(env -u LAZYNCCL_LIBPATH LD_LIBRARY_PATH="$stage/old-lazy" ./direct)" '2 0'
equal "$(LD_LIBRARY_PATH=$stage/old-lazy "$TOOL" run -- ./direct)" '0 22809'

# Wheels of stand-ins, as 0.1 made them: this release knows them, and gives the same remedy.
mkdir wheels
"$PYTHON" -B "$SOURCE/tests/standin/wheel.py" make wheels nvidia-nccl-cu12 2.28.9 \
    nvidia/nccl/lib/libnccl.so.2=real/libnccl.so.2
"$OLD" stand-in wheels/*.whl -o lazy-wheels >/dev/null
"$PYTHON" -m venv --without-pip venv
site=$(echo venv/lib/python3*/site-packages)
"$PYTHON" -m zipfile -e lazy-wheels/*.whl "$site"
unset LAZYNCCL_LIBPATH
"$TOOL" doctor --from venv/bin/python >said || [ $? = 1 ]
says said 'LN127'
equal "$(LD_LIBRARY_PATH=$site/nvidia/nccl/lib LAZYNCCL_LIBPATH=$stage/real ./direct)" '0 22809'
