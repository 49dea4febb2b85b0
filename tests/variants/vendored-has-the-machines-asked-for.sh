# With --machine LIST a vendored copy contains only the assembly for these machines. It compiles on
# them like a complete copy, and stops with one error on any other machine.
echo 'int toy_add(int, int);' | stub_of toy
machine=$(uname -m)
case $machine in x86_64) other=riscv64 ;; *) other=x86_64 ;; esac
for search in full soname; do
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search -o $search.all
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search --machine "$machine" -o $search.one
    "$PYTHON" "$SOURCE/gen" vendor toy.toml --search $search --machine "$other,s390x" -o $search.others
    for copy in all one; do
        $CC -O2 -c $search.$copy/lazynccl.c -o $copy.o
        objcopy -O binary --only-section=.text $copy.o $copy.text
    done
    cmp all.text one.text || fail "$search: other code than that of a whole copy"
    for copy in all one; do
        sed -n '/__asm__($/,/^);$/p' $search.$copy/lazynccl.c >$copy.lines
    done
    echo "$search: $(wc -l <one.lines) lines of assembly, $(wc -l <all.lines) for all machines"
    grep -q "^ \* C11 .* on $machine\.$" $search.one/lazynccl.c || fail "the banner names other machines"
    if $CC -c $search.others/lazynccl.c -o others.o 2>said; then
        fail "compiles without assembly"
    fi
    says said "error:? .*this copy is for Linux, on $other, s390x: vendor another"
    equal "$(grep -ci 'error:' said)" 1
done
if "$PYTHON" "$SOURCE/gen" vendor toy.toml --machine x86-64 -o none 2>said; then
    fail "takes an unknown machine"
fi
equal "$(cat said)" "lazynccl vendor: --machine: x86-64 is not one of x86_64, aarch64, riscv64, s390x, ppc64le, i386, armhf"
