# `lazynccl find --load` asks the library for its version in a child; a crash, an exit or another
# version is reported.

# finds STATUS ARGUMENT...: find of this library exits with STATUS.
finds()
{
    wanted=$1 status=0
    shift
    LAZYNCCL_LIBPATH=$stage/lib "$TOOL" find nccl --no-python --load "$@" >found 2>err || status=$?
    equal "$status $(cat err)" "$wanted "
}
fake_library nccl 2.28.9 lib
LD_LIBRARY_PATH=$stage/lib finds 0
says found '^nccl +ld\.so +2\.28\.9 +LD_LIBRARY_PATH +.*/lib   loads as 2\.28\.9$'
says found '^ +lazynccl +2\.28\.9 +env +.*/lib   loads as 2\.28\.9$'

# the file's text has one version, the library returns another
"$PYTHON" - lib/libnccl.so.2 <<'END'
import sys
file = open(sys.argv[1], "r+b")
text = file.read()
assert b"NCCL version 2.28.9" in text
file.seek(0)
file.write(text.replace(b"NCCL version 2.28.9", b"NCCL version 2.17.1"))
END
finds 0
says found '^ +lazynccl +2\.17\.1 .*   loads as 2\.28\.9$'
finds 0 --min 2.17
finds 1 --min 2.29
finds 0 --json
in_json found 'found = said["libraries"][0]["lazynccl"]
assert found["version"] == "2.17.1" and found["loaded_version"] == "2.28.9", found
assert found["load_failed"] is None, found'

# bad CODE: a constructor with CODE that does not return
bad()
{
    { cat "$SOURCE/tests/fake/nccl.c"; echo "#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void bad(void) { $1; }"; } >bad.c
    $CC -w -shared -fPIC bad.c -o lib/libnccl.so.2 -Wl,-soname,libnccl.so.2 -DMAJOR=2 -DMINOR=28 \
        -DPATCH=9 -I"$SOURCE/tests/fake"
}
bad 'abort()'
finds 1
says found '^ +lazynccl .*   does not load: crashed \(Aborted\)$'
says found '^error\[LN121\] NCCL.*\(Aborted\)$'
finds 1 --json
says found '"load_failed": "crashed \(Aborted\)"'
bad '_exit(0)'
finds 1
says found '^ +lazynccl .*   does not load: ended the process$'
bad 'nowhere()'
finds 1
says found '^ +lazynccl .*   does not load: .*undefined symbol: nowhere'
says_not found 'api|set by|DEBUG' # of the child's own settings
bad 'static char big[1 << 30]; __asm__("" : : "r"(big))'
(ulimit -v 900000 && LAZYNCCL_LIBPATH=$stage/lib "$TOOL" find nccl --no-python --load >found 2>err && fail "status 0"; [ $? = 2 ])
equal "$(cat err)" "lazynccl find: cannot look at $stage/lib/libnccl.so.2: Cannot allocate memory"
says found '   does not load: Cannot allocate memory$'
says_not found 'LN121|api|again' # the file is good
finds 0
bad 'puts("text"); dprintf(2, "more")' # its output is discarded, and is not an error
finds 0
says_not found '^text'
says found '   loads as 2\.28\.9$'
