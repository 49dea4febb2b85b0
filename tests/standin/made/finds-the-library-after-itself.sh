# A stand-in in LD_LIBRARY_PATH loads nothing before the first call. It then loads the library that
# the program would have loaded, through LD_LIBRARY_PATH or the RUNPATH of the program or calling
# library.
export LAZYNCCL_SEARCH=$with_system
fake_library nccl 2.27.3 real
fake_library nccl 2.28.1 other
direct program real/libnccl.so.2
direct runpath real/libnccl.so.2 -Wl,--enable-new-dtags,-rpath,"$stage/real"

both=$(printf 'mapped %s\n' "$stage/real/libnccl.so.2" "$STANDINS/libnccl.so.2" | sort)
expected="mapped $STANDINS/libnccl.so.2
nccl 0 22703
$both"
equal "$(LD_LIBRARY_PATH=$STANDINS:$stage/real:$stage/other ./program mapped=libnccl nccl \
    mapped=libnccl)" "$expected"
equal "$(LD_LIBRARY_PATH=$STANDINS ./runpath mapped=libnccl nccl mapped=libnccl)" "$expected"

# a library's own RUNPATH applies to its dependencies, not the program's
compile libuser.so -shared -fPIC real/libnccl.so.2 -Wl,--enable-new-dtags,-rpath,"$stage/real" <<'C'
int ncclGetVersion(int *version);
int use(int *version)
{
    return ncclGetVersion(version);
}
C
direct host -Wl,--enable-new-dtags,-rpath,"$stage/other"
equal "$(LD_LIBRARY_PATH=$STANDINS ./host open="$stage/libuser.so" mapped=libnccl call=use \
    mapped=libnccl)" "mapped $STANDINS/libnccl.so.2
use 0 22703.-1
$both"

# DT_RPATH and absolute paths take precedence over LD_LIBRARY_PATH, so they lead to the real library
direct rpath real/libnccl.so.2 -Wl,--disable-new-dtags,-rpath,"$stage/real"
equal "$(LD_LIBRARY_PATH=$STANDINS ./rpath nccl mapped=libnccl)" "nccl 0 22703
mapped $stage/real/libnccl.so.2"
equal "$(LD_LIBRARY_PATH=$STANDINS ./host open="$stage/other/libnccl.so.2" call=ncclGetVersion \
    mapped=libnccl)" "ncclGetVersion 0 22801.-1
mapped $stage/other/libnccl.so.2"
