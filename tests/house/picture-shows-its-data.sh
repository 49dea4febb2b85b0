#!/bin/sh
# README's picture is what the generator draws from the figures beside it, and README's claim holds
# for these figures.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

pictures=$SOURCE/docs/pictures
"$PYTHON" "$SOURCE/gen" picture "$pictures/stack.json" drawn.svg
cmp drawn.svg "$pictures/stack.svg" ||
    fail "docs/pictures/stack.svg is not of stack.json: python3 gen picture DATA OUTPUT makes it"
says "$SOURCE/README.md" 'docs/pictures/stack.svg'
"$PYTHON" -c '
import json, sys
data = json.load(open(sys.argv[1], encoding="utf-8"))
for key in ("resident", "installed"):
    share = data["after"][key] / data["before"][key]
    assert 0.3 < share < 0.55, f"{key}: {share:.2f} is not half"
' "$pictures/stack.json" || fail "README says: half"
