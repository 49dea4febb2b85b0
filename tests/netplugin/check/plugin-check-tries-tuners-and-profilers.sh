# `lazynccl plugin check` tries every version of a tuner and of a profiler, also in the file of a
# network plugin.
compiles="$compiles -w -I$stage/built/src/netplugin -I$stage/source/src -fPIC -fvisibility=hidden"

# checks WORDS: exits with 1 and a finding that contains these words.
checks()
{
    "$TOOL" plugin check fault.so --seconds 2 >said && fail "no finding: $(cat said)"
    says said "$1"
}

for version in 2 3 4 5 6; do
    $CC $compiles -c -DVERSION=$version "$here/fake/tuner.c" -o one.o
    $CC -shared one.o -o tuner.so
    "$TOOL" plugin check tuner.so >said || fail "$(cat said)"
    says said "^tuner           v$version$"
    says said '^costs           ok$'
    says said "^NCCL since    2\.[0-9.]+ +tuner v$version passed$"
    equal "$(tail -n 1 said)" "$no_problems"
done
for version in 1 2 3 4 5 6 7; do
    $CC $compiles -shared -DVERSION=$version -DMASK=0x3f "$here/fake/profiler.c" -o profiler.so
    "$TOOL" plugin check profiler.so >said || fail "$(cat said)"
    says said "^profiler        v$version$"
    says said '^threads         ok$'
    says said '^late            ok$'
    equal "$(tail -n 1 said)" "$no_problems"
done

# In one file with a network.
$CC -w -c -fPIC -I"$BUILD/src/netplugin" "$SOURCE/tests/netplugin/check/plugin.c" -o net.o
$CC -shared net.o one.o -o both.so
"$TOOL" plugin check both.so --json >said || fail "$(cat said)"
in_json said 'assert [(i["kind"], i["version"]) for i in said["interfaces"]] == [("net", 12), ("tuner", 6)], said
assert [(r["kind"], r["takes"], r["result"]) for r in said["releases"]] == [
    ("net", "v12", "passed"), ("tuner", "v6", "passed")], said'

# One of the two, also if the other has no device.
"$TOOL" plugin check both.so --interface tuner >said || fail "$(cat said)"
equal "$(head -n 1 said)" 'tuner           v6'
says_not said 'v12'
"$TOOL" plugin check both.so --interface tuner --interface 5 >said 2>err && fail "$(cat said)"
says err 'it exports no v5 of tuner that can be called$'
exits 3 "$TOOL" plugin check both.so --interface rma 2>err
equal "$(cat err)" "lazynccl plugin: --interface takes net, tuner, profiler, env, gin or a number, \
not: rma; try: lazynccl plugin --help"

# NCCL with v5 does not call finalize of a profiler without a context; older versions do.
exits 2 env FAKE_PROFILER_WITHOUT_CONTEXT=1 "$TOOL" plugin check profiler.so >said # it was not tried
says said '^start           ok  its init returns no context, so NCCL does not call finalize$'
$CC $compiles -shared -DVERSION=4 -DMASK=0x3f "$here/fake/profiler.c" -o one.so
FAKE_PROFILER_WITHOUT_CONTEXT=1 "$TOOL" plugin check one.so >said && fail "$(cat said)"
says said '^ +profiler v4, start, finalize: it crashed '
LAZYNCCL_PROFILER_PLUGIN=$PWD/profiler.so FAKE_PROFILER_WITHOUT_CONTEXT=1 "$TOOL" plugin check \
    "$lazy" --interface 7 >said || true # there is no network
says said '^late            ok$'

# what goes wrong
fault()
{
    file=$1
    shift
    $CC $compiles -shared "$@" "$here/fake/$file.c" -o fault.so
}
fault profiler -DVERSION=4 -DMASK=0x3f -DNO_STOP
checks '^ +profiler v4, start, the table: stopEvent is NULL$'
FAKE_TUNER_FAILS=1 "$TOOL" plugin check tuner.so >said && fail "$(cat said)"
says said '^warning\[LN313\] '
says said '^ +tuner v6, start, init of 16 ranks on 2 nodes: it returns 3 \(internal error\)$'
fault profiler -DVERSION=4 -DMASK=0x3f -DFAULT_STOP
checks '^ +profiler v4, events, 200 collectives: stopEvent returns 3 \(internal error\)$'
