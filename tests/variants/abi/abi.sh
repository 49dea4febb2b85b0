# Shared by the tests that pass arguments and results of every kind through trampolines.
# SPDX-License-Identifier: Apache-2.0 OR MIT
abi=$SOURCE/tests/variants/abi

# abi_library COMPILER [OPTION...]: builds lib/libabi.so.1.
abi_library()
{
    mkdir -p lib
    "$@" -O2 -w -fPIC -shared -fexceptions "$abi/library.c" -o lib/libabi.so.1 -Wl,-soname,libabi.so.1
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
