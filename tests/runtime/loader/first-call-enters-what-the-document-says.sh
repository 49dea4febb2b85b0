# A first call enters no more source files and functions than its ceilings, and docs/how-it-works.md says how many.
need valgrind

fake_library nccl 2.28.9 real
consumer - program <<'C'
int ncclGetVersion(int *version);
int main(void)
{
    int version;
    unsetenv("LD_PRELOAD"); /* valgrind's, which is not of an ordinary call */
    return ncclGetVersion(&version) || version != 22809;
}
C
LAZYNCCL_LIBPATH=$stage/real valgrind -q --tool=callgrind --callgrind-out-file=run ./program

"$PYTHON" "$SOURCE/tests/entered.py" <run >counted 2>entered
read -r files functions <counted
[ "$files" -gt 1 ] || skip "the archive has no debug information"
said=$(tr '\n' ' ' <"$SOURCE/docs/how-it-works.md" |
    sed -n 's/.* enters \([0-9]*\) source files and \([0-9]*\) functions.*/\1 \2/p')
[ "$files" -eq "${said% *}" ] && [ "$functions" -le "${said#* }" ] ||
    fail "docs/how-it-works.md says $said, a run enters $files files and $functions functions:
$(cat entered)"
for figure in "files $files" "functions $functions"; do
    ceiling=$("$PYTHON" "$SOURCE/tests/ceilings.py" "first call of the archive, ${figure% *}")
    [ "${figure#* }" -le "$ceiling" ] || fail "$figure: the ceiling is $ceiling:
$(cat entered)"
done
