# Functions that are written in assembly without a symbol type have trampolines. Data of every kind
# are omitted and listed.
mkdir real
cat >untyped.S <<'END'
    .text
    .globl untyped
untyped:
#if defined(__x86_64__)
    mov $8, %eax
#elif defined(__aarch64__)
    mov w0, #8
#else
    li a0, 8
#endif
    ret
    .section .note.GNU-stack, "", %progbits
END
cat >library.c <<'END'
int typed(void) { return 1; }
#ifdef ONE
int version_number = 7;
#endif
#ifdef LINKER /* as older linkers do */
__asm__(".data\n.globl __bss_start, _edata, _end\n__bss_start:\n_edata:\n_end: .long 0\n.text\n");
#endif
#ifdef MORE
__thread int per_thread = 3;
__asm__(".data\n.globl label\nlabel: .long 5\n.globl CONSTANT\nCONSTANT = 0x1234\n.text\n");
#endif
END
cat >main.c <<'END'
int typed(void), untyped(void);
int main(void) { return typed() + untyped() != 9; }
END
# leaves_out PATTERN [OPTION...]: the library's stand-in has its functions, works, and lacks these.
leaves_out()
{
    pattern=$1
    shift
    $CC -O1 -fPIC -shared -Wl,-soname,libnt.so.1 "$@" library.c untyped.S -o real/libnt.so.1
    "$TOOL" stand-in real/libnt.so.1 -o lazy >said || fail "$(cat said)"
    sed '1,2d; $d' said >more
    if [ -n "$pattern" ]; then
        says more "^          leaves out: $pattern\$"
    else
        equal "$(cat more)" ''
    fi
    "$TOOL" stand-in real/libnt.so.1 -o lazy --json >json
    in_json json 'row, = said["files"]
assert re.fullmatch("leaves out: " + sys.argv[1], row["why"]) if sys.argv[1] else row["why"] is None, row
' "$pattern"
    equal "$(nm -D --defined-only lazy/libnt.so.1 | sed 's/.* //' | sort | tr '\n' ' ')" \
        'typed untyped '
    $CC main.c real/libnt.so.1 -o main
    LD_LIBRARY_PATH=$stage/lazy LAZYNCCL_LIBPATH=$stage/real ./main || fail "status $?"
}
leaves_out ''
leaves_out 'version_number, a data symbol' -DONE -DLINKER
leaves_out '[A-Za-z_]+ and 2 more data symbols' -DMORE
leaves_out '[A-Za-z_]+ and 3 more data symbols' -DONE -DMORE
