# The example stub for cuFFT agrees with a toolkit's header, and its calls reach the toolkit's
# library, whose version needs no GPU.

example=$SOURCE/docs/examples/stub-outside
toolkit=/usr/local/cuda
[ -e $toolkit/include/cufft.h ] || skip "no $toolkit/include/cufft.h"
ls $toolkit/lib64/libcufft.so.1[12] >/dev/null 2>&1 || skip "no libcufft in $toolkit/lib64"

"$PYTHON" "$SOURCE/gen" render "$example/cufft.toml" -o .
$CC -Wall -Wextra -Werror -isystem $toolkit/include -c cufft-check.c
"$SOURCE/dev" vendor "$example/cufft.toml" --search full -o copy
$CC -Wall -Wextra -Werror -Icopy -isystem $toolkit/include "$example/fft.c" copy/lazynccl.c -o fft
LAZYNCCL_SEARCH=toolkit ./fft >said || fail "$(cat said)"
number=$(printf '#include <cufft.h>\nCUFFT_VERSION\n' | $CC -E -P -isystem $toolkit/include - | tail -n 1)
says said "^cuFFT reports version $number, lazynccl reports $((number / 1000 * 10000 + number % 1000)); found via toolkit: $toolkit/"
