# The commands of adopting.md and of the main job install all headers that a program needs, in the
# newest releases, on a machine without a toolkit.
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH

"$PYTHON" -m venv venv
. ./venv/bin/activate
# Some machines have a toolkit's headers in /usr/local/include.
cat >venv/bin/cc <<END
#!/bin/sh
exec $CC "\$@" -nostdinc -isystem $($CC -print-file-name=include) \
    -idirafter /usr/include/$($CC -print-multiarch) -idirafter /usr/include
END
chmod +x venv/bin/cc
cat >train.c <<'END'
#include <nccl.h>
#include <nvrtc.h>
#include <nvJitLink.h>
END
sed -n '/^## Where `nccl.h` comes from/,/^## /s/^\$ //p' "$SOURCE/docs/adopting.md" >commands
says commands '^pip install '
says commands '^cc -c train\.c '
sh -eux commands >log 2>&1 || fail "adopting.md's commands: $(tail -n 5 log)"

cp "$SOURCE"/docs/examples/main-job/*.[ch] .
sed -n 's/^\$ //p' "$SOURCE/docs/examples/main-job/README.md" | sed 's/ -llazynccl/ -c/; /a\.out/d' >commands
says commands '^cc -DWITH_LAZYNCCL .* -c$'
CPATH=$BUILD/include sh -eux commands >log 2>&1 || fail "the main job's commands: $(tail -n 5 log)"
