# Each pattern in the table of wordings is in a line of a case.

"$JUDGE" cases "$SOURCE"/tests/tool/explain/cases/*.txt
