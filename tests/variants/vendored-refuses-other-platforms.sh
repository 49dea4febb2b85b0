# Without Linux, or as C++, the first compiler error of a vendored copy says so.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/vendored.sh"

vendor copy nccl
! $CC -U__linux__ -c copy/lazynccl.c -o lazynccl.o 2>error || fail "compiled without an error"
equal "$(grep -m 1 'error:' error | sed 's/.*error: *//')" \
    '#error "lazynccl is for Linux, on x86-64, aarch64, riscv64, i386, armhf, ppc64le or s390x"'

# It does not compile as C++, and one error says so.
! g++ -c copy/lazynccl.c -o lazynccl.o 2>error || fail "compiled as C++"
equal "$(grep -c 'error:' error)" 1
says error '#error "this file is C: compile it as C, in CMake with project'
