# A copy that exports the library's functions calls the library, however it is searched, whatever LD_PRELOAD
# contains, and whether the program links the copy or opens it globally or locally.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/vendored.sh"

library libreal.so.1 'int number(void) { return 5; } int other(void) { return 6; }'
library preload.so.1 'int unrelated(void) { return 1; }'
cat >linked.c <<'E'
#include <stdio.h>
int number(void), other(void);
int main(void)
{
    printf("%d %d\n", number(), other());
    return 0;
}
E
cat >opened.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words)
{
    void *copy = dlopen(words[1], RTLD_NOW | (count > 2 ? RTLD_GLOBAL : RTLD_LOCAL));
    int (*number)(void) = (int (*)(void))dlsym(copy, "number");
    int (*other)(void) = (int (*)(void))dlsym(copy, "other");

    printf("%d %d\n", number(), other());
    return 0;
}
E
$CC opened.c -o opened -ldl

# calls COMMAND...: checks what it calls, with $preloaded; a call that never returns is a failure.
calls()
{
    rows=$((rows + 1))
    case $preloaded in
    unset) output=$(LD_LIBRARY_PATH=$stage timeout 5 "$@" 2>&1) || true ;;
    *) output=$(LD_LIBRARY_PATH=$stage LD_PRELOAD=$preloaded timeout 5 "$@" 2>&1) || true ;;
    esac
    [ "$output" = "5 6" ] || wrong="$wrong
--search $search, LD_PRELOAD=$preloaded, $*: '$output'"
}

rows=0 wrong=
for search in $(each_of api,env,loaded,soname soname api,soname env,soname loaded,soname api,env,loaded,wheel,soname full); do
    "$SOURCE/dev" vendor ./libreal.so.1 --prefix lazyreal --search $search -o copy >/dev/null
    $CC -std=c11 -O2 -Wall -Wextra -Werror -DLAZYREAL_EXPORTED -fPIC -shared copy/lazyreal.c -o libstub.so -ldl
    $CC linked.c -o linked ./libstub.so
    for preloaded in unset "" "$stage/preload.so.1"; do
        calls ./linked
        calls ./opened ./libstub.so
        calls ./opened ./libstub.so global
    done
done
equal "$rows$wrong" "$(is_brief && echo 9 || echo 63)"
