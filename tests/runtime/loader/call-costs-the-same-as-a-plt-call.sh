# A call takes as many instructions as a PLT call, for every signature; the shared library adds one.
need valgrind
case $(uname -m) in
x86_64) ;;
*) skip "x86-64 only" ;;
esac

sh "$SOURCE/tests/stage.sh" "$SOURCE/tests/bench/call.sh" >rows
is_brief || equal "$(wc -l <rows)" 10
says rows '^call, 128 bytes by value: shared'
says_not rows 'missed$'
