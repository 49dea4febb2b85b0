# docs/examples/vendored-make: a plain Makefile builds a vendored copy.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/example.sh"
need make

cd examples/vendored-make
vendor lazynccl nccl
make CC="$CC" CFLAGS="-O2 -Wall -Wextra -Werror $CFLAGS" >make.log 2>&1 || fail "$(cat make.log)"
works ./app
