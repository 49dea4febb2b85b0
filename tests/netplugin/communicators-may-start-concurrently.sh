# Threads that begin, move messages and end, each a communicator of its own, get in nobody's way; as
# ThreadSanitizer sees it too.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

# races RUN...: the pairs of versions whose lives differ; RUN: what to call programs with.
races()
{
    for real in 8 11; do
        fake_plugin $real "fake-v$real.so"
        for version in 8 10 11; do
            caller race $version race
            LAZYNCCL_NET_PLUGIN=$PWD/fake-v$real.so "$@" ./race "$lazy" >said 2>&1 ||
                fail "v$version on v$real: $(cat said)"
            says_not said '^WARN'
        done
    done
}

races
for compiler in gcc clang; do
    can_link $compiler -fsanitize=thread || continue
    CC="$compiler -fsanitize=thread"
    rebuilt_lazy lazy.so $CC
    lazy=$PWD/lazy.so
    races without_aslr
done
