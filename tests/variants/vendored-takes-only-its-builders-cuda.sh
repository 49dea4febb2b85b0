# vendor --cuda and -DLAZYNCCL_CUDA_ONLY take exactly this CUDA, wherever a file is and whoever names
# it; also libraries whose SONAME has a number of their own: libcufft.so.11 is of CUDA 12.

vendor copy nccl nvrtc nvjitlink --search full
vendor small nccl nvrtc nvjitlink
vendor twelve nccl nvrtc nvjitlink --search full --cuda 12
vendor small-twelve nccl nvrtc nvjitlink --cuda 12
fake_library nvrtc 12.9 old
fake_library nvrtc 13.0 new
for options in '-o only copy/lazynccl.c -Icopy -DLAZYNCCL_CUDA_ONLY=12' \
    '-o small-only small/lazynccl.c -Ismall -DLAZYNCCL_CUDA_ONLY=12' \
    '-o by-option twelve/lazynccl.c -Itwelve' \
    '-o small-by-option small-twelve/lazynccl.c -Ismall-twelve'; do
    $CC -w "$SOURCE/tests/fake/ask.c" -pthread -ldl $options
done
for program in only small-only by-option small-by-option; do
    equal "$(LAZYNCCL_LIBPATH=$stage/new:$stage/old ./$program nvrtc call)" "call 0 12.9"
    for libpath in "$stage/new" "nvrtc=$stage/new/libnvrtc.so.13"; do
        LAZYNCCL_LIBPATH=$libpath shows '^call 11 0.0$' ./$program nvrtc call error
        says output 'libnvrtc.so.12|of another CUDA'
        says_not output 'or older'
    done
    LAZYNCCL_CUDA=13 ./$program nvrtc call error >output
    says output 'LAZYNCCL_CUDA=13: no (NVRTC|nvrtc) of that major version'
done
! $CC -w -c copy/lazynccl.c -o both.o -DLAZYNCCL_CUDA_ONLY=12 -DLAZYNCCL_CUDA_MAJOR=13 2>said ||
    fail "two majors were accepted"
says said 'LAZYNCCL_CUDA_ONLY and LAZYNCCL_CUDA_MAJOR have different values'
$CC -w -c copy/lazynccl.c -o both.o -DLAZYNCCL_CUDA_ONLY=12 -DLAZYNCCL_CUDA_MAJOR=12

vendor fft cufft --search full
for number in 11 12; do
    library both/libcufft.so.$number 'int cufftGetProperty(int t, int *v) { return *v = 0; }'
done
mkdir thirteen
cp both/libcufft.so.12 thirteen
for major in 12 13; do
    asking fft-$major fft cufft -DLAZYNCCL_CUDA_ONLY=$major
    export LAZYNCCL_LIBPATH="$stage/both"
    equal "$(./fft-$major)" "$stage/both/libcufft.so.$((major - 1))"
done
asking fft-any fft cufft
equal "$(LAZYNCCL_CUDA=12 ./fft-any)" "$stage/both/libcufft.so.11"
LAZYNCCL_CUDA=12 LAZYNCCL_LIBPATH=$stage/thirteen ./fft-any >output
says output '^cuFFT cannot be used: .*LAZYNCCL_CUDA=12 allows no other major$'

"$PYTHON" "$SOURCE/gen" vendor nvrtc --cuda 14 -o none 2>said && fail "--cuda 14 was accepted"
says said '^.*--cuda: 14 is not one of 11, 12, 13'
