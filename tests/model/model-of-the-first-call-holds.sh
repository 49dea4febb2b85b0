# In every order of steps of the two models, slots are written once, a success never changes, no freed
# outcome is used, nothing that was opened after lazynccl_freeze() is published, nothing leaks, and
# each call returns. Every statement of the models is reached.
. "$SOURCE/tests/model/explore.sh"
need spin

for name in first-call shared-pages; do
    explore "$name" safety
    grep -q ', errors: 0$' report || explain "$name"
    states=$(sed -n 's/ *\([^ ]*\) states, stored.*/\1/p' report)
    [ "${states%%[.e]*}" -gt 100000 ] || fail "$name has only $states states"
    unreached=$(sed -n '/^unreached in/,/^$/{/^unreached in/d; /(0 of/d; /^$/d; p;}' report)
    equal "$unreached" ''
    echo "$name: $states states"

    explore "$name" progress
    grep -q ', errors: 0$' report || explain "$name"
done
