# LAZYNCCL_NET_RECORD records NCCL's calls, and `lazynccl plugin check --replay` replays them, in
# every version. If the recording fails, the reason is logged and the job continues.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"
need_tool
export NCCL_SOCKET_IFNAME=lo
tcp tcp.so

# replays FILE OPTION...: replays the recording without findings.
replays()
{
    recording=$1
    shift
    "$TOOL" plugin check tcp.so --replay "$recording" "$@" >said 2>&1 || fail "$(cat said)"
    says_not said '^replay .*(no|\?)'
}

# calls FILE: lists them in `calls`.
calls()
{
    "$PYTHON" "$here/fake/recording.py" "$1" >calls
}

# six threads, ten communicators each
for real in 8 11; do
    tcp tcp-v$real.so $real
    for version in 8 12; do
        caller race $version race
        rm -f recording.*
        LAZYNCCL_NET_PLUGIN=$PWD/tcp-v$real.so LAZYNCCL_NET_RECORD=$PWD/recording.%p ./race "$lazy" \
            >said 2>&1 || fail "$(cat said)"
        says_not said WARN
        calls recording.*
        says calls "^caller $real plugin 12$" # the kit, in the plugin, records
        for kind in listen connect accept closeSend closeRecv closeListen; do
            equal "$kind $(grep -c "^$kind " calls)" "$kind 60"
        done
        [ $real$version != 1112 ] || equal "$(grep -c '^init' calls)" 60
        says calls '^isend comm [0-9]+ tag [0-9]+ size 100 0/1 thread [1-6]$'
        equal "$(sed -n 's/.* thread //p' calls | sort -u | wc -l)" 6
        replays recording.* --interface $real
        says said '^replay +ok  [0-9]+ sends, [0-9]+ receives, [0-9]+ bytes, 120 connections$'
    done
done
replays recording.*
says said '^replay {7}(   ok){9}$'

# The recording has several messages in one irecv, and messages smaller than their buffers.
rm -f recording.*
LAZYNCCL_NET_PLUGIN=$PWD/tcp.so LAZYNCCL_NET_RECORD=$PWD/recording.%p "$TOOL" plugin check "$lazy" \
    --interface 12 >said 2>&1 || fail "$(cat said)"
for recording in recording.*; do
    calls "$recording"
    ! grep -q '^irecv' calls || replays "$recording" --interface 12
    ! grep -q '^done .* size 135 1/2 ' calls || grouped=$recording
    ! grep -q '^isend .* size 65537 0/1 ' calls || long=$recording
done
replays "$grouped"
says said '^replay {11}-(   ok){8}$'
says said '^ {15}v4: it receives 8 messages at once; v5, '

# misbehaves RECORDING OPTION LINE: the replay reports the fault of a wrong plugin.
misbehaves()
{
    recording=$1
    shift
    $CC -w -shared -fPIC -pthread -I"$BUILD/src/netplugin" "$1" "$SOURCE/tests/netplugin/check/plugin.c" \
        -o fault.so
    "$TOOL" plugin check fault.so --seconds 2 --replay "$recording" >said 2>&1 && fail "$1: $(cat said)"
    says said "$2"
}
misbehaves "$long" -DFAULT_DATA '^ +v12, replay, call [0-9]+ of [0-9]+: .*byte [0-9]+ of [0-9]+ is wrong$'
misbehaves "$grouped" -DFAULT_TAGS '^error\[LN323\] '
misbehaves "$grouped" -DFAULT_NEVER '^ +v12, replay, call [0-9]+ of [0-9]+: .*after 2 s '

# refused FILE LINE: nothing is recorded to this file, and the log says why.
refused()
{
    LAZYNCCL_NET_RECORD=$1 asks 12 open init transfer
    says said "^WARN $2"
    says said '^transfer: 0$'
}
fake_plugin 12 plugin.so
touch here
refused "$PWD/here" "nothing is recorded: $PWD/here: File exists; %p in the name is the process's number$"
refused "$PWD/nowhere/file" "nothing is recorded: $PWD/nowhere/file: No such file or directory$"
equal "$(cat here)" ''
# If the file cannot grow, it ends after its first piece and is valid.
$CC $compiles -fPIC -shared -fvisibility=hidden "$here/fake/idle.c" -o idle.so
caller cost 12 cost
(
    ulimit -f 2048
    LAZYNCCL_NET_PLUGIN=$PWD/idle.so LAZYNCCL_NET_RECORD=$PWD/large ./cost "$lazy" 100000 >said 2>&1
)
calls large
equal "$(wc -l <calls) $(stat -c %s large)" "32767 1048576"
"$TOOL" plugin check tcp.so --interface 12 --replay large --seconds 60 >said || fail "$(cat said)"
ulimit -f 100
refused "$PWD/full" "the recording $PWD/full ends: File too large$"
