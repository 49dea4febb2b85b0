# If the program defines dprintf(), the reason of a stop is still written to stderr.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >gone.toml <<'END'
name = "gone"
title = "Gone"
sonames = ["libgone.so.1"]
headers = { "gone.h" = "always" }
[absent]
otherwise = "stop"
[functions]
always = """
int gone(void);
"""
END
sed '2a prefix = "lazygone"' gone.toml >small.toml
cat >program.c <<'C'
int gone(void);
int dprintf(int file, const char *format, ...) { return file + !format; }
int main(void) { return gone(); }
C
for stub in gone small; do
    [ $stub = gone ] && search=full || search=soname
    "$PYTHON" "$SOURCE/gen" vendor $stub.toml --search $search -o $stub
    $CC -w program.c $stub/lazynccl.c -o program -ldl
    ! ./program 2>said || fail "$stub: was not stopped"
    says said '^lazy(nccl|gone): gone: .*libgone\.so\.1'
done
