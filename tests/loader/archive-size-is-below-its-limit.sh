# What the archive adds to a stripped program stays below what was promised, for all three libraries
# and for NCCL alone.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need size strip

sh "$SOURCE/tests/bench/size.sh" >rows
[ "$(wc -l <rows)" = 2 ] || fail "rows: $(cat rows)"
says_not rows 'missed$'
