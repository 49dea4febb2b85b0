# -DLAZYNCCL_CUDA_MAJOR prefers this CUDA if a search location has several. Without it the newest is
# used. Settings of the user take precedence.

fake_library nvrtc 12.9 libs
fake_library nvrtc 13.0 libs
fake_library nvrtc 13.0 newer
for search in api,env,loaded,partner,wheel,soname full; do
    vendor copy nccl nvrtc nvjitlink --search $search
    for options in '-o any' '-o twelve -DLAZYNCCL_CUDA_MAJOR=12'; do
        $CC -w "$SOURCE/tests/fake/ask.c" copy/lazynccl.c -Icopy -pthread -ldl $options
    done
    export LAZYNCCL_LIBPATH="$stage/libs"
    equal "$(./any nvrtc call)" "call 0 13.0"
    equal "$(./twelve nvrtc call)" "call 0 12.9"
    equal "$(LAZYNCCL_CUDA=13 ./twelve nvrtc call)" "call 0 13.0"
    equal "$(LAZYNCCL_LIBPATH=$stage/newer ./twelve nvrtc call)" "call 0 13.0"
done
