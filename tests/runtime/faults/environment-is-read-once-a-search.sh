# A search uses the settings at its beginning, even if a constructor or another thread changes them
# meanwhile.
fake_library nccl 2.28.1 late/lib
mkdir named
# A candidate that is opened, and rejected because it exports none of NCCL's functions.
compile named/libnccl.so.2 -shared -fPIC -DLATE="\"$stage/late\"" -Wl,-soname,libnccl.so.2 <<'C'
__attribute__((constructor)) static void construct(void)
{
    setenv("CONDA_PREFIX", LATE, 1);
    setenv("LAZYNCCL_STRICT", "1", 1);
}
C
export LAZYNCCL_SEARCH=env,conda LAZYNCCL_LIBPATH="$stage/named"
shows '^call 2 ' ./ask call report
says output '^env +.*exports none of its functions$'
says output '^conda +CONDA_PREFIX is not set$'
