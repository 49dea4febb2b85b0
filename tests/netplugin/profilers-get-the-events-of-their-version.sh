# For each of the 7 versions that NCCL calls, two profilers of this version get every event as NCCL
# passes it, with their own handles as parents. A profiler of another version is named with what to
# set instead. The sanitizers find nothing.
profilers='1 2 3 4 5 6 7'
sanitized
compiles="$compiles -Wno-unused-function -I$stage/built/src/netplugin -I$stage/source/src"

# profiler VERSION FILE [OPTION...]
profiler()
{
    version=$1 file=$2
    shift 2
    $CC $compiles -DVERSION="$version" -DMASK=0x20f -fPIC -shared -fvisibility=hidden \
        "$here/fake/profiler.c" -o "$file" "$@"
}
for version in $profilers; do
    profiler "$version" "one-v$version.so"
    cp "one-v$version.so" "two-v$version.so"
    caller profiler-events "$version" "events-v$version"
done
for version in $profilers; do
    one=$PWD/one-v$version.so two=$PWD/two-v$version.so
    LAZYNCCL_PROFILER_PLUGIN="$one,$two" "./events-v$version" "$lazy" "$one" "$two" >said 2>&1 ||
        fail "v$version: $(cat said)"
    [ "$version" -lt 4 ] || # older ones bring no log
        says said "^INFO profiler fake of $two \\(v$version\\)$"
    "./events-v$version" "$lazy" >said 2>&1 || fail "v$version on none: $(cat said)"
    equal "$(cat said)" ''
    FAKE_PROFILER_FAILS=1 LAZYNCCL_PROFILER_PLUGIN=$one "./events-v$version" "$lazy" >said 2>&1 ||
        fail "v$version on one that fails: $(cat said)"
done
says said '^WARN the profiler fake: its init failed \(3\); the communicator goes on without it$'

# Another version, older or newer; the other profiler still gets its events.
for version in 4 7; do
    LAZYNCCL_PROFILER_PLUGIN=$PWD/one-v$version.so,$PWD/two-v6.so ./events-v6 "$lazy" \
        "$PWD/two-v6.so" >said 2>&1 || fail "v6 on v$version: $(cat said)"
    says said "^WARN no profiler: $PWD/one-v$version\.so has ncclProfiler_v$version, and this NCCL calls v6; "
    says said ': name the file in NCCL_PROFILER_PLUGIN$'
done

# If the setting names no profiler, NCCL continues without one, and its log says why.
echo 'int nothing;' | $CC -fPIC -shared -x c - -o nothing.so
profiler 6 short.so -DNO_STOP
names_none()
{
    LAZYNCCL_PROFILER_PLUGIN=$1 ./events-v6 "$lazy" >said 2>&1 || fail "$1: $(cat said)"
    says said "^WARN no profiler: .*$2"
}
names_none "$PWD/nowhere.so" 'nowhere\.so: cannot open shared object file'
names_none nowhere 'libnccl-profiler-nowhere\.so: cannot open shared object file'
names_none ./one-v1.so 'neither a name nor an absolute path'
names_none "$PWD/nothing.so" 'has no ncclProfiler_v6 of its own'
names_none "$lazy" 'has no ncclProfiler_v6 of its own'
names_none "$PWD/short.so" 'short\.so is not complete'
LAZYNCCL_PROFILER_PLUGIN=$PWD/one-v6.so,$PWD/one-v6.so ./events-v6 "$lazy" "$PWD/one-v6.so" \
    >said 2>&1 || fail "$(cat said)"
says said "^WARN the profiler $PWD/one-v6.so is named twice, and used once$"
LAZYNCCL_PROFILER_PLUGIN=, ./events-v6 "$lazy" >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" ''
