# Folders near the first caller of the shared library are searched after those near the library
# itself.
mkdir -p app/bin system
cp "$SHARED" system/liblazynccl.so.0
$CC "$SOURCE/tests/fake/ask.c" -o app/bin/ask -I"$BUILD/include" system/liblazynccl.so.0 -pthread \
    -Wl,-rpath,"$stage/system"
fake_library nccl 2.28.1 app/nvidia/nccl/lib
app=$stage/app/nvidia/nccl/lib/libnccl.so.2
equal "$(app/bin/ask call known)" "call 0 22801.0
wheel 22801 $app"

fake_library nccl 2.28.2 system/nvidia/nccl/lib
equal "$(app/bin/ask call known)" "call 0 22802.0
wheel 22802 $stage/system/nvidia/nccl/lib/libnccl.so.2"
