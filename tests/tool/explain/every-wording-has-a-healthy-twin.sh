# Each pattern in the table of wordings is ignored in a similar line of NCCL's log that reports no
# failure.

"$JUDGE" twins
