# Each of the 7 profiler versions that NCCL calls works with each of the 7 that a profiler has, with
# two profilers at once, with none, and with one that fails. The sanitizers find nothing.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

profilers='1 2 3 4 5 6 7'
sanitized
compiles="$compiles -Wno-unused-parameter -Wno-unused-function -I$stage/built/src/netplugin -I$stage/source/src"

# profiler VERSION FILE MASK [OPTION...]
profiler()
{
    version=$1 file=$2 mask=$3
    shift 3
    $CC $compiles -DVERSION="$version" -DMASK="$mask" -fPIC -shared -fvisibility=hidden \
        "$here/fake/profiler.c" -o "$file" "$@"
}
for version in $profilers; do
    # One also wants the events of calls, which exist since v5.
    profiler "$version" "one-v$version.so" $([ "$version" -ge 5 ] && echo 0x20f || echo 0xf)
    cp "one-v$version.so" "two-v$version.so"
    caller profiler-pair "$version" "pair-v$version"
done
for version in $profilers; do
    for real in $profilers; do
        other=$((8 - real))
        LAZYNCCL_PROFILER_PLUGIN="$PWD/one-v$real.so,$PWD/two-v$other.so" "./pair-v$version" "$lazy" \
            "$PWD/one-v$real.so" "$real" "$PWD/two-v$other.so" "$other" >said 2>&1 ||
            fail "v$version on v$real and v$other: $(cat said)"
        [ "$version" -lt 4 ] || # older ones bring no log
            says said "^INFO profiler fake of $PWD/two-v$other\\.so \\(v$other\\), called as v$version$"
    done
    "./pair-v$version" "$lazy" >said 2>&1 || fail "v$version on none: $(cat said)"
    equal "$(cat said)" ''
    FAKE_PROFILER_FAILS=1 LAZYNCCL_PROFILER_PLUGIN="$PWD/one-v4.so" "./pair-v$version" "$lazy" \
        >said 2>&1 || fail "v$version on one that fails: $(cat said)"
done
says said '^WARN the profiler fake: its init failed \(3\); the communicator goes on without it$'

# If the setting names no profiler, NCCL continues without one, and its log says why.
echo 'int nothing;' | $CC -fPIC -shared -x c - -o nothing.so
profiler 5 short.so 0xf -DNO_STOP
names_none()
{
    LAZYNCCL_PROFILER_PLUGIN=$1 ./pair-v6 "$lazy" >said 2>&1 || fail "$1: $(cat said)"
    says said "^WARN no profiler: .*$2"
}
names_none "$PWD/nowhere.so" 'nowhere\.so: cannot open shared object file'
names_none nowhere 'libnccl-profiler-nowhere\.so: cannot open shared object file'
names_none ./one-v1.so 'neither a name nor an absolute path'
names_none "$PWD/nothing.so" 'has no ncclProfiler_v1 to v7 that can be used'
names_none "$lazy" 'has no ncclProfiler_v1 to v7 that can be used'
names_none "$PWD/short.so" 'short\.so is not complete'
LAZYNCCL_PROFILER_PLUGIN=$PWD/one-v6.so,$PWD/one-v6.so ./pair-v6 "$lazy" "$PWD/one-v6.so" 6 \
    >said 2>&1 || fail "$(cat said)"
says said "^WARN the profiler $PWD/one-v6.so is named twice, and used once$"
LAZYNCCL_PROFILER_PLUGIN=, ./pair-v6 "$lazy" >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" ''
