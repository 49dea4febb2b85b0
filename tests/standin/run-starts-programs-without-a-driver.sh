# `lazynccl run --lazy cuda` starts a program that needs libcuda.so.1 on a machine without a driver:
# the advice of LN115 and LN126. Calls return the driver's own error code.
mkdir link
echo 'int cuInit(unsigned flags) { return 0; } int nvmlInit_v2(void) { return 0; }' >library.c
for name in cuda:libcuda.so.1 nvml:libnvidia-ml.so.1; do
    $CC -shared -fPIC library.c -o "link/lib${name%:*}.so" -Wl,-soname,"${name#*:}"
done
compile program -Wl,--no-as-needed link/libcuda.so link/libnvml.so <<'C'
int cuInit(unsigned), nvmlInit_v2(void);
int main(void)
{
    printf("%d %d\n", cuInit(0), nvmlInit_v2());
    return 0;
}
C
! ./program 2>said || skip "this machine has a driver"
export XDG_CACHE_HOME=$stage/cache
"$TOOL" doctor ./program >said && fail "doctor finds nothing"
says said '^ +help: lazynccl run --lazy cuda -- COMMAND '
says said '^ +help: lazynccl run --lazy nvml -- COMMAND '
equal "$("$TOOL" run --lazy cuda,nvml -- ./program)" '34 12'
