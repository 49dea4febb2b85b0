# A vendored copy compiles as strict C11 without warnings, with every compiler and option; it works,
# exports no names, or with -DLAZYNCCL_EXPORTED only the library's, and has a note for every library.

vendor copy nccl nvrtc nvjitlink
strict='-std=c11 -Wall -Wextra -pedantic -Werror'
cp "$SOURCE/tests/variants/consumer.c" consumer.c

# works_with COMPILER OPTION...: works compiled with these, and linked with $link.
link=
works_with()
{
    printf '%s\n' "$*"
    "$@" $strict -c copy/lazynccl.c -o lazynccl.o
    case "$*" in
    *-flto*) ;; # not an object file yet
    *) hides lazynccl.o ;;
    esac
    "$@" -Icopy consumer.c lazynccl.o -o consumer -rdynamic $link
    hides consumer
    equal "$(readelf -Wn consumer 2>/dev/null | grep -o 'FDO  *0x' | wc -l)" 5
    equal "$(LAZYNCCL_LIBPATH=$FAKE ./consumer 2>&1)" "0 0 0
22809 12.9 120900
$FAKE/libnccl.so.2"
    equal "$(LAZYNCCL_SEARCH=api ./consumer 2>&1)" "2 11 6
0 0.0 0
no NCCL"
}

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    for level in -O0 -O1 -O2 -O3 -Os; do
        works_with $compiler $level
    done
    ! can_link $compiler -flto || works_with $compiler -O2 -flto
    link=-Wl,--gc-sections works_with $compiler -O2 -ffunction-sections -fdata-sections
    [ "$(uname -m)" != x86_64 ] || works_with $compiler -O2 -masm=intel
    link=-pie works_with $compiler -O2 -fPIE
    link=-no-pie works_with $compiler -O2 -fno-pie
    link=
    works_with $compiler -O2 -fPIC -fvisibility=default
    works_with $compiler -O2 -D_GNU_SOURCE -D_FORTIFY_SOURCE=2 -DNDEBUG -DLAZYNCCL_CUDA_MAJOR=12
    works_with $compiler -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
    works_with $compiler -O1 -fsanitize=thread

    $compiler -O2 -fPIC -shared -fvisibility=default -Icopy consumer.c copy/lazynccl.c -o consumer.so
    hides consumer.so
    for visibility in default hidden; do
        $compiler $strict -DLAZYNCCL_EXPORTED -fPIC -fvisibility=$visibility -shared copy/lazynccl.c \
            -o exported.so
        nm -D --defined-only exported.so | sed 's/.* //' >exported
        says exported '^ncclGetErrorString$'
        says exported '^ncclSend$'
        says_not exported '^lazynccl'
    done
done
