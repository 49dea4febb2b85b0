# A small copy of 20 functions has at most 550 lines of code in C and header (620 with comments)
# besides the assembly. Compared with a direct link it adds at most 4.1 KB of code and read-only
# data, one page of slots, and for each further function at most 64 bytes and its name.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

# copy COUNT: makes a copy for a library with COUNT functions, a program with the copy, and one with
# a direct link.
copy()
{
    {
        printf 'name = "toy"\ntitle = "Toy"\nprefix = "lazytoy"\nsearch = "soname"\n'
        printf 'sonames = ["libtoy.so.1"]\n[absent]\notherwise = "stop"\n[symbols.versions]\n'
        printf 'TOY_1 = ["*"]\n[functions]\nalways = """\n'
        seq -f 'toy_function_%03g;' "$1"
        echo '"""'
    } >"toy$1.toml"
    "$PYTHON" "$SOURCE/gen" vendor "toy$1.toml" -o "copy$1"
    seq -f 'int toy_function_%03g(void) { return 1; }' "$1" >toy.c
    echo 'TOY_1 { global: toy_*; };' >toy.map
    gcc -shared -fPIC -Wl,-soname,libtoy.so.1 -Wl,--version-script=toy.map toy.c -o libtoy.so
    {
        seq -f 'int toy_function_%03g(void);' "$1"
        echo 'int main(int count, char **words) { (void)words; if (count > 9) {'
        seq -f 'toy_function_%03g();' "$1"
        echo '} return 0; }'
    } >"main$1.c"
    gcc -O2 -c "main$1.c" -o main.o
    gcc -s main.o -L. -ltoy -o "direct$1"
    gcc -Os -fno-asynchronous-unwind-tables -fcf-protection=none -fno-stack-protector -s main.o \
        "copy$1/lazynccl.c" -o "lazy$1" -ldl
}

# constant FILE: prints its bytes in memory that are not written.
constant()
{
    readelf -SW "$1" | sed 's/^ *\[ *[0-9]*\] *//' | awk '
        function hex(text,  i, n) {
            for (i = 1; i <= length(text); i++)
                n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return n
        }
        $7 ~ /A/ && $7 !~ /W/ { sum += hex($5) } END { print sum }'
}

[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
gcc --version >/dev/null 2>&1 || skip "gcc is not installed"
copy 20
copy 120
for file in copy20/lazynccl.[ch]; do
    awk '/__asm__\($/ { inside = 1 } !inside && NF { print } /^\);$/ { inside = 0 }' "$file"
done >lines
count=$(wc -l <lines)
code=$(gcc -fpreprocessed -dD -E -P -x c lines 2>/dev/null | grep -c .)
more=$(($(constant lazy20) - $(constant direct20)))
each=$((($(constant lazy120) - $(constant lazy20)) / 100 - 18))
echo "$count lines, $code of them code; $more bytes more; $each bytes and the name for each function"
[ "$count" -le 620 ] && [ "$code" -le 550 ] || fail "$count lines, $code of them code"
[ $more -le 4200 ] || fail "$more bytes"
[ $each -le 64 ] || fail "$each bytes for each function"
readelf -SW lazy20 >sections
says sections '.lazynccl.slots +PROGBITS +[0-9a-f]+ [0-9a-f]+ 001000 '
readelf -SW lazy120 >sections
says sections '.lazynccl.slots +PROGBITS +[0-9a-f]+ [0-9a-f]+ 001000 '
