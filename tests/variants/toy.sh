# Shared by the tests that compare a small with a full copy of one library; they begin with
# . "$SOURCE/tests/variants/toy.sh"
# SPDX-License-Identifier: Apache-2.0 OR MIT

# toy_copy small|full DECLARATION: vendors libtoy.so.1, which has this function, into that folder.
# The word is also the prefix of the copy. An absent function returns -7.
toy_copy()
{
    cat >"$1.toml" <<TOML
name = "toy"
title = "Toy"
prefix = "$1"
search = "$([ "$1" = small ] && echo soname || echo full)"
sonames = ["libtoy.so.1"]
headers = { "toy.h" = "always" }
[absent]
otherwise = "stop"
[absent.returns]
int = "-7"
[functions]
always = """
$2
"""
TOML
    "$PYTHON" "$SOURCE/gen" vendor "$1.toml" -o "$1"
}
