# Each pattern in the table of wordings is in a line of a case.
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" cases "$SOURCE"/tests/tool/explain/cases/*.txt
