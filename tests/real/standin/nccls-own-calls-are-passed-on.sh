# If a program is linked with -lnccl, the stand-in is in its global scope and NCCL binds its own
# calls of public functions to it: they return to NCCL, and the program's output is unchanged.
. "$SOURCE/tests/real/support/standin.sh"
for row in 'nvidia-nccl-cu12-2.18.1 1' 'nvidia-nccl-cu13-2.28.9 15' 'nvidia-nccl-cu13-2.32.3 15'; do
    release=${row% *} least=${row#* }
    need_release $release
    eager nccl-job.c job $release
    run ./job >expected || fail "$(cat expected)"
    LD_DEBUG=bindings LD_DEBUG_OUTPUT="$stage/bindings" lazily ./job >got || fail "$(cat got)"
    equal "$(cat got)" "$(cat expected)"
    # NCCL's own symbols that it binds to the stand-in
    cat bindings.* | grep "binding file $(lib $release)/libnccl.so.2 .* to .*/cache/lazynccl/" |
        sed -n "s/.*symbol .\(p*nccl[A-Za-z0-9]*\)'.*/\1/p" | sort -u >own
    [ "$(wc -l <own)" -ge "$least" ] || fail "$release calls only: $(cat own)"
    echo "$release: $(wc -l <own) of its own functions"
    rm bindings.* job
done
