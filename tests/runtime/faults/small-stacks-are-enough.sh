# A first call in any search location, and a call of an absent library, run on a stack of 8 kB (a coroutine) and of
# 16 kB (glibc's minimum for a thread). The stack use of plain dlopen is printed for comparison.
fake_library nccl 2.28.9 site/nvidia/nccl/lib
mkdir programs
forms="plain archive shared"
$CC -O1 -DPLAIN "$SOURCE/tests/runtime/faults/stack.c" -o programs/plain -pthread -ldl
consumer "$SOURCE/tests/runtime/faults/stack.c" programs/archive -O1 -pthread -ldl
shared_consumer "$SOURCE/tests/runtime/faults/stack.c" programs/shared -O1 -pthread -ldl
if [ -n "${TOOL-}" ]; then
    "$TOOL" stand-in nccl -o stand-ins >/dev/null
    forms="$forms stand-in"
    $CC -O1 "$SOURCE/tests/runtime/faults/stack.c" -o programs/stand-in stand-ins/libnccl.so.2 -pthread \
        -ldl -Wl,--disable-new-dtags,-rpath,"$stage/stand-ins"
fi
cp -r programs site
mkdir -p venv/lib/python3.13/site-packages conda home
cp -r site/nvidia venv/lib/python3.13/site-packages
cp -r site/nvidia/nccl/lib conda
cp -r site/nvidia/nccl/lib home

lib=$stage/conda/lib
status=0
for form in $forms; do
    for place in file folder wheel venv conda system toolkit absent; do
        folder=programs absent=
        set -- LAZYNCCL_SEARCH=env,loaded,partner,wheel,conda,toolkit
        case $place in
        file) set -- "$@" LAZYNCCL_LIBPATH="$lib/libnccl.so.2" ;;
        folder) set -- "$@" LAZYNCCL_LIBPATH="$lib" ;;
        wheel) folder=site/programs ;;
        venv) set -- "$@" VIRTUAL_ENV="$stage/venv" ;;
        conda) set -- "$@" CONDA_PREFIX="$stage/conda" ;;
        system) set -- LAZYNCCL_SEARCH=system LD_LIBRARY_PATH="$lib" ;;
        absent) absent=absent && set -- LAZYNCCL_SEARCH=env ;;
        toolkit) set -- "$@" NCCL_HOME="$stage/home" ;;
        esac
        [ $form != plain ] || [ $place = system ] || continue
        for kind in coroutine thread; do
            code=0
            used=$(env "$@" "$folder/$form" $kind $absent) || code=$?
            echo "$form, $place, $kind: ${used:-status $code}"
            [ $code = 0 ] || status=1
        done
    done
done
exit $status
