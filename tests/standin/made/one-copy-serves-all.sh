# If a real library of the same SONAME is loaded before or after the stand-in, by its path, globally
# or locally, one copy serves all calls.
fake_library nccl 2.27.3 real
fake_library nccl 2.28.1 behind
direct program real/libnccl.so.2
direct host
real=$stage/real/libnccl.so.2 standin=$STANDINS/libnccl.so.2

runs() # EXPECTED PROGRAM ARGUMENT...
{
    expected=$1
    shift
    timeout 60 "$@" >output || fail "$*: status $?"
    equal "$(cat output)" "$expected"
}
export LAZYNCCL_SEARCH=$with_system LD_LIBRARY_PATH="$STANDINS:$stage/behind"
both=$(printf 'mapped %s\n' "$real" "$standin" | sort)
for open in open open-global; do
    # the stand-in is loaded at start, the real library before or after the first call
    runs "nccl 0 22703
ncclGetVersion 0 22703.-1
$both" ./program $open="$real" nccl call=ncclGetVersion mapped=libnccl
    # both opened by hand, before the first call
    runs "ncclGetVersion 0 22703.-1
ncclGetVersion 0 22703.-1
$both" ./host $open="$real" call=ncclGetVersion open="$standin" call=ncclGetVersion mapped=libnccl
    runs "ncclGetVersion 0 22703.-1
ncclGetVersion 0 22703.-1
$both" ./host $open="$standin" open="$real" call=ncclGetVersion open="$standin" \
        call=ncclGetVersion mapped=libnccl
done

# opened by the stand-in first: its path then leads to the same copy, and its SONAME to the stand-in
LD_LIBRARY_PATH=$STANDINS:$stage/real
runs "nccl 0 22703
ncclGetVersion 0 22703.-1
ncclGetVersion 0 22703.-1
$both" ./program nccl open="$real" call=ncclGetVersion open=libnccl.so.2 call=ncclGetVersion \
    mapped=libnccl

# if the real library was loaded under the SONAME first, the stand-in is not loaded
runs "ncclGetVersion 0 22703.-1
ncclGetVersion 0 22703.-1
mapped $real" ./host open-global="$real" call=ncclGetVersion open=libnccl.so.2 \
    call=ncclGetVersion mapped=libnccl
