# An absent function with "stop" in the stub ends the program with SIGABRT, after one line on stderr
# with its name and the reason; other functions return. A missing function of an open library also
# stops the program.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >stop.toml <<'T'
name = "halt"
title = "Halt"
headers = { "halt.h" = "always" }
sonames = ["libhalt.so.1"]

[absent]
otherwise = "stop"

[absent.functions]
haltCount = "0"

[functions]
always = """
double haltMean(int, ...);
int haltCount(void);
void haltReset(void);
void haltHard(int);
"""
T
sed -i 's/^haltCount = "0"/&\nhaltHard = "stop"/' stop.toml
cat >main.c <<'C'
#include <stdio.h>
double haltMean(int, ...);
int haltCount(void);
void haltReset(void), haltHard(int);
int main(int count, char **words)
{
    (void)words;
    haltReset();
    printf("%d\n", haltCount());
    fflush(stdout);
    if (count == 1)
        haltHard(1);
    return haltMean(2, 1.0, 3.0) == 2;
}
C
"$SOURCE/dev" vendor stop.toml --search full -o copy
mkdir lib
$CC -w -Icopy main.c copy/lazynccl.c -o main

stopped() # FUNCTION REASON [WORD]: this function ends the program, for this reason
{
    status=0
    LAZYNCCL_LIBPATH=$stage/lib ./main $3 >out 2>err || status=$?
    equal "$status $(cat out)" "134 ${4-0}"
    equal "$(grep -vc '^Aborted' err)" 1
    says err "^[a-z]+: $1: $2"
}
stopped haltHard "Halt cannot be used: .*libhalt\.so\.1" ''
stopped haltMean "Halt cannot be used: .*libhalt\.so\.1" word

library lib/libhalt.so.1 'int haltCount(void) { return 3; } void haltReset(void) { }'
stopped haltHard "haltHard is not in $stage/lib/libhalt\.so\.1" '' 3
