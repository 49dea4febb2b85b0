# A library ends the process that opens it.
echo '#include <unistd.h>
__attribute__((constructor)) static void end(void) { _exit(3); }' >end.c
{ cat "$SOURCE/tests/fake/nccl.c"; cat end.c; } >bad.c
$CC -w -shared -fPIC -I"$SOURCE/tests/fake" bad.c -o "$site/nvidia/nccl/lib/libnccl.so.2" \
    -Wl,-soname,libnccl.so.2 -DMAJOR=2 -DMINOR=28 -DPATCH=9
verb="find nccl --load"
