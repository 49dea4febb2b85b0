# Each tuner version that NCCL calls, from v2 on, works with each that a tuner has, without a
# tuner, and with one that fails. The sanitizers find nothing.
tuners='2 3 4 5 6'
sanitized
compiles="$compiles -I$stage/built/src/netplugin -I$stage/source/src"
for version in $tuners; do
    $CC $compiles -DVERSION="$version" -fPIC -shared -fvisibility=hidden "$here/fake/tuner.c" \
        -o "tuner-v$version.so"
    caller tuner-pair "$version" "pair-v$version"
done
for version in $tuners; do
    for real in $tuners; do
        LAZYNCCL_TUNER_PLUGIN="$PWD/tuner-v$real.so" "./pair-v$version" "$lazy" \
            "$PWD/tuner-v$real.so" "$real" >said 2>&1 || fail "v$version on v$real: $(cat said)"
        says said "^INFO tuner fake of $PWD/tuner-v$real\.so \(v$real\), called as v$version$"
        says said '^INFO fake tuner$'
    done
    "./pair-v$version" "$lazy" "$PWD/tuner-v2.so" 0 >said 2>&1 || fail "v$version on none: $(cat said)"
    equal "$(cat said)" ''
    FAKE_TUNER_FAILS=1 LAZYNCCL_TUNER_PLUGIN="$PWD/tuner-v$version.so" "./pair-v$version" "$lazy" \
        "$PWD/tuner-v$version.so" -1 >said 2>&1 || fail "v$version on one that fails: $(cat said)"
    says said '^WARN the tuner fake: its init failed \(3\), and NCCL ends the communicator$'
done

# getChunkSize is optional
$CC $compiles -DVERSION=6 -DNO_CHUNK -fPIC -shared -fvisibility=hidden "$here/fake/tuner.c" -o short.so
NO_CHUNK=1 LAZYNCCL_TUNER_PLUGIN="$PWD/short.so" ./pair-v6 "$lazy" "$PWD/short.so" 6 || fail short

# If the setting names no tuner, NCCL continues without one, and its log says why.
echo 'int nothing;' | $CC -fPIC -shared -x c - -o nothing.so
names_none()
{
    LAZYNCCL_TUNER_PLUGIN=$1 ./pair-v6 "$lazy" "$PWD/tuner-v2.so" 0 >said 2>&1 || fail "$1: $(cat said)"
    says said "^WARN no tuner: .*$2"
}
names_none "$PWD/nowhere.so" 'nowhere\.so: cannot open shared object file'
names_none nowhere 'libnccl-tuner-nowhere\.so: cannot open shared object file'
names_none ./tuner-v2.so 'neither a name nor an absolute path'
names_none "$PWD/nothing.so" 'has no ncclTunerPlugin_v2 to v6 of its own'
echo 'int ncclTunerPlugin_v1;' | $CC -fPIC -shared -x c - -o old.so
names_none "$PWD/old.so" 'v2 to v6 of its own; v1 was removed in 0\.2: name the file in NCCL_TUNER_PLUGIN$'
names_none "$lazy" 'has no ncclTunerPlugin_v2 to v6 of its own'
LAZYNCCL_TUNER_PLUGIN= ./pair-v6 "$lazy" "$PWD/tuner-v2.so" 0 >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" ''

# The tuner is in the file of the real network plugin.
$CC $compiles -DVERSION=4 -fPIC -c "$here/fake/tuner.c" -o tuner.o
fake_plugin 8 both.so tuner.o
for version in $tuners; do
    NET=1 LAZYNCCL_NET_PLUGIN="$PWD/both.so" "./pair-v$version" "$lazy" "$PWD/both.so" 4 >said 2>&1 ||
        fail "v$version on v4 of the network plugin's file: $(cat said)"
    says said "^INFO tuner fake of $PWD/both\.so \(v4\), called as v$version$"
    says_not said WARN
done
