# Shared by the measurements. Each prints rows of four fields, separated by tabs: what, measured,
# target, and "missed" if the target is missed. ./dev bench shows them; tests compare exact values.
$CC -O2 "$SOURCE/tests/bench/runs.c" -o runs

# row WHAT MEASURED [TARGET CONDITION...]: CONDITION is a command that succeeds if the target is
# met.
row()
{
    what=$1 measured=$2 target=${3-}
    shift $(($# < 3 ? $# : 3))
    missed=
    [ $# = 0 ] || "$@" || missed=missed
    printf '%s\t%s\t%s\t%s\n' "$what" "$measured" "$target" "$missed"
}

# collected COMMAND...: prints the instructions that callgrind collects; options may come first.
collected()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'
}

# below NUMBER LIMIT: compares numbers, with fractions.
below()
{
    [ "$(echo "$1 $2" | awk '{ print ($1 <= $2) }')" = 1 ]
}
