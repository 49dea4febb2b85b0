# After a failed search, calls make no system call; lazynccl_load searches again and can succeed.
need strace
fake_library nccl 2.28.1 made
mkdir lib
export LAZYNCCL_LIBPATH="$stage/lib"
unset VIRTUAL_ENV

rename=made/libnccl.so.2:lib/libnccl.so.2
equal "$(./ask call available rename=$rename call available error load call known error |
    sed 's/^NCCL cannot.*/a reason/')" "call 2 0.0
available 0
call 2 0.0
available 0
a reason
load 0
call 0 22801.0
env 22801 $stage/lib/libnccl.so.2
(null)"

consumer - twice <<'C'
int ncclGetVersion(int *version);
int ncclCommCount(void *comm, int *count);
int main(void)
{
    int code = ncclGetVersion(NULL);
    getppid(); /* marks this point in the trace */
    code += ncclGetVersion(NULL) + ncclCommCount(NULL, NULL);
    getppid();
    return code != 6;
}
C
rm lib/libnccl.so.2
strace -o trace ./twice || fail "status $?"
equal "$(sed -n '/^getppid/,/^getppid/p' trace | grep -vc '^getppid')" 0
equal "$(grep -c "^getppid" trace)" 2
says trace "\"$stage/lib"

# a search that fails twice for the same reasons gives the same error
equal "$(./ask load load report | grep -c '^env ')" 1
