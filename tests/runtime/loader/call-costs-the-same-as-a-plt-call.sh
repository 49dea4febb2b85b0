# A call takes as many instructions as a PLT call, for every signature; the shared library adds one.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need valgrind
case $(uname -m) in
x86_64) ;;
*) skip "x86-64 only" ;;
esac

sh "$SOURCE/tests/bench/call.sh" >rows
[ "$(wc -l <rows)" = 10 ] || fail "rows: $(cat rows)"
says_not rows 'missed$'
