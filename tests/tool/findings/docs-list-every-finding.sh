# docs/findings.md matches the registry; `./dev findings` writes it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$TOOL" doctor --list --json | "$PYTHON" "$SOURCE/gen" findings >made
cmp made "$SOURCE/docs/findings.md" || fail "docs/findings.md is not up to date: ./dev findings"
