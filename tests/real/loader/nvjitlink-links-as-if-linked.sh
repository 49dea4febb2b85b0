# Through lazynccl, nvJitLink gives the same cubins, byte by byte, as when linked, for a program
# compiled with its own header, with that of 12.9 and with that of 13.5. A function that this release
# lacks is named in the reason.

twelve=nvidia-nvjitlink-cu12-12.9.86 thirteen=nvidia-nvjitlink-13.5.37
compiler=nvidia-cuda-nvrtc-cu12-12.0.140 # every release links its LTO-IR
need_release "$1" $twelve $thirteen $compiler

eager nvrtc-job.c compile $compiler -DWITH_LTOIR
run ./compile >said || fail "$(cat said)"
eager nvjitlink-job.c eager "$1"
lazy nvjitlink-job.c own "$1"
lazy nvjitlink-job.c of-12.9 $twelve -DASK_VERSION
lazy nvjitlink-job.c of-13.5 $thirteen -DASK_VERSION
"$PYTHON" "$SOURCE/gen" vendor nvjitlink -o copy
for program in 12.9 13.5; do # also with a small copy
    [ $program = 12.9 ] && release=$twelve || release=$thirteen
    $CC -w -O1 -DASK_VERSION $(headers $release) -Icopy copy/lazynccl.c \
        "$SOURCE/tests/real/loader/nvjitlink-job.c" -o copy-of-$program -ldl -pthread
done

took="took: nvjitlink $(number "$1") env $(echo "$(lib "$1")"/libnvJitLink.so.*)"
for kind in ptx ltoir; do
    run ./eager $kind out.$kind expected >said || fail "$(cat said)"
    for program in own of-12.9 of-13.5 copy-of-12.9 copy-of-13.5; do
        LAZYNCCL_LIBPATH=$(lib "$1") run ./$program $kind out.$kind got >said ||
            fail "$program: $(cat said)"
        cmp expected got
        asked="nvJitLinkVersion: 0 $(minor "$1")
"
        [ $program != own ] || asked=
        equal "$(cat said)" "$asked$took"
        rm got
    done
done

# What came with 13.2 is absent before, whatever the program's header is.
[ "$(number "$1")" -lt 130200 ] || exit 0
lazy plain-name.c plain-name $thirteen
LAZYNCCL_LIBPATH=$(lib "$1") run ./plain-name nvJitLinkGetLinkedLTOIRSize >said
says said '^size: 6$'
says said '^why: nvJitLinkGetLinkedLTOIRSize is not in .*: it came with 13\.2; '
