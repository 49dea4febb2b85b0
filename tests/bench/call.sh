# Counts the instructions of a call after the library is open, compared with a PLT call of a program
# linked to the library.
need valgrind

mkdir lib
$CC -O2 -fPIC -shared -DLIBRARY "$SOURCE/tests/bench/call.c" -o lib/libnccl.so.2 \
    -Wl,-soname,libnccl.so.2
$CC -O2 -c "$SOURCE/tests/bench/call.c" -o call.o
$CC call.o -o plt "$stage/lib/libnccl.so.2" -Wl,-z,now -Wl,-rpath,"$stage/lib"
$CC call.o -o static "$ARCHIVE"
$CC call.o -o shared "$SHARED" -Wl,-z,now -Wl,-rpath,"$(dirname "$SHARED")"
export LAZYNCCL_LIBPATH="$stage/lib"

# instructions PROGRAM SIGNATURE: the instructions of one iteration; the first calls cancel out.
instructions()
{
    echo "$(collected "./$1" "$2" 2000) $(collected "./$1" "$2" 1000)" |
        awk '{ print ($1 - $2) / 1000 }'
}

# A compiler that adds landing pads by default, as Ubuntu's does, adds an instruction to the jump.
jump=1
if $CC -dM -E -x c /dev/null | grep -q __CET__; then
    jump=2
fi
while read -r signature text; do
    ! is_brief || [ "$signature" = 0 ] || [ "$signature" = struct ] || continue
    plt=$(instructions plt $signature)
    static=$(instructions static $signature)
    shared=$(instructions shared $signature)
    row "call, $text: static" "$static instructions, PLT $plt" "as the PLT" [ "$static" = "$plt" ]
    row "call, $text: shared" "$shared instructions, PLT $plt" "PLT + $jump" \
        [ "$shared" = "$((plt + jump))" ]
done <<'E'
0 no argument
1 one argument
7 seven arguments
struct 128 bytes by value
team 12 bytes by value
E
