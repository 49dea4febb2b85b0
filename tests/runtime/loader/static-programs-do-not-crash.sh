# In a static program, a call returns the library's result or its error code. glibc's dlopen works
# there only with the glibc that it was linked with, so that success is not guaranteed.
fake_library nccl 2.28.9 lib
for option in -static -static-pie; do
    $CC $option -I"$BUILD/include" "$SOURCE/tests/fake/ask.c" "$ARCHIVE" -o ask -pthread 2>messages ||
        skip "cannot link static programs: $(tail -n 1 messages)"
    for folder in nowhere lib; do
        LAZYNCCL_LIBPATH=$stage/$folder timeout 60 ./ask call known error >out
        case "$folder $(head -n 1 out)" in
        'lib call 0 22809.0') says out '^env 22809 /' ;;
        *' call 2 0.0') says out '^NCCL cannot be used: ' ;;
        *) fail "$folder: $(cat out)" ;;
        esac
    done
done
