# A found file with another library's SONAME is refused unopened, because an opened library stays in memory, and two
# NCCLs must not be in one process. A named file is judged by its exports.
with_libc >opened.c <<'END'
__attribute__((constructor)) static void tell(void) { puts("opened"); fflush(stdout); }
END

# try SONAME FOLDER LOCATION [VARIABLE=VALUE]: a file of this SONAME in the folder is refused unopened.
try()
{
    mkdir -p "$2"
    $CC -w -fPIC -shared "$SOURCE/tests/fake/nccl.c" opened.c -DMAJOR=2 -DMINOR=28 -DPATCH=1 \
        "-Wl,-soname,$1" -o "$2/libnccl.so.2"
    env "LAZYNCCL_SEARCH=$3" "${4:-NONE=}" ./ask where report >output
    says_not output '^opened$'
    says_not output 'stays in memory'
    [ "$3" = system ] || says output '^absent$' # the machine may have one
    says output "^$3 +$stage/$2/libnccl.so.2: is $1, expected libnccl.so.2$"
}

long=lib$(printf '%0200d' 0).so.2
for soname in libother.so.2 libnccl.so.3 "$(printf '%.127s' "$long")"; do
    try "$soname" lib env LAZYNCCL_LIBPATH="$stage/lib"
    try "$soname" nvidia/nccl/lib wheel
    rm -r nvidia
    try "$soname" conda/lib conda CONDA_PREFIX="$stage/conda"
    try "$soname" ld system LD_LIBRARY_PATH="$stage/ld"
    mkdir -p ld/glibc-hwcaps # ld.so itself is asked, unless the file is another library's
    try "$soname" ld system LD_LIBRARY_PATH="$stage/ld"
    rm -r ld
done

# A named file is opened.
try libother.so.2 lib env LAZYNCCL_LIBPATH="$stage/lib"
LAZYNCCL_LIBPATH=$stage/lib/libnccl.so.2 shows '^opened$' ./ask where
says output "^env 22801 $stage/lib/libnccl.so.2$"
