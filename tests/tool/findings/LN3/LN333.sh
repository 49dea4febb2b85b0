# A function, a thread's variable, and a symbol without a size have the names of tables.
cat >table.c <<'C'
int ncclNetPlugin_v8(void) { return 0; }
__thread void *ncclTunerPlugin_v4[4];
__asm__(".data\n.globl ncclProfiler_v4\nncclProfiler_v4: .zero 48\n");
C
mkdir -p "$root/opt"
$CC -shared -fPIC table.c -o "$root/opt/libnccl-net-table.so"
verb="plugin inspect /opt/libnccl-net-table.so"
