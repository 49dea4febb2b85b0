# If the program defines dprintf(), the reason of a stop is still written to stderr.
echo 'int gone(void);' | stub_of gone
echo 'int gone(void);
int dprintf(int file, const char *format, ...) { return file + !format; }
int main(void) { return gone(); }' >program.c
for search in full soname; do
    "$PYTHON" "$SOURCE/gen" vendor gone.toml --search $search -o copy
    $CC -w program.c copy/lazynccl.c -o program -ldl
    ! ./program 2>said || fail "$search: was not stopped"
    says said '^lazygone: gone: .*libgone\.so\.1'
done
