# From the output of all ranks of a job, explain reports how the ranks differ, and which never joined a
# communicator. The logs are from PyTorch 2.11 with NCCL 2.28.9 on two GPUs; rank 1 had each fault.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

logs=$SOURCE/tests/tool/explain/logs

# explained STATUS FILE... -- TEXT...: the explanation has this status and contains these texts.
explained()
{
    expected=$1 status=0
    shift
    given=
    while [ "$1" != -- ]; do
        given="$given $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    "$TOOL" explain $given --no-python >out 2>err || status=$?
    equal "$given $status $(cat err)" "$given $expected "
    for text; do
        grep -qF -- "$text" out || fail "$given: no '$text' in: $(cat out)"
    done
}
cp "$logs"/*.log .
healthy='no known problem of NCCL'

explained 0 healthy.log -- "$healthy" 'processes      2'
! grep -qE 'differs|never|not ' out || fail "$(cat out)"
explained 1 proto.log -- '[LN703]' 'differs        NCCL_PROTO: LL on rank 1; not set on 1 of 2'
explained 1 plugin.log -- '[LN301]' 'NCCL_NET_PLUGIN: nosuch on rank 1; not set on 1 of 2' \
    'The output of the ranks shows the fault.' # as the status says
explained 1 net.log -- '[LN202]' 'never joined   rank 1 of communicator 0xd34f06a4b4ddbe76 (2 ranks)'
explained 1 absent.log -- '[LN713]' 'never joined   rank 1 of communicator' 'Do: lazynccl run --trace'

# rank_1 TEXT...: a healthy log in which rank 1 printed these texts, each in place of the one before it.
rank_1()
{
    cp healthy.log changed.log
    while [ $# -gt 0 ]; do
        sed -i "/^vm:628:/s,$1,$2," changed.log
        shift 2
    done
}
rank_1 'version 2.28.9' 'version 2.27.7'
explained 1 changed.log -- '[LN703]' 'NCCL: 2.27.7+cuda13.0 on rank 1; 2.28.9+cuda13.0 on rank 0'
sed -i 's/^vm:628:/gpu-03:628:/' changed.log # of a job on several hosts, the host is named
explained 1 changed.log -- 'NCCL: 2.27.7+cuda13.0 on rank 1 (gpu-03); 2.28.9+cuda13.0 on rank 0 (vm)'
rank_1 'network Socket' 'network IB'
explained 1 changed.log -- '[LN703]' 'network: IB on rank 1; Socket on rank 0'
rank_1 'NET/Plugin: Could not.*' 'NET/Plugin: Loaded net plugin AWS Libfabric (v8)'
explained 1 changed.log -- '[LN703]' 'network plugin: AWS Libfabric (v8) on rank 1; not set on 1 of 2'
rank_1 'TUNER/Plugin: Could not.*' 'TUNER/Plugin: Using Libfabric (v4)'
explained 1 changed.log -- '[LN703]' 'tuner plugin: Libfabric (v4) on rank 1; not set on 1 of 2'
rank_1 'NCCL_NVLS_ENABLE set by environment to 0' 'NCCL_NVLS_ENABLE set by environment to '
explained 1 changed.log -- '[LN703]' 'NCCL_NVLS_ENABLE: empty on rank 1; 0 on rank 0'
rank_1 'NCCL_NVLS_ENABLE set by environment to 0' 'NCCL_SOCKET_IFNAME set by environment to eth1' \
    x x # unlike hosts need unlike interfaces
sed -i '/NCCL_NVLS_ENABLE/s/.*/vm:627:627 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0/' changed.log
explained 0 changed.log -- "$healthy" 'NCCL_SOCKET_IFNAME: eth0 on rank 0; eth1 on rank 1'

# A rank that ended early prints fewer settings, which is no difference.
sed '/^vm:628:.*\(NVLS\|nRanks\|COMPLETE\)/d' healthy.log >early.log
explained 1 early.log -- '[LN713]' 'not ready      1 of communicator 0x585042329ca5a30e (2 ranks), such as rank 1: rank 1 of the job, process 628 on vm'
says_not out differs

# Up to 2.23 only ranks 0 print the release, without a name.
{
    sed '/NCCL version/d' healthy.log
    printf 'NCCL version %s+cuda12.1\n' 2.18.1 2.19.3
} >plain.log
explained 1 plain.log -- '[LN703]' 'NCCL: 2.18.1+cuda12.1 on rank unknown; 2.19.3+cuda12.1 on rank unknown'

# Which file lazynccl loads: the rank is that of the lines with the same launcher's prefix, or in the
# same file. Several files and folders are one job.
for rank in 0 1; do
    {
        echo "lazynccl: nccl: wheel       /env$rank/libnccl.so.2: taken"
        grep "^vm:62$((rank + 7)):" healthy.log
    } >rank$rank.log
done
files='libnccl: /env0/libnccl.so.2 on rank 0; /env1/libnccl.so.2 on rank 1'
explained 1 rank0.log rank1.log -- '[LN703]' "$files"
mkdir -p folder/below
cp rank0.log rank1.log folder
cp proto.log folder/below
mkfifo folder/pipe
explained 1 folder -- '[LN703]' "$files"
says_not out NCCL_PROTO # of a folder below
explained 1 rank0.log folder/rank1.log -- "$files"
for prefix in '[1,%d]<stdout>:' '%d: ' '[rank%d]: ' 'worker-%d | ' '(Worker pid=%d) ' '[%d]'; do
    for rank in 0 1; do
        # shellcheck disable=SC2059
        sed "s/^/$(printf "$prefix" $rank)/" rank$rank.log
    done >prefixed.log
    explained 1 prefixed.log -- "$files"
done
sort -s -t' ' -k2,2r rank0.log rank1.log >mixed.log # nothing shows whose lines they are
explained 1 mixed.log -- 'libnccl: /env0/libnccl.so.2 on rank unknown; /env1/libnccl.so.2 on rank unknown'
sed 's,/env1,/env0,' mixed.log >same.log
explained 0 same.log -- "$healthy"

# What cannot be read is named. The rest is explained, but the status tells that it is a part.
cp "$TOOL" folder/binary
status=0
"$TOOL" explain "$TOOL" folder --no-python >out 2>err || status=$?
equal "$status $(cat err)" "2 lazynccl explain: $TOOL: is not text
lazynccl explain: folder/binary: is not text"
says out "$files"

# An excerpt also lacks ranks. A rank that never joined is reported only if the log shows an end.
grep ' Init START$' healthy.log | head -n 1 >excerpt.log
explained 0 excerpt.log -- "$healthy" 'not shown      rank 1 of communicator'
echo 'Traceback (most recent call last):' >>excerpt.log
explained 1 excerpt.log -- '[LN713]' 'never joined   rank 1'
grep -m 1 '^vm:627:.* nRanks ' healthy.log >>excerpt.log # printed when all have joined
explained 0 excerpt.log -- 'not shown'

"$TOOL" explain proto.log --no-python --json >json || [ $? = 1 ]
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert said["looked_for"] == ["LN703"], said
assert [(note["topic"], note["fault"]) for note in said["ranks"]] == [("processes", False), ("differs", True)], said'
