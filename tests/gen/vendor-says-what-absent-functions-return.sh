# vendor LIBRARY.so --absent NUMBER --reason LIST --null LIST: absent functions that are known only by
# name return this number, the reason as a text, or NULL. A name that the library lacks, and an option
# for a library that has a stub, are one line.
cat >toy.c <<'END2'
int toyOpen(int a) { return a; }
const char *toyText(int error) { return error == 0 ? "none" : "some error"; }
const char *toyName(void) { return "toy"; }
END2
mkdir lib old
$CC -shared -fPIC -Wl,-soname,libtoy.so.1 toy.c -o lib/libtoy.so.1
grep -v toyText toy.c | $CC -shared -fPIC -Wl,-soname,libtoy.so.1 -o old/libtoy.so.1 -xc -
cat >main.c <<'END2'
#include "lazynccl.h"
#include <stdio.h>
int toyOpen(int);
const char *toyText(int), *toyName(void);
int main(void)
{
    int error = toyOpen(0);
    const char *name = toyName();

    printf("%d %s %s\n", error, name ? name : "NULL", toyText(error));
    return 0;
}
END2
for search in soname api,env,loaded,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor lib/libtoy.so.1 --absent -302 --reason toyText --null toyName \
        --search $search -o copy >said
    equal "$(cat said)" "lib/libtoy.so.1: 3 functions; a call of an absent one returns -302, but of 2 \
that --reason and --null name"
    $CC -std=c11 -Wall -Wextra -Werror -c copy/lazynccl.c -o copy.o
    $CC -Wall -Wextra -Werror -Icopy main.c copy.o -o program -ldl
    equal "$(LD_LIBRARY_PATH=$PWD/lib ./program)" '0 toy none'
    ./program >said
    says said '^-302 NULL (libtoy cannot be used: no )?libtoy\.so\.1'
    LD_LIBRARY_PATH=$PWD/old ./program >said # of one absent function, this is the reason
    says said '^0 toy .*libtoy\.so\.1.* (lacks it|LAZYTOY_LIBPATH)'
done
equal "$("$PYTHON" "$SOURCE/gen" vendor --check copy lib/libtoy.so.1 | sed 's/ as .*//')" copy:

# Functions without a value stop the program.
"$PYTHON" "$SOURCE/gen" vendor lib/libtoy.so.1 --reason toyText -o some >said
says said 'an absent one stops the program, but of 1 that --reason and --null name$'
$CC -Isome main.c some/lazynccl.c -o program -ldl
exits 134 ./program >said 2>&1
says said 'lazytoy: toyOpen: '

# refuses STATUS LINE ARGUMENT...
refuses()
{
    expected="$1 $2"
    shift 2
    status=0
    "$PYTHON" "$SOURCE/gen" vendor "$@" -o none >said 2>&1 || status=$?
    equal "$status $(cat said)" "$expected"
    [ ! -e none ] || fail "there is $(ls none)"
}
refuses 1 '--reason: toyTexts is not a function of libtoy.so.1: toyText?' lib/libtoy.so.1 --reason toyTexts
refuses 1 '--null: none is not a function of libtoy.so.1' lib/libtoy.so.1 --absent 3 --null none
refuses 1 '--null: toyText is also in --reason' lib/libtoy.so.1 --reason toyText --null toyName,toyText
refuses 3 'lazynccl vendor: --absent: NULL is not an integer' lib/libtoy.so.1 --absent NULL
refuses 3 'lazynccl vendor: --absent: is for a library without a stub, not for a stub, which has [absent]' nccl --absent 2
