# `lazynccl plugin check` tries GIN, whose data it moves if the CPU does this in it, and environment
# plugins.

# gin FILE OPTION...: builds a plugin.
gin()
{
    file=$1
    shift
    $CC $compiles -w -fPIC -shared -fvisibility=hidden -I"$stage/built/src/netplugin" \
        "$here/check/gin.c" -o "$file" "$@"
}

gin gin.so -DVERSION=13
"$TOOL" plugin check gin.so >said || fail "$(cat said)"
says said '^env +v1$'
says said '^variables +ok$'
says said '^gin +v13$'
says said '^puts +ok$'
says said '^NCCL since +2\.30\.3 +gin v13 passed$'
equal "$(tail -n 1 said)" "$no_problems"

gin gin.so -DVERSION=14
"$TOOL" plugin check gin.so >said || fail "$(cat said)"
says said '^gin +v14$'
says said '^puts +-  its data moves by a GPU, or by RMA$'
says said '^env +v2$'

# GIN that needs the network of its file, as aws-ofi-nccl's does
gin network.so -DVERSION=13 -DNETWORK
"$TOOL" plugin check network.so --interface gin >said || fail "$(cat said)"
says said '^NCCL since +2\.30\.3 +gin v13 passed$'
gin network.so -DVERSION=14 -DNETWORK
"$TOOL" plugin check network.so --interface gin >said 2>error || true
says said '^start +ok$'
gin network.so -DVERSION=13 -DNETWORK -DWORSE=NO_NETWORK
"$TOOL" plugin check network.so --interface gin >said && fail "no finding: $(cat said)"
says said '^ +gin v13, start, init of the network: it returns 2 \(system error\)$'

# fails FAULT WORDS: exits with 1 and these words.
fails()
{
    gin fault.so -DVERSION=13 -DWORSE="$1"
    "$TOOL" plugin check fault.so --seconds 2 >said && fail "no finding: $(cat said)"
    says said "$2"
}
fails NO_PROPERTIES '^ +gin v13, start, .*: getProperties is NULL$'
fails NO_TEST "^ +gin v13, puts, getProperties: test is NULL\$"
fails NO_SIGNAL '^ +gin v13, puts, two ranks: after 2 s rank 0 is in test, rank 1 in test$'
fails ODD_BYTE '^ +gin v13, puts, two ranks: byte [0-9]+ of 65536 is wrong in rank 0$'
fails PAST_END '^ +gin v13, puts, two ranks: byte 0 past the end of 65536 is written$'
fails FAILING_PUT '^ +gin v13, puts, two ranks: iput.* returns 3 \(internal error\)$'
fails NO_INIT '^ +env v1, start, the table: init is NULL$'
HOME=/ fails LOST_VALUE '^ +env v1, variables, 1000 look-ups: the value of NCCL_DEBUG changes before it is asked for again$'
