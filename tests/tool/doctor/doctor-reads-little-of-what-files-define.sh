# Of a module of the environment doctor reads what it needs: a module that defines 20,000 functions
# takes few more instructions than a module that defines one.
need valgrind
valgrind=$(command -v valgrind)

healthy
mkdir -p "$site/large" "$root/usr/lib/debug" # where valgrind tells ld.so to look

# instructions COUNT: of doctor, with a module that defines so many functions.
instructions()
{
    for number in $(seq "$1"); do
        echo ".globl f$number; f$number: .byte 0"
    done >large.s
    $CC -shared -nostdlib large.s -o "$site/large/large.so" -Wl,--no-as-needed \
        "$site/nvidia/nccl/lib/libnccl.so.2" '-Wl,-rpath,$ORIGIN/../nvidia/nccl/lib'
    env -i PATH=/venv/bin HOME=/home/user "$valgrind" --tool=lackey --basic-counts=yes \
        --log-file="$stage/counted" "$TOOL" doctor --root "$root" >said || fail "$(cat said)"
    says said "$no_problems in 7 files"
    sed -n 's/,//g; s/.*guest instrs: *\([0-9]*\)$/\1/p' counted
}

few=$(instructions 1)
many=$(instructions 20000)
[ "$few" -gt 100000 ] || fail "no instructions: $few"
[ $((many - few)) -lt 4000000 ] || fail "$((many - few)) instructions for 20,000 functions"
