# What the measurements share; each begins with: . "$SOURCE/tests/bench/row.sh"
# A measurement prints rows: what, measured, what is to be reached, and "missed" if it is not; tabs
# between. It is made for people, by ./dev bench; what is exact is a test as well.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

# row WHAT MEASURED [REACH CONDITION...]: CONDITION is a command that tells whether it was reached.
row()
{
    what=$1 measured=$2 reach=${3-}
    shift $(($# < 3 ? $# : 3))
    missed=
    [ $# = 0 ] || "$@" || missed=missed
    printf '%s\t%s\t%s\t%s\n' "$what" "$measured" "$reach" "$missed"
}

# below NUMBER LIMIT: numbers may have a fraction.
below()
{
    [ "$(echo "$1 $2" | awk '{ print ($1 <= $2) }')" = 1 ]
}
