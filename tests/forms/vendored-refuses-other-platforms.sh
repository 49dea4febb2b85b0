#!/bin/sh
# Without Linux, the first compiler error of a vendored copy says so.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/vendored.sh"

vendor copy nccl
! $CC -U__linux__ -c copy/lazynccl.c -o lazynccl.o 2>error || fail "compiled without an error"
equal "$(grep -m 1 'error:' error | sed 's/.*error: *//')" \
    '#error "lazynccl is for Linux, on x86-64, aarch64 or riscv64"'
