# A new version of the profiler interface needs changes only in stubs/nccl_profiler.toml. With rows
# for an imaginary v8, libnccl-net-lazy.so exports it and passes its events on.

# The rows are the release, the size, and a member of collectives before the last one.
"$PYTHON" - "$SOURCE/stubs/nccl_profiler.toml" >nccl_profiler.toml <<'END'
import sys

text = open(sys.argv[1], encoding="utf-8").read()
for row, added in (
        ('7 = ["2.31.2"]', '8 = ["2.32.3"]'),
        ('7 = { profiler = 48, event = 136, other = 96 }',
         '8 = { profiler = 48, event = 144, other = 96 }'),
        ('symmetric = { 7 = "uint8_t" }', 'color = { 8 = "uint64_t" }')):
    assert text.count(row) == 1, row
    text = text.replace(row, f"{row}\n{added}")
print(text, end="")
END
rm built
mkdir -p built/src/netplugin
cp "$BUILD"/src/netplugin/*.[ch] built/src/netplugin
"$PYTHON" "$SOURCE/gen" net nccl_profiler.toml -o built/src/netplugin
rebuild_lazy lazy.so $CC
lazy=$PWD/lazy.so

nm -D --defined-only "$lazy" | awk '{ print $3 }' >exported
says exported '^ncclProfiler_v8$'
compiles="$compiles -I$stage/built/src/netplugin -I$stage/source/src"
for version in 7 8; do
    $CC $compiles -DVERSION="$version" -DMASK=0x20f -fPIC -shared -fvisibility=hidden \
        "$here/fake/profiler.c" -o "v$version.so"
    caller profiler-events "$version" "events-v$version"
    LAZYNCCL_PROFILER_PLUGIN=$PWD/v$version.so "./events-v$version" "$lazy" "$PWD/v$version.so" \
        >said 2>&1 || fail "v$version: $(cat said)"
done
