# Shared by the tests of builds that generate a loader: the examples, and lazynccl.pyz.
. "$SOURCE/tests/variants/example.sh"
tomli=$("$PYTHON" -c 'import sys; print(sys.prefix)')/tomli
[ -e "$tomli/tomli" ] || skip "tomli is not in build/venv: run ./dev setup"
"$PYTHON" -B "$SOURCE/packaging/wheel/generator.py" "$tomli" made >packed
pyz=$stage/made/lazynccl.pyz

# generates_once PYZ GENERATED COMMAND...: the build has run the generator; the command, which builds
# again, does so only if PYZ has changed.
generates_once()
{
    input=$1 output=$2
    shift 2
    first=$(stat -c %y "$output")
    "$@" >again.log 2>&1 || fail "$(cat again.log)"
    equal "$(stat -c %y "$output")" "$first"
    sleep 0.1
    touch "$input"
    "$@" >again.log 2>&1 || fail "$(cat again.log)"
    [ "$(stat -c %y "$output")" != "$first" ] || fail "the generator does not run for a new $input"
    says_not "$output" ncclAllReduce
}
