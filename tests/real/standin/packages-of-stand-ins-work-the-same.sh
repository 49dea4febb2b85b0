# usage: ... ENVIRONMENT PACKAGE STAYING: without a GPU, a package that uses NVIDIA's libraries
# works the same as installed, under `lazynccl run --lazy all`, and with +lazy wheels, which pass
# `pip check`. With these wheels it also works without the real ones; only the NVIDIA libraries in
# STAYING are then loaded.
need_tool
package=$2 staying=$3
need_environment "$1"
export PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME=$stage/cache
cp -al "$base" env 2>/dev/null || skip "the cache is on another file system than $PWD"
site=$(echo env/lib/python3*/site-packages)

# The driver of a machine without a GPU, for libraries that need it. Every function returns "no
# GPU".
find "$site" -name '*.so*' -not -path '*/nvidia/*' -exec readelf --dyn-syms -W {} + 2>/dev/null |
    awk '$7 == "UND" && $8 ~ /^cu[A-Z][A-Za-z0-9_]*$/ { print $8 } END { print "cuInit" }' |
    sort -u | sed '/^cuDriverGetVersion$/d; s/.*/int &(void) { return 100; }/' >driver.c
echo 'int cuDriverGetVersion(int *version) { *version = 13000; return 0; }' >>driver.c
mkdir driver
$CC -w -shared -fPIC driver.c -o driver/libcuda.so.1 -Wl,-soname,libcuda.so.1
export LD_LIBRARY_PATH=$stage/driver

# works NAME COMMAND...: runs the work, and writes its results to NAME, and memory and libraries to
# NAME.figures.
works()
{
    name=$1
    shift
    "$@" >"$name" 2>"$name.all" || fail "$name: $(cat "$name" "$name.all")"
    tail -n 2 "$name.all" >"$name.figures"
    echo "$name: $(tr '\n' ' ' <"$name.figures")"
}
work=$SOURCE/tests/real/standin/works.py
works usual env/bin/python "$work" "$package"
works usual-alone env/bin/python "$work" "$package" alone
works run "$TOOL" run --lazy all --record opened -- env/bin/python "$work" "$package"
cmp usual run || fail "with run --lazy all: $(diff usual run)"
works run-alone "$TOOL" run --lazy all -- env/bin/python "$work" "$package" alone
cmp usual-alone run-alone || fail "with run --lazy all: $(diff usual-alone run-alone)"
equal "$(tail -n 1 run-alone.figures)" "$staying"

before=$(du -sm "$site" | cut -f1)
"$TOOL" stand-in "$site" -o wheels >said || fail "$(cat said)"
"$PYTHON" -m pip --disable-pip-version-check --python env/bin/python install --quiet --no-index \
    --no-deps --no-compile --force-reinstall wheels/*.whl >pip.log 2>&1 || fail "$(cat pip.log)"
"$PYTHON" -m pip --disable-pip-version-check --python env/bin/python check >said || fail "$(cat said)"
echo "installed: $before MiB -> $(du -sm "$site" | cut -f1) MiB"
works alone env/bin/python "$work" "$package" alone
cmp usual-alone alone || fail "with +lazy wheels: $(diff usual-alone alone)"
equal "$(tail -n 1 alone.figures)" "$staying"
if [ "$package" = jax ]; then # it asks for versions, gets each library's error, uses the CPU
    LAZYNCCL_SEARCH=env env/bin/python -c 'import jax; print(jax.devices())' >said 2>&1 ||
        fail "$(cat said)"
    says said 'Unable to load cuDNN. Is it installed.$'
    says said '^\[CpuDevice\(id=0\)\]$'
fi
LAZYNCCL_LIBPATH=$(ls -d "$packages"/nvidia/*/lib "$packages"/cutensor/lib 2>/dev/null | paste -sd:)
export LAZYNCCL_LIBPATH
works found env/bin/python "$work" "$package"
cmp usual found || fail "with +lazy wheels, real libraries elsewhere: $(diff usual found)"
