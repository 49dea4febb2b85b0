# The size that the archive adds to a stripped program is below its limit, for NCCL and for all
# three libraries.
need size strip

sh "$SOURCE/tests/stage.sh" "$SOURCE/tests/bench/size.sh" >rows
[ "$(wc -l <rows)" = 4 ] || fail "rows: $(cat rows)"
says_not rows 'missed$'
