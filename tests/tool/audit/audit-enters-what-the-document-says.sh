# An audit of one file enters no more source files and functions than docs/how-it-works.md says.
need valgrind

fake_library nccl 2.28.9 real
compile program "$stage/real/libnccl.so.2" <<'C'
int ncclGetVersion(int *version);
int main(void)
{
    int version;
    return ncclGetVersion(&version);
}
C
LD_LIBRARY_PATH=$stage/real valgrind -q --tool=callgrind --callgrind-out-file=run "$TOOL" audit program >said
says said 'needs libnccl\.so\.2 +2\.28\.9 '
"$PYTHON" "$SOURCE/tests/entered.py" <run >counted 2>entered
read -r files functions <counted
[ "$files" -gt 1 ] || skip "the command has no debug information"
said=$(tr '\n' ' ' <"$SOURCE/docs/how-it-works.md" |
    sed -n 's/.* goes through at most \([0-9]*\) source files and \([0-9]*\) functions.*/\1 \2/p')
[ "$files" -le "${said% *}" ] && [ "$functions" -le "${said#* }" ] ||
    fail "docs/how-it-works.md says $said, a run enters $files files and $functions functions:
$(cat entered)"
