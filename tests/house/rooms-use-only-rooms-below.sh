# A room of src/ uses only rooms below it, no files use one another in a circle, and
# docs/how-it-works.md shows these layers.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

layers()
{
    "$PYTHON" -B "$SOURCE/tests/layers.py" "$@"
}
layers "$BUILD" >picture 2>wrong || fail "$(cat wrong)"
sed -n '/^<!-- layers -->$/,/^<!-- end -->$/p' "$SOURCE/docs/how-it-works.md" |
    sed '/^<!--/d;/^```/d' |
    diff - picture || fail "docs/how-it-works.md is out of date: run tests/layers.py"

# planted FILE LINE PATTERN: with LINE in FILE, layers.py fails with a matching line.
planted()
{
    rm -rf src
    cp -r "$SOURCE/src" .
    printf '%s\n' "$2" >>"src/$1"
    ! layers - "$stage/src" >/dev/null 2>wrong || fail "accepted $2 in $1"
    says wrong "$3"
}
planted search/path.c '#include "loader/attempt.h"' \
    '^search/path uses loader/attempt, whose room is above$'
planted tool/text/json.c '#include "tool/files/elf.h"' \
    '^tool/text/json uses tool/files/elf, whose room is above$'
planted search/view.h '#include "search/search.h"' '^a circle: '

# The same for symbols, which no #include shows.
mkdir -p obj/lazynccl.p src/tool/text src/tool/files
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
rm -rf src && mkdir -p src/tool/text src/tool/files
planted_symbol tool/text/planted 'void elf_open(void); void planted(void) { elf_open(); }' \
    tool/files/elf 'void elf_open(void) {}' '^tool/text/planted uses tool/files/elf, whose room'
planted_symbol tool/text/one 'void two_b(void); void one_a(void) { two_b(); }' \
    tool/text/two 'void one_a(void); void two_b(void) { one_a(); }' '^a circle: '
planted_symbol tool/text/one 'void found(void) {}' tool/text/two 'void two_b(void) {}' \
    '^tool/text/one defines found$'
