# AddressSanitizer (with leaks) and UndefinedBehaviorSanitizer, of gcc and clang, report nothing for
# any pair of versions (with clang: the most different ones), over TCP, and in failures.
sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'

# fails_safely: failures and invalid settings.
fails_safely()
{
    plugin=$PWD/fake-v8.so
    for setting in init_fails=1 max_recvs=0 max_recvs=1000000000 null=1 unset=1 devices=0 \
        name_after=other; do
        FAKE_PLUGIN=$setting asks 12 open init init devices properties transfer irecv=9 \
            finalize-unknown=0 finalize close open init transfer
    done
    LAZYNCCL_NET_REQUIRED=1 FAKE_PLUGIN=init_fails=1 asks 12 open init devices properties listen finalize
    NCCL_NET=other asks 12 open name init
    LAZYNCCL_NET_MAX_RECVS=abc asks 12 open init
    for plugin in '' nowhere "$PWD/nowhere" "$lazy" "$PWD/said" relative/path; do
        asks 12 open init init finalize-unknown
        says said '^init: 2$'
    done
}

for compiler in gcc clang; do
    # a plugin's functions have its own header's types, which newer clangs compare with ours
    [ $compiler = gcc ] || sanitize="$sanitize -fno-sanitize=function"
    can_link $compiler $sanitize || continue
    CC="$compiler $sanitize"
    rebuild_lazy lazy.so $CC
    lazy=$PWD/lazy.so
    rm -f ask-v*
    [ $compiler = gcc ] || versions='4 8 12'
    for version in $versions; do
        fake_plugin "$version" "fake-v$version.so" -DFINI
        caller pair "$version" "pair-v$version"
    done
    for version in $versions; do
        for real in $versions; do
            export LAZYNCCL_NET_PLUGIN="$PWD/fake-v$real.so"
            "./pair-v$version" "$lazy" "$LAZYNCCL_NET_PLUGIN" "$real" ||
                fail "$compiler: v$version on v$real"
        done
    done
    tcp tcp.so
    caller move 12 move
    LAZYNCCL_NET_PLUGIN=$PWD/tcp.so ./move "$lazy" >said 2>&1 ||
        fail "$compiler: $(cat said)"
    unset LAZYNCCL_NET_PLUGIN
    fails_safely
done
