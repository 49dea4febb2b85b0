# A module that contains lazynccl does not delay a fork, neither while another thread is inside dlopen, nor in a
# thread that a library's constructor waits for. ./dev test old tests glibc before 2.34.
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o vendored >/dev/null
$CC -w -shared -fPIC "$SOURCE/tests/runtime/faults/slow.c" -DSLOW -o slow.so
$CC -w -shared -fPIC "$SOURCE/tests/runtime/faults/slow.c" -DFORKS -o forks.so -pthread
$CC -w -shared -fPIC vendored/lazynccl.c -o module.so -ldl
$CC -w "$SOURCE/tests/runtime/faults/slow.c" -o main -pthread -ldl
for module in '' ./module.so; do
    equal "$(timeout 20 ./main "$module" ./slow.so ./forks.so)" "quick
forked
done"
done
