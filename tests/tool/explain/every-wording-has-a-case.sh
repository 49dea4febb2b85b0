# Each pattern in the table of wordings is in a line of a case.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" cases "$SOURCE"/tests/tool/explain/cases/*.txt
