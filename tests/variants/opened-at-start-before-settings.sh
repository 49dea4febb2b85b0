# With open = "start", settings in main() are too late, but those of an earlier constructor apply,
# and LAZYNCCL_DEBUG prints before main(). A stub that is built for the archive works alike.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/toy.sh"

cat >toy.c <<'C'
#include <unistd.h>
__attribute__((constructor)) static void start(void) { if (write(1, "toy ", 4)) return; }
int toy_where(void) { return 1; }
C
mkdir toy other
$CC -shared -fPIC -Wl,-soname,libtoy.so.1 toy.c -o toy/libtoy.so.1
cp toy/libtoy.so.1 other
export FULL_LIBPATH="$stage/toy" FULL_SEARCH=api,loaded,env

cat >main.c <<'C'
#include "lazynccl.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int toy_where(void);
static void say(const char *text) { if (write(1, text, strlen(text)) < 0) _exit(1); }
#ifdef EARLIER
__attribute__((constructor(101))) static void earlier(void) { EARLIER; say("earlier "); }
#endif
__attribute__((constructor)) static void construct(void) { say("constructor "); }
int main(void)
{
    int settings = 0;

    say("main ");
    errno = 77;
#ifdef SETTINGS
    settings = PREFIX(set_path)(PREFIX(toy)(), "/") + PREFIX(set_handle)(PREFIX(toy)(), NULL) +
               PREFIX(require)(PREFIX(toy)(), 10000);
#endif
    PREFIX(freeze)();
    printf("%d %d %d\n", toy_where(), settings, errno);
    return 0;
}
C
toy_copy full 'int toy_where(void);'
# built OPTION...: makes the program from main.c and the copy.
built()
{
    $CC '-DPREFIX(name)=full_##name' -Iearly main.c copy.o "$@" -o program -ldl -lpthread
}
for search in api,env,loaded,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor full.toml --search $search --open start -o early
    $CC -c early/lazynccl.c -o copy.o
    built -DSETTINGS
    equal "$(./program)" 'toy constructor main 1 -3 77'
    built "-DEARLIER=full_set_path(full_toy(), \"$stage/other/libtoy.so.1\")"
    FULL_DEBUG=1 ./program >said 2>messages
    equal "$(cat said)" 'earlier toy constructor main 1 0 77'
    says messages "full: toy: api  .*$stage/other/libtoy.so.1: taken"
    FULL_DEBUG=1 ./program 2>&1 | tr '\n' ' ' >said
    says said 'taken constructor main'
done

# A stub that is built into the archive.
fake_library nccl 2.28.9 lib
sed 's/^title/open = "start"\n&/' "$SOURCE/stubs/nccl.toml" >nccl.toml
"$PYTHON" "$SOURCE/gen" render nccl.toml -o made
cat >nccl.c <<'C'
#include <stdio.h>
#include <unistd.h>
int ncclGetVersion(int *);
int main(void)
{
    int version = -1;

    return chdir("/") != 0 || rename(STAGE "/lib", STAGE "/gone") != 0 || ncclGetVersion(&version) != 0 ||
           version != 22809;
}
C
$CC "-DSTAGE=\"$stage\"" -I"$SOURCE/src" -I"$BUILD/include" nccl.c made/nccl.c made/nccl.S "$ARCHIVE" -o nccl -ldl
LAZYNCCL_LIBPATH=$stage/lib ./nccl || fail "the archive opened the library in main()"
