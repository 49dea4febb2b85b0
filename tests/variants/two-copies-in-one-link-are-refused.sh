# Linking two vendored copies, or one and members of the archive, fails with an error that names
# them, even if their libraries differ. An unused archive is harmless.

cat >main.c <<'END'
int ncclGetVersion(int *);
int nvrtcVersion(int *, int *);
int main(void)
{
    int number = 0;
    ncclGetVersion(&number);
#ifdef NVRTC
    nvrtcVersion(&number, &number);
#endif
    return number != 22809;
}
END
for stub in nccl nvrtc; do
    vendor $stub $stub
    $CC -O2 -c $stub/lazynccl.c -o $stub.o
done
cp nccl.o again.o

refused()
{
    ! $CC -O2 "$@" -o main 2>error || fail "linked: $*"
    says error 'multiple definition of .lazynccl_'
}

for linker in bfd gold; do
    command -v ld.$linker >/dev/null || continue
    refused -fuse-ld=$linker main.c nccl.o again.o
    says error 'multiple definition of .ncclGetVersion'
    refused -fuse-ld=$linker main.c -DNVRTC nccl.o nvrtc.o
    refused -fuse-ld=$linker main.c -DNVRTC nccl.o "$ARCHIVE"

    $CC -O2 -fuse-ld=$linker main.c nccl.o "$ARCHIVE" -o main
    LAZYNCCL_LIBPATH=$FAKE ./main
done
