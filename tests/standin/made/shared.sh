# Shared by the tests of NCCL's, NVRTC's and nvJitLink's stand-ins.
#
# A test runs twice: with the stand-ins that `lazynccl stand-in nccl ...` makes from the stubs, and
# with those that `lazynccl run` makes from files.
#   STANDINS   the folder with one stand-in for each SONAME
# A test of `lazynccl run`, whose name begins with run-, runs once, and has instead:
#   in_cache SONAME   prints the path of the stand-in that `run` made

case $script in */run-*) MADE_FROM=run ;; esac
if [ -z "${MADE_FROM-}" ]; then
    for kind in stub file; do
        echo "stand-ins made from: $kind"
        MADE_FROM=$kind sh "$0" "$script" || exit
    done
    exit
fi

# Location "system" reads the machine's loader cache, which may list real libraries; a test that
# includes it puts a fake library before them.
with_system=api,env,loaded,partner,wheel,conda,system

make_stand_ins()
{
    case $MADE_FROM in
    stub) "$TOOL" stand-in nccl nvrtc nvjitlink -o stand-ins >made.log || fail "$(cat made.log)" ;;
    file)
        # old releases: the functions of newer ones must be there all the same
        fake_library nccl 2.18.1 made
        for version in 12.4 13.0; do
            fake_library nvrtc $version made
            fake_library nvjitlink $version made
        done
        LD_LIBRARY_PATH=$stage/made XDG_CACHE_HOME=$stage/made/cache LAZYNCCL_SEARCH=system \
            "$TOOL" run true || fail "lazynccl run"
        mkdir stand-ins
        find made/cache -name 'lib*.so.*' -type f -exec mv {} stand-ins \;
        rm -r made
        ;;
    run) export XDG_CACHE_HOME=$stage/cache ;;
    esac
    STANDINS=$stage/stand-ins
}
make_stand_ins

in_cache()
{
    find "$stage/cache" -name "$1" -type f
}

# direct PROGRAM FILE... [COMPILER-OPTION...]: links a program with these libraries directly.
direct()
{
    program=$1
    shift
    $CC -Wall -Werror -o "$program" "$SOURCE/tests/fake/direct.c" -Wl,--no-as-needed "$@" -ldl
}
