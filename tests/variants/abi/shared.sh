# Shared by the tests that pass arguments and results of every kind through trampolines.
abi=$SOURCE/tests/variants/abi

# The compiler's option for the widest vectors of this processor.
abi_wide=
for option in avx avx512f; do
    ! grep -qw $option /proc/cpuinfo || abi_wide=-m$option
done

# abi_library COMPILER [OPTION...]: builds lib/libabi.so.1, or lib/$abi_soname.
abi_soname=libabi.so.1
abi_library()
{
    mkdir -p lib
    "$@" -O2 -w -fPIC -shared -fexceptions "$abi/library.c" -o "lib/$abi_soname" \
        -Wl,-soname,"$abi_soname"
}

# abi_passes COMMAND...: the results are right whichever function the program calls first.
abi_passes()
{
    first=0
    while said=$(LAZYNCCL_LIBPATH=$stage/lib "$@" $first 2>&1); do
        equal "$said" right
        first=$((first + 1))
    done
    [ -z "$said" ] || fail "$* $first: $said"
    [ $first -gt 20 ] || fail "only $first functions"
}
