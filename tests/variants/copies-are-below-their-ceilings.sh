# Copies have no more bytes and lines than their ceilings: of one function of libselinux, of 16 of NCCL, and of all
# of NCCL with the full search. Each further function adds as little, and the slots are one page.

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

# below FIGURE COUNT: the count is not above the figure's ceiling.
below()
{
    ceiling=$("$PYTHON" "$SOURCE/tests/ceilings.py" "$1")
    echo "$1: $2, ceiling $ceiling"
    [ "$2" -le "$ceiling" ] || above="$above
$1: $2, ceiling $ceiling"
}

# lines FOLDER: prints the number of lines of C and header without the assembly.
lines()
{
    cat "$1"/*.[ch] | grep -vcE '^[[:space:]]*"'
}

# code FILE: prints the bytes of its code, read-only data and unwind tables.
code()
{
    size "$1" | awk 'NR == 2 { print $1 }'
}

above=
[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
gcc --version >/dev/null 2>&1 || skip "gcc is not installed"
copy 20
copy 120
selinux=$(gcc -print-file-name=libselinux.so.1)
[ -e "$selinux" ] || selinux=libselinux.so.1
if "$PYTHON" "$SOURCE/gen" vendor "$selinux" --only is_selinux_enabled --search soname -o selinux >/dev/null 2>&1; then
    echo 'int is_selinux_enabled(void); int main(void) { return is_selinux_enabled() < 0; }' >uses.c
    echo 'int main(void) { return 0; }' >none.c
    set -- -O2 -w -ffunction-sections -fdata-sections -Wl,--gc-sections
    gcc "$@" none.c -o none
    gcc "$@" uses.c selinux/lazynccl.c -o uses -ldl
    below 'one function of libselinux, soname: bytes' $(($(code uses) - $(code none)))
    below 'one function of libselinux, soname: lines' "$(lines selinux)"
fi
usual=ncclGetVersion,ncclGetUniqueId,ncclCommInitRank,ncclCommInitRankConfig,ncclCommDestroy,ncclCommAbort
usual=$usual,ncclCommFinalize,ncclCommGetAsyncError,ncclGetErrorString,ncclGetLastError,ncclAllReduce,ncclBroadcast
usual=$usual,ncclAllGather,ncclGroupStart,ncclGroupEnd,ncclSend
for search in api,env,soname default; do
    set -- --search $search
    [ $search != default ] || set --
    "$PYTHON" "$SOURCE/gen" vendor nccl --only $usual "$@" -o "nccl-$search" >/dev/null
    gcc -O2 -fPIC -ffunction-sections -w -c "nccl-$search/lazynccl.c" -o nccl.o
    below "NCCL's 16 functions, $search: bytes" "$(code nccl.o)"
    below "NCCL's 16 functions, $search: lines" "$(lines "nccl-$search")"
done
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o full >/dev/null
below 'all of NCCL, full: lines' "$(lines full)"
for machine in x86_64 aarch64 riscv64 i386 armhf ppc64le s390x; do
    "$PYTHON" "$SOURCE/gen" vendor toy20.toml --search soname --machine $machine -o one
    count=$(awk '/ __asm__\($/ { inside = 1 } inside && (/^#if / || depth && /^#if/) { depth++ }
        depth { lines++ } depth && /^#endif/ && !--depth { most = lines > most ? lines : most; lines = 0 }
        END { print most - 2 }' one/lazynccl.c)
    below 'assembly of one machine: lines' "$count"
done
for level in -O2 -Os; do
    each=$((($(constant "lazy120$level") - $(constant "lazy20$level")) / 100 - 18))
    below 'each further function of a copy: bytes' $each
    for program in "lazy20$level" "lazy120$level"; do
        shows '.lazynccl.slots +PROGBITS +[0-9a-f]+ [0-9a-f]+ 001000 ' readelf -SW "$program"
    done
done
[ -z "$above" ] || fail "above the ceiling:$above"
