# A stand-in exports every function of the real library under its version node, IFUNCs as functions,
# except _init and _fini. readelf has no warnings. The stand-in works after strip and patchelf. The
# same input gives the same bytes. It is small and made quickly.
need readelf strip
here=$SOURCE/tests/standin

# exports FILE: "NAME@VERSION" of each function, sorted
exports()
{
    readelf --dyn-syms -W "$1" | awk '$7 != "UND" && ($4 == "FUNC" || $4 == "IFUNC") &&
        ($5 == "GLOBAL" || $5 == "WEAK") { print $5, $8 }' | grep -v ' _init$\| _fini$' | sort
}
# nodes FILE: its version nodes
nodes()
{
    readelf -V -W "$1" | sed -n '/Version definition/,/^$/s/.*Name: //p' | sort
}
lazy_of()
{
    "$TOOL" stand-in "$1" -o "$2" >said || fail "$(cat said)"
    file=$2/$(basename "$1")
    exports "$1" >usual
    exports "$file" >lazily
    diff usual lazily >&2 || fail "$1 and its stand-in export different functions"
    [ "$(nodes "$1")" = "$(nodes "$file")" ] || fail "$1: other version nodes"
    readelf -aW "$file" 2>wrong >all || : # 1 for a note of a type that it does not know
    [ ! -s wrong ] || fail "readelf on $file: $(cat wrong)"
    says all 'GNU_RELRO'
    says all 'GNU_STACK .* RW '
    says_not all ' RWE '
    shows ', exported, by lazynccl [0-9]' "$TOOL" audit "$file"
    says all 'BIND_NOW'
    # what unwinds a stack knows all trampolines
    set -- "$1" "$2" $(sed -n 's/.* \.lazy\.text *PROGBITS *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\) .*/\1 \2/p' all)
    readelf --debug-dump=frames "$file" >frames
    says frames "FDE .* pc=$3\.\.$(printf %016x $((0x$3 + 0x$4)))\$"
    if command -v eu-elflint >/dev/null; then # it knows no type of note but GNU's
        eu-elflint --gnu-ld "$file" | grep -v 'unknown object file note type\|^No errors' >wrong || :
        [ ! -s wrong ] || fail "eu-elflint on $file: $(cat wrong)"
    fi
    sed -n '/Version needs section/,/^$/p' all >needs
    says_not needs "GLIBC_2\.($newer)"
}
newer='1[89]|[2-9][0-9]' # loads with glibc 2.17
mkdir real
$CC -O1 -fPIC -shared "$here/corner.c" -o real/libcorner.so.1 -Wl,-soname,libcorner.so.1 \
    -Wl,--version-script="$here/corner.map"
library real/libplain.so.2 'int plain(void) { return 3; } int _fini_not(void) { return 5; }
__attribute__((weak)) int weak(void) { return 4; }'
lazy_of real/libcorner.so.1 lazy
lazy_of real/libplain.so.2 lazy
says_not lazily 'Version'
for soname in libm.so.6 libelf.so.1 libz.so.1; do # IFUNCs, dozens of nodes
    file=$(ldconfig -p 2>/dev/null | sed -n "s/.*$soname (.*x86-64.*=> //p" | head -n 1)
    [ -f "$file" ] || continue
    mkdir -p system
    cp "$file" "system/$soname" # where no other file imports its data
    lazy_of "system/$soname" more
done

"$TOOL" stand-in real/libcorner.so.1 -o again >/dev/null
cmp lazy/libcorner.so.1 again/libcorner.so.1 || fail "the same input gave other bytes"

# call FOLDER
echo 'int plain(void), weak(void); int main(void) { return plain() != 3 || weak() != 4; }' >call.c
$CC call.c -o call lazy/libplain.so.2
call()
{
    LD_LIBRARY_PATH=$PWD/$1 LAZYNCCL_LIBPATH=$PWD/real ./call || fail "$1: the call fails"
}
call lazy
mkdir stripped patched
for strip in strip eu-strip llvm-strip 'objcopy --strip-unneeded' llvm-objcopy; do
    command -v ${strip%% *} >/dev/null || continue
    rm -f stripped/libplain.so.2
    case $strip in
    *objcopy*) $strip lazy/libplain.so.2 stripped/libplain.so.2 ;;
    *) $strip -o stripped/libplain.so.2 lazy/libplain.so.2 ;;
    esac
    [ -f stripped/libplain.so.2 ] || cp lazy/libplain.so.2 stripped # eu-strip finds nothing to do
    call stripped
done
if command -v patchelf >/dev/null; then
    cp lazy/libplain.so.2 patched
    patchelf --set-rpath /somewhere/else/that/is/long patched/libplain.so.2
    patchelf --add-needed libm.so.6 patched/libplain.so.2
    call patched
    # the SONAME that is searched for is a constant
    cp lazy/libplain.so.2 patched/libother.so.9
    patchelf --set-soname libother.so.9 patched/libother.so.9
    $CC call.c -o call patched/libother.so.9
    call patched
fi

# 51 KiB, 53 KiB on aarch64, and 140 bytes a function besides its name: only run --trace makes
# stand-ins with the recorder
sizes()
{
    kib=51
    [ "$1" = aarch64 ] && kib=53
    size=$(wc -c <lazy/libcorner.so.1)
    [ "$size" -le $((kib * 1024 + 8 * 140)) ] || fail "a stand-in for $1: $size bytes"
    says_not lazy/libcorner.so.1 'calls are not recorded'
}
lazy_of real/libcorner.so.1 lazy
sizes "$(uname -m)"
for machine in x86_64 aarch64 riscv64; do
    [ -f "$BUILD/src/standin/template/template-$machine" ] || continue
    [ "$machine" = "$(uname -m)" ] && continue
    [ $machine != riscv64 ] || newer='2[89]|[3-9][0-9]' # 2.27 is its first
    mkdir $machine
    $machine-linux-gnu-gcc -O1 -fPIC -shared "$here/corner.c" -o $machine/libcorner.so.1 \
        -Wl,-soname,libcorner.so.1 -Wl,--version-script="$here/corner.map"
    lazy_of $machine/libcorner.so.1 lazy
    sizes $machine
done
