# Every binary that contains lazynccl keeps a .note.dlopen note and a marker note for each library
# that it uses, after --gc-sections and strip.

# notes FILE: prints the sonames in its dlopen notes, then the contents of each marker note.
notes()
{
    objcopy -O binary --only-section=.note.dlopen --set-section-flags .note.dlopen=alloc "$1" dlopen
    strings -n 8 dlopen | sed -n 's/^\[{"soname":\["\([^"]*\)".*/\1/p' | sort -u
    objcopy -O binary --only-section=.note.lazynccl --set-section-flags .note.lazynccl=alloc "$1" marker
    strings -n 4 marker | sort
}

all='libnccl.so.2
libnvJitLink.so.12
libnvJitLink.so.13
libnvrtc.so.13
lazynccl
lazynccl
lazynccl
nccl
nvjitlink
nvrtc'

echo 'int ncclGetVersion(int *);
int main(void) { int version; return ncclGetVersion(&version); }' >one.c
for options in "-O2" "-O2 -ffunction-sections -Wl,--gc-sections" "-O2 -flto -Wl,--gc-sections"; do
    consumer "$SOURCE/tests/variants/consumer.c" consumer $options
    consumer "$SOURCE/tests/variants/consumer.c" consumer.so -shared -fPIC $options
    consumer one.c one $options
    strip consumer consumer.so one
    equal "$(notes consumer)" "$all"
    equal "$(notes consumer.so)" "$all"
    equal "$(notes one)" "libnccl.so.2
lazynccl
nccl"
done

strip -o shared.so "$SHARED"
equal "$(notes shared.so)" "$all"
