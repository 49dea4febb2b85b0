# In every variant and search location, each allocation and each system call of a first call fails, alone and with
# all later ones. No call crashes, hangs or opens another library, and the next call finds the library. If a setting
# names the file or its folder, this also holds for ENOSYS, which represents all other errors.
case $(uname -m) in
x86_64 | aarch64) ;;
*) skip "not written for this machine" ;;
esac

fake_library nccl 2.28.1 named
fake_library nccl 2.27.3 other/lib
library other-library/libnccl.so.2 'int other;' -Wl,-soname,libother.so

# The programs with their libraries, and the same programs below a separate site-packages.
mkdir programs
vendored() # compiled as in the CMake and Make examples
{
    "$SOURCE/dev" vendor nccl --search full -o "$stage/vendored" >/dev/null || fail "dev vendor"
    $CC -std=gnu11 -O1 -w -c vendored/lazynccl.c -o vendored/lazynccl.o
}
vendored
program() # NAME [OPTION...]
{
    name=$1
    shift
    $CC -Wall -Werror -O1 -o "programs/$name" "$SOURCE/tests/runtime/faults/sweep.c" \
        "$SOURCE/tests/runtime/faults/failing.c" -I"$BUILD/include" "$@" -ldl
}
cp "$SHARED" programs
program plain -DPLAIN
program archive -DWITH_API "$ARCHIVE"
program shared -DWITH_API "programs/$(basename "$SHARED")" -Wl,-rpath,'$ORIGIN'
program vendored -DWITH_API vendored/lazynccl.o
if [ -n "${TOOL-}" ]; then
    "$TOOL" stand-in nccl -o programs/stand-ins >/dev/null
    program stand-in programs/stand-ins/libnccl.so.2 \
        -Wl,--disable-new-dtags,-rpath,'$ORIGIN/stand-ins'
fi
mkdir -p site/nvidia/nccl venv/lib/python3.13/site-packages/nvidia/nccl
cp -r programs site/programs
for folder in site/nvidia/nccl/lib venv/lib/python3.13/site-packages/nvidia/nccl/lib conda/lib \
    home/lib; do
    mkdir -p "$folder"
    cp named/libnccl.so.2 "$folder"
done
mkdir -p levels/glibc-hwcaps # so that ld.so must be asked
cp named/libnccl.so.2 levels

# row VARIANT LOCATION FAULT: prints the row of the program.
status=0
row()
{
    form=$1 at=$2 fault=$3 folder=$stage/programs meant=$stage/named/libnccl.so.2
    set -- NCCL_HOME="$stage/other" LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda,toolkit
    case $at in
    file) set -- "$@" LAZYNCCL_LIBPATH="$meant" ;;
    folder) set -- "$@" LAZYNCCL_LIBPATH="$stage/named" ;;
    second) set -- "$@" LAZYNCCL_LIBPATH="$stage/other-library:$stage/named" ;;
    wheel) folder=$stage/site/programs ;;
    venv) set -- "$@" VIRTUAL_ENV="$stage/venv" ;;
    conda) set -- "$@" CONDA_PREFIX="$stage/conda" ;;
    system) set -- "$@" LAZYNCCL_SEARCH=system,toolkit LD_LIBRARY_PATH="$stage/named" ;;
    asked) set -- "$@" LAZYNCCL_SEARCH=system,toolkit LD_LIBRARY_PATH="$stage/levels:$stage/other/lib" ;;
    toolkit) set -- "$@" NCCL_HOME="$stage/home" CUDA_HOME="$stage/other" ;;
    esac
    code=0
    env "$@" "$folder/$form" "$form" "$at" "$meant" "$fault" 2>>details || code=$?
    [ "$code" != 77 ] || skip "seccomp is not available"
    [ "$code" -le 1 ] || fail "$form $at $fault: status $code"
    [ "$form" = plain ] || [ "$code" = 0 ] || status=1
}

faults=
for fault in memory EMFILE ENFILE ENOMEM EINTR EIO ESTALE EACCES ENOSYS; do
    faults="$faults $fault $fault+"
done
forms="archive shared vendored ${TOOL:+stand-in}" places='api file folder second loaded wheel venv conda system asked toolkit'
case $ARCHIVE in # has no other location that finds a file here, and after ENOSYS only load() searches again
*default-copy*) forms=archive places='api file folder second loaded' faults=${faults% ENOSYS *} ;;
esac
printf '%-9s %-10s %-8s %5s %7s %7s %7s %7s %7s %7s %7s %7s\n' form place fault runs at-once \
    at-next at-load never other lied crashed hung
for fault in $faults; do
    row plain file "$fault"
    row plain asked "$fault"
    for form in $forms; do
        for place in $places; do
            case $fault-$place in
            ENOSYS*-loaded | ENOSYS*-wheel | ENOSYS*-system | ENOSYS*-asked) continue ;;
            esac
            [ "$form $place" = "stand-in api" ] || row "$form" "$place" "$fault"
        done
    done
done
[ "$status" = 0 ] || cat details >&2
exit "$status"
