# Explores a model with spin. Sourced after tests/stage.sh.

# explore MODEL safety|progress [-DFAULT]: writes spin's report to the file `report`.
explore()
{
    model=$SOURCE/tests/model/$1.pml
    case $2 in
    safety) with=-DSAFETY option= ;;
    progress) with=-DNP option=-l ;; # a cycle without progress
    esac
    spin ${3-} -a "$model" >generated || fail "spin cannot read $model: $(cat generated)"
    $CC -O2 -w -DCOLLAPSE -DMEMLIM=2048 $with -o pan pan.c || fail "the verifier of $1 cannot be compiled"
    ./pan -m10000 $option >report || fail "the verifier of $1 ended with $?"
    if [ -z "${3-}" ] && grep -qE 'Search not completed|too small' report; then
        explain "$1"
    fi
}

# explain MODEL: fails, and prints the steps that lead to the fault.
explain()
{
    grep -E '^pan:1' report >&2
    cp "$SOURCE/tests/model/$1.pml" .
    [ ! -e "$1.pml.trail" ] || spin -p -k "$1.pml.trail" "$1.pml" >&2 || true
    fail "spin finds a fault in tests/model/$1.pml, or did not finish: see above"
}
