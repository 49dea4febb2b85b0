# Debian's nvtop declares NVML's functions by hand and opens it by dlopen. With a copy that `vendor
# --declare` wrote, without NVML's header, it prints the same without a driver and with one, also
# with one that has only the first versions of some functions.
echo '#include <ncurses.h>' | $CC -E - >/dev/null 2>&1 || skip 'libncurses-dev is not installed'
debian_source nvtop

mkdir -p include/nvtop nvml
cp "$source/include/nvtop/version.h.in" include/nvtop/version.h
"$SOURCE/dev" vendor nvml --declare -o nvml
"$PYTHON" "$SOURCE/tests/real/consumers/nvtop.py" "$source/src/extract_gpuinfo_nvidia.c" nvidia.c
diff "$source/src/extract_gpuinfo_nvidia.c" nvidia.c >lines || :
gone=$(grep -c '^<' lines) ours=$(grep -c '^>' lines)
echo "$gone lines became $ours"
[ $((ours * 6)) -lt "$gone" ] || fail "$gone lines became $ours"
set -- -std=gnu11 -D_GNU_SOURCE -DHAS_REALLOCARRAY -Iinclude -I"$source/include"
$CC "$@" -Wall -Wextra -Werror -Invml -c nvidia.c
$CC -c nvml/lazynccl.c
for each in nvtop interface interface_layout_selection interface_options interface_setup_win \
    interface_ring_buffer extract_gpuinfo time plot ini get_process_info_linux \
    extract_processinfo_fdinfo info_messages_linux extract_gpuinfo_nvidia; do
    $CC "$@" -w -c "$source/src/$each.c"
done
mkdir old
mv extract_gpuinfo_nvidia.o old
mv nvidia.o lazynccl.o nvml
$CC ./*.o old/*.o -o before -lncursesw -ltinfo -lm -ldl
$CC ./*.o nvml/*.o -o after -lncursesw -ltinfo -lm -ldl
is_lazy after

for each in before after; do
    ./$each -s >$each.none || fail "$each: $?"
done
says before.none '^No GPU to monitor'
cmp before.none after.none

driver nvidia-ml <<'END_OF_C'
#include <string.h>
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **device) { *device = &strcpy; return i; }
const char *nvmlErrorString(int code) { return "of the driver"; }
int nvmlDeviceGetName(void *device, char *name, unsigned size) { strncpy(name, "A GPU", size); return 0; }
int nvmlDeviceGetPciInfo_v3(void *device, void *info) { memset(info, 0, 68); return 0; }
int nvmlDeviceGetTemperature(void *device, int kind, unsigned *value) { *value = 42; return 0; }
int nvmlDeviceGetUtilizationRates(void *device, unsigned *value) { value[0] = 7; return value[1] = 0; }
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory)
{
    memory[0] = 100ull << 30;
    memory[1] = 75ull << 30;
    memory[2] = 25ull << 30;
    return 0;
}
int nvmlDeviceGetGraphicsRunningProcesses(void *device, unsigned *n, void *to) { return *n = 0; }
int nvmlDeviceGetComputeRunningProcesses(void *device, unsigned *n, void *to) { return *n = 0; }
#define UNSUPPORTED(name) int name(void) { return 3; }
UNSUPPORTED(nvmlDeviceGetMaxPcieLinkGeneration) UNSUPPORTED(nvmlDeviceGetMaxPcieLinkWidth)
UNSUPPORTED(nvmlDeviceGetTemperatureThreshold) UNSUPPORTED(nvmlDeviceGetClockInfo)
UNSUPPORTED(nvmlDeviceGetMaxClockInfo) UNSUPPORTED(nvmlDeviceGetCurrPcieLinkGeneration)
UNSUPPORTED(nvmlDeviceGetCurrPcieLinkWidth) UNSUPPORTED(nvmlDeviceGetPcieThroughput)
UNSUPPORTED(nvmlDeviceGetFanSpeed) UNSUPPORTED(nvmlDeviceGetPowerUsage)
UNSUPPORTED(nvmlDeviceGetEnforcedPowerLimit) UNSUPPORTED(nvmlDeviceGetEncoderUtilization)
UNSUPPORTED(nvmlDeviceGetDecoderUtilization)
END_OF_C
for each in before after; do
    LD_LIBRARY_PATH=$stage/driver LAZYNCCL_LIBPATH=$stage/driver ./$each -s >$each.one || fail "$each: $?"
done
says before.one '"device_name": "A GPU"'
says before.one '"mem_util": "25%"'
cmp before.one after.one
