# spin finds each fault that the models contain as a switch, by the assertion that it breaks.
. "$SOURCE/tests/model/explore.sh"
need spin

while read -r name fault assertion; do
    explore "$name" safety "-D$fault"
    grep -F "pan:1: assertion violated" report >violated || fail "spin does not find $fault in $name"
    grep -qF "$assertion" violated || fail "$fault is found as another fault: $(cat violated)"
done <<'END'
first-call PUBLISH_BEFORE_RESOLVE at[known].found
first-call FILL_BY_LOSER !(slot[
first-call FREE_REPLACED at[known].live
shared-pages FILL_AT_ONCE !(slot[
END
count=$(grep -hoE '^#ifdef [A-Z_]+' "$SOURCE"/tests/model/*.pml | sort -u | wc -l)
equal "$count" 4
