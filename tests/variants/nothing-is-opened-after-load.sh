# After load(), a program that changes its root directory opens nothing from there (CVE-2019-14271),
# and calls reach the library of before. After freeze(), a library that is not open is absent.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/toy.sh"

hostile_root
cat >main.c <<'C'
#define _GNU_SOURCE
#include "lazynccl.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int toy_where(void);
int main(int count, char **words)
{
    int status = 0;

    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "load") == 0)
            status = PREFIX(load)(PREFIX(toy)());
        else if (strcmp(words[i], "freeze") == 0)
            PREFIX(freeze)();
        else if ((getuid() != 0 && unshare(CLONE_NEWUSER) != 0) || chroot("new") != 0)
            return 77;
    }
    printf("%d %d ", status, toy_where());
    printf("%d %d\n", PREFIX(load)(PREFIX(toy)()), PREFIX(has)(PREFIX(toy)(), "toy_where"));
    return 0;
}
C
for search in small full; do
    toy_copy $search 'int toy_where(void);'
    $CC -DPREFIX\(name\)=${search}_\#\#name -I$search main.c $search/lazynccl.c -o program -ldl -lpthread

    # ran RESULTS STATUS WORDS...: checks the output of `program WORDS...`.
    ran()
    {
        expected=$1 wanted=$2
        shift 2
        status=0
        LD_LIBRARY_PATH=$stage/lib FULL_LIBPATH=$stage/lib FULL_SEARCH=loaded,env \
            ./program "$@" >said || status=$?
        [ "$status" != 77 ] || skip "not allowed to change the root directory"
        equal "$status $(cat said)" "$wanted $expected"
    }
    ran '' 99 chroot
    ran '0 1 0 1' 0 load chroot
    ran '0 1 0 1' 0 load freeze chroot
    ran '0 -7 -1 0' 0 freeze chroot
done
