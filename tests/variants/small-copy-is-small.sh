# A small copy of 20 functions has at most 1,020 lines of C and header, besides the assembly, which has
# at most 130 lines for a machine. Compared with a direct link, it adds at most 7,500 bytes of code and
# read-only data with -O2 as with -Os, one page of slots, and for each further function at most 64 bytes
# and its name.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

# copy COUNT: makes a copy for a library with COUNT functions, a program with the copy, and one with
# a direct link.
copy()
{
    {
        printf 'name = "toy"\ntitle = "Toy"\nprefix = "lazytoy"\n'
        printf 'sonames = ["libtoy.so.1"]\n[absent]\notherwise = "stop"\n[symbols.versions]\n'
        printf 'TOY_1 = ["*"]\n[functions]\nalways = """\n'
        seq -f 'toy_function_%03g;' "$1"
        echo '"""'
    } >"toy$1.toml"
    "$PYTHON" "$SOURCE/gen" vendor "toy$1.toml" --search soname -o "copy$1"
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
    for level in -O2 -Os; do
        gcc $level -fno-asynchronous-unwind-tables -fcf-protection=none -fno-stack-protector -s \
            main.o "copy$1/lazynccl.c" -o "lazy$1$level" -ldl
    done
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
echo "$count lines of C and header"
[ "$count" -le 1020 ] || fail "too many"
for machine in x86_64 aarch64 riscv64 i386 armhf ppc64le s390x; do
    "$PYTHON" "$SOURCE/gen" vendor toy20.toml --search soname --machine $machine -o one
    count=$(awk '/ __asm__\($/ { inside = 1 } inside && (/^#if / || depth && /^#if/) { depth++ }
        depth { lines++ } depth && /^#endif/ && !--depth { exit } END { print lines - 2 }' one/lazynccl.c)
    echo "$machine: $count lines of assembly"
    [ "$count" -le 130 ] || fail "too many"
done
for level in -O2 -Os; do
    more=$(($(constant "lazy20$level") - $(constant direct20)))
    each=$((($(constant "lazy120$level") - $(constant "lazy20$level")) / 100 - 18))
    echo "$level: $more bytes; $each bytes and the name for each further function"
    [ $more -le 7500 ] || fail "too many"
    [ $each -le 64 ] || fail "too many for each function"
    for program in "lazy20$level" "lazy120$level"; do
        readelf -SW "$program" >sections
        says sections '.lazynccl.slots +PROGBITS +[0-9a-f]+ [0-9a-f]+ 001000 '
    done
done
