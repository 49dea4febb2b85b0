# For tests that give explain what fails; sourced after command.sh.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# fails COMMAND...: without the machine's loader cache; all that it says is in the file `message`
fails()
{
    ! run "$@" >message 2>&1 || fail "does not fail: $*"
}

# because STATUS ID TEXT [ARGUMENT...]: what explain says of it
because()
{
    wanted=$1 id=$2 text=$3 status=0
    shift 3
    env PATH=/venv/bin $environment "$TOOL" explain -p "$@" <message >said 2>&1 || status=$?
    equal "$status, for $(cat message)" "$wanted, for $(cat message)"
    says said "$id.*$text"
}
