# Compares the output of many calls, good and bad, between builds. Sourced after stage.sh.

fake_library nccl 2.28.9 whole
fake_library nvrtc 12.9 whole
fake_library nvjitlink 12.2 whole
fake_library nccl 2.18.1 old
mkdir broken
head -c 5000 whole/libnccl.so.2 >broken/libnccl.so.2
echo text >broken/libnvrtc.so.12
mkfifo broken/libnvJitLink.so.12
mkdir itself
cp "$SHARED" itself/libnccl.so.2

# paths ASK: runs a program built from ask.c, and prints its output without the stage's path.
paths()
{
    {
        LAZYNCCL_LIBPATH=$stage/whole $1 init init
        for library in nccl nvrtc nvjitlink; do
            for value in "$stage/whole" "$stage/broken" "$stage/broken:relative::/nowhere:$stage/whole" \
                "$(printf '/\377\001')" "$(head -c 60000 /dev/zero | tr '\0' /)"; do
                LAZYNCCL_LIBPATH=$value $1 $library known error report call string=2 string=11 \
                    string=11 load available where has=ncclCommShrink error=ncclCommShrink \
                    error=nothing require=1 path=/ handle report
            done
        done
        LAZYNCCL_LIBPATH=$stage/old $1 call split shrink string=2 last has=ncclCommSplit \
            has=ncclCommShrink error=ncclCommShrink report
        LAZYNCCL_LIBPATH=$stage/old:$stage/whole $1 require=22700 require=0 call where report
        LAZYNCCL_LIBPATH=$stage/itself:$stage/whole $1 require=22700 call where report
        LAZYNCCL_LIBPATH=$stage/whole $1 nvrtc require=120800 call where report
        $1 path="$stage/broken" call path="$stage/old" load path=relative load report
        $1 open="$stage/whole/libnccl.so.2" handle close call where report
        $1 open="$stage/whole/libnccl.so.2" require=23000 call report
        LAZYNCCL_SEARCH=wheel,everywhere $1 call report
        LAZYNCCL_CUDA=13 LAZYNCCL_LIBPATH=$stage/whole $1 nvrtc call report nvjitlink call report
        LAZYNCCL_LIBPATH=$stage/whole LAZYNCCL_DEBUG=1 $1 nvrtc call nvjitlink call report
        LAZYNCCL_STRICT=1 $1 call || echo "strict: status $?"
    } 2>&1 | sed "s,$stage,STAGE,g"
}

consumer "$SOURCE/tests/fake/ask.c" ask
paths ./ask >expected
says expected '^call 0 22809'
equal "$(grep -c '^init 0$' expected)" 2

# same_output COMPILER OPTION...: program and archive print the same if built with these.
same_output()
{
    rebuild_archive other.a "$@"
    "$@" -I"$BUILD/include" "$SOURCE/tests/fake/ask.c" other.a -o other-ask -pthread 2>warnings ||
        fail "$*: $(cat warnings)"
    paths ./other-ask >out
    diff expected out || fail "$*: the output (>) is not the usual one (<)"
}
