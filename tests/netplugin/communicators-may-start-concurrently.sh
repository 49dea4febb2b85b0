# Threads that each start, use and end a communicator do not disturb one another. Also under
# ThreadSanitizer.

# races RUN...: tests pairs of versions with different start and end. RUN is the command that runs
# programs.
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
for compiler in $(each_of gcc clang); do
    can_link $compiler -fsanitize=thread || continue
    CC="$compiler -fsanitize=thread"
    rebuild_lazy lazy.so $CC
    lazy=$PWD/lazy.so
    races without_aslr
done
