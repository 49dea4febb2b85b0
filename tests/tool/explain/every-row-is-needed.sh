# For each row in the table of messages, a case has another answer without this row.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" without "$SOURCE"/tests/tool/explain/cases/*.txt
