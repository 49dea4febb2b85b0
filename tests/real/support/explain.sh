# Shared by the tests of explain on real failures.

# fails COMMAND...: runs it without the machine's loader cache, with its output in `message`.
fails()
{
    ! run "$@" >message 2>&1 || fail "does not fail: $*"
}

# explained_as STATUS ID TEXT [ARGUMENT...]: explain gives this finding for it.
explained_as()
{
    wanted=$1 id=$2 text=$3 status=0
    shift 3
    env PATH=/venv/bin $environment "$TOOL" explain -p "$@" <message >said 2>&1 || status=$?
    equal "$status, for $(cat message)" "$wanted, for $(cat message)"
    says said "$id.*$text"
}
