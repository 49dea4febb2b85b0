# Once the library is open, a call takes as many instructions as one through the PLT, whatever its
# signature, 128 bytes by value included; through the shared form one more.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need valgrind
case $(uname -m) in
x86_64) ;;
*) skip "counted for x86-64 only" ;;
esac

sh "$SOURCE/tests/bench/call.sh" >rows
[ "$(wc -l <rows)" = 10 ] || fail "rows: $(cat rows)"
says_not rows 'missed$'
