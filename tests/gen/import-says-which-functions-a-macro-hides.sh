# A macro of a function's name hides its declaration: said, with the line, not taken for a removal.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/gen/toy.sh"

sed -i 's/^toyResult_t toyClose.*/#define toyClose(box) toySuccess/' toy/include/toy.h
import 0
cmp before.toml toy.toml
says said "hidden by a macro at $stage/toy/include/toy.h:$(grep -n '#define toyClose' \
    toy/include/toy.h | cut -d: -f1): toyClose"
