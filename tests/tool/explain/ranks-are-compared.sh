# From the output of all ranks of a job, explain reports which rank differs, which never joined, and
# which warned first. The logs are from PyTorch 2.11 with NCCL 2.28.9 on two GPUs; rank 1 had each
# fault.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

logs=$SOURCE/tests/tool/explain/logs

# shows STATUS LOG TEXT...: the explanation contains these texts.
shows()
{
    expected=$1 log=$2 status=0
    shift 2
    "$TOOL" explain "$logs/$log.log" --no-python >out 2>err || status=$?
    equal "$log $status $(cat err)" "$log $expected "
    for text; do
        grep -qF -- "$text" out || fail "$log: no '$text' in: $(cat out)"
    done
}

for log in healthy hosts shm; do
    shows 0 $log 'no known problem of NCCL' 'processes      2 on 1 host, 2 ranks, NCCL 2.28.9+cuda13.0'
    ! grep -qE 'differs|never|warning|fell back' out || fail "$log: $(cat out)"
done
shows 0 hosts 'leave their host for one another: NET/Socket' 'NET/Socket for 2 pairs of ranks'
shows 0 shm 'SHM for 2 pairs of ranks'
shows 1 buff LN703 'NCCL_BUFFSIZE: not set on rank 0; 1048576 on rank 1'
shows 1 proto LN703 'NCCL_PROTO: not set on rank 0; LL on rank 1'
shows 1 plugin LN301 'NCCL_NET_PLUGIN: not set on rank 0; nosuch on rank 1'
shows 1 ifname 'first warning  line 14, process 995 on vm: Bootstrap : no socket interface found' \
    'never joined   rank 1 of communicator'
shows 1 net LN202 'Failed to initialize any NET plugin' 'never joined   rank 1 of communicator'
equal "$(tail -n 1 out)" 'The output of the ranks shows the fault.' # as the status says
shows 1 dup 'first warning  line 40, rank 1 on vm: Duplicate GPU' 'not ready      ranks 0-1 of'
shows 1 absent LN713 'never joined   rank 1 of communicator'
shows 1 oom cudaErrorMemoryAllocation "line 16, process 1468 on vm: Cuda failure 'out of memory'"
shows 1 shmfull 'first warning  line 77, rank 0 on vm: Error: failed to extend /dev/shm/'

# A warning of healthy runs without libibverbs is no fault.
sed 's,\] NCCL INFO NET/IB : No.*,] misc/ibvwrap.cc:173 NCCL WARN lib wrapper not initialized.,' \
    "$logs/healthy.log" >wrapper.log
says wrapper.log 'NCCL WARN lib wrapper'
"$TOOL" explain wrapper.log --no-python >out
says out '^no known problem of NCCL'

# Several files are one job, with any launcher's prefix.
grep -v '\[1\] ' "$logs/buff.log" >first.log
grep '\[1\] ' "$logs/buff.log" >second.log
for prefix in '' '[15]' '[1,1]<stdout>:' '1: ' '[rank1]: ' '[2026-11-22 04:56:32] ' 'worker-1 | ' \
    '(Worker pid=7046) ' '2024-11-28T07:42:11.528Z '; do
    sed "s/^/$prefix/" second.log >with.log
    "$TOOL" explain first.log with.log --no-python >out || [ $? = 1 ]
    says out 'NCCL_BUFFSIZE: not set on rank 0; 1048576 on rank 1$'
    says out '^  processes      2 on 1 host'
done

# Up to 2.2 NCCL does not name itself.
sed 's/ NCCL INFO / INFO /' "$logs/healthy.log" >unnamed.log
"$TOOL" explain unnamed.log --no-python >out
says out '^no known problem of NCCL'
says out '^  processes      2 on 1 host'

# A network that only some ranks have, and why.
sed 's/^vm:\([0-9]*\):\([0-9]*\) \[1\]/other:\1:\2 [1]/; /\[0\] NCCL INFO NET\/IB : No/d
    s/\(\[0\] NCCL INFO Using network\) Socket/\1 IB/' "$logs/healthy.log" >mixed.log
"$TOOL" explain mixed.log --no-python >out || [ $? = 1 ]
says out 'differs        the network: IB on rank 0; Socket on rank 1$'
says out 'fell back      1 of 3 processes use sockets, such as rank 1 on other: NET/IB : No device found'
"$TOOL" explain mixed.log --no-python --json >json || [ $? = 1 ]
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert said["means"].startswith("ranks differ") and said["looked_for"] == ["LN703"], said
assert {"fell back", "differs", "processes"} <= {note["topic"] for note in said["ranks"]}, said'

# Each host gets a separate explanation, with the rules that need only its settings.
two_hosts()
{
    sed 's/\bvm:\([0-9]*\):\([0-9]*\) \[1\]/gpu-2:\1:\2 [1]/; s/\bvm:/gpu-1:/' "$logs/$1.log"
}
two_hosts proto | sed 's/NCCL_PROTO set by environment to LL/NCCL_NET set by environment to /
    s/cudaDriverVersion [0-9]*/cudaDriverVersion 12080/' >settings.log
"$TOOL" explain settings.log --no-python >out || [ $? = 1 ]
says out 'NCCL_NET: not set on rank 0; empty on rank 1$'
says out '^  on host        gpu-2: LN202 NCCL_NET is set but empty: every communicator fails$'
says out "^  on host        gpu-1, gpu-2: LN106 the driver is too old for NCCL's CUDA\$"
two_hosts healthy >well.log
"$TOOL" explain well.log --no-python >out
! grep -q 'on host' out || fail "$(cat out)"

# An excerpt also lacks ranks. A rank that never joined is reported only if the log shows an end.
grep ' Init START$' "$logs/healthy.log" | head -n 1 >excerpt.log
"$TOOL" explain excerpt.log --no-python >out
says out '^  not shown '
says_not out 'LN713'
echo 'Traceback (most recent call last):' >>excerpt.log
"$TOOL" explain excerpt.log --no-python >out || [ $? = 1 ]
says out 'LN713'
grep -m 1 ' nRanks ' "$logs/healthy.log" >>excerpt.log # printed when all have joined
sed -i "s/^[^ ]*\( \[.\] NCCL INFO comm .* nRanks \)/$(head -n 1 excerpt.log | sed 's/ .*//')\1/" excerpt.log
"$TOOL" explain excerpt.log --no-python >out
says_not out 'LN713'
