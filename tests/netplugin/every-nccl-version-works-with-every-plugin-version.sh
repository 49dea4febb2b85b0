# Each of the 9 versions that NCCL calls works on each of the 9 that a plugin has: every operation
# passes its arguments and results correctly.
for version in $versions; do
    fake_plugin "$version" "fake-v$version.so"
    caller pair "$version" "pair-v$version"
    caller properties "$version" "properties-v$version"
done
for version in $versions; do
    for real in $versions; do
        export LAZYNCCL_NET_PLUGIN="$PWD/fake-v$real.so"
        "./pair-v$version" "$lazy" "$LAZYNCCL_NET_PLUGIN" "$real" ||
            fail "v$version on v$real: its operations"
        "./properties-v$version" "$lazy" "$real" || fail "v$version on v$real: its properties"
    done
done
