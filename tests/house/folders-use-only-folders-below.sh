# A folder of src/ uses only lower folders, and no folder of another product. No files use one
# another in a circle. docs/how-it-works.md shows these layers.

layers()
{
    "$PYTHON" -B "$SOURCE/tests/layers.py" "$@"
}
layers "$BUILD" >picture 2>wrong || fail "$(cat wrong)"
sed -n '/^<!-- layers -->$/,/^<!-- end -->$/p' "$SOURCE/docs/how-it-works.md" |
    sed '/^<!--/d;/^```/d' |
    diff - picture || fail "docs/how-it-works.md is out of date: run tests/layers.py"

# A build of another checkout
cp -r "$SOURCE/src" other
! layers "$BUILD" "$stage/other" >said 2>wrong || fail "takes the objects of another checkout"
equal "$(wc -l <wrong)" 1
says wrong "^$BUILD is a build of $SOURCE/src/.*, not of $stage/other$"

# planted FILE LINE PATTERN: with LINE in FILE, layers.py fails with a matching line.
planted()
{
    rm -rf src
    cp -r "$SOURCE/src" .
    printf '%s\n' "$2" >>"src/$1"
    ! layers - "$stage/src" >/dev/null 2>wrong || fail "accepted $2 in $1"
    says wrong "$3"
}
planted runtime/search/path.c '#include "runtime/loader/attempt.h"' \
    '^runtime/search/path uses runtime/loader/attempt, whose room is above$'
planted common/text/json.c '#include "common/files/elf.h"' \
    '^common/text/json uses common/files/elf, whose room is above$'
planted runtime/search/view.h '#include "runtime/search/search.h"' '^a circle: '

planted standin/cache.c '#include "netplugin/core/net.h"' \
    '^standin/cache uses netplugin/core/net, which is in another product$'
planted netplugin/core/core.c '#include "common/text/json.h"' \
    '^netplugin/core/core uses common/text/json, which is in another product$'

# The same for symbols, which no #include shows.
mkdir -p obj/lazynccl.p src/common/text src/common/files
planted_symbol()
{
    rows=
    for name in "$1" "$3"; do
        [ "$name" = "$1" ] && code=$2 || code=$4
        printf '%s\n' "$code" >"src/$name.c"
        object=lazynccl.p/$(echo "$name" | tr / _).o
        $CC -c "src/$name.c" -o "obj/$object"
        rows="$rows{\"file\": \"$stage/src/$name.c\", \"output\": \"$object\"},"
    done
    echo "[${rows%,}]" >obj/compile_commands.json
    ! layers "$stage/obj" "$stage/src" >/dev/null 2>wrong || fail "accepted $2"
    says wrong "$5"
}
rm -rf src && mkdir -p src/common/text src/common/files
planted_symbol common/text/planted 'void elf_open(void); void planted(void) { elf_open(); }' \
    common/files/elf 'void elf_open(void) {}' '^common/text/planted uses common/files/elf, whose room'
planted_symbol common/text/one 'void two_b(void); void one_a(void) { two_b(); }' \
    common/text/two 'void one_a(void); void two_b(void) { one_a(); }' '^a circle: '
planted_symbol common/text/one 'void found(void) {}' common/text/two 'void two_b(void) {}' \
    '^common/text/one defines found$'
