# `lazynccl plugin inspect --call` starts a plugin in a child, and shows its devices and its log.
. "$SOURCE/tests/tool/shared.sh"
mkdir nccl
fake_library nccl 2.32.3 nccl

# calls STATUS COMPILER-OPTION...: inspects a plugin built with these options.
calls()
{
    wanted=$1 status=0
    shift
    net_plugin plugin.so "$@"
    env -i PATH=/nowhere LAZYNCCL_LIBPATH="$stage/nccl" "$TOOL" plugin inspect plugin.so --call >said 2>err || status=$?
    equal "$status $(cat err)" "$wanted "
    env -i PATH=/nowhere LAZYNCCL_LIBPATH="$stage/nccl" \
        "$TOOL" plugin inspect plugin.so --call --json >json || true
}
calls 0
says said '^called    v12: Test$'
says said '^device 0  name test0, pointers host, guid 0x0, speed 10000, port 0, latency_ns$'
says said '^          2500, maxComms 1024, maxRecvs 8, netDeviceType 0, regIsGlobal 0,$'
says said '^          maxP2pBytes 1073741824, maxCollBytes 1073741824$'
[ "$(grep -E '^(device|  )' said | wc -L)" -le 80 ] || fail "$(cat said)"
says said '^device 1  name test1, '
says said '^log       NET/Test : ready$'
in_json json 'call = said["call"]
assert call["version"] == 12 and call["name"] == call["name_before_init"] == "Test", call
assert call["devices"][1]["name"] == "test1" and call["devices"][1]["maxRecvs"] == 8, call
assert call["devices"][0]["pciPath"] is None and call["log"] == ["NET/Test : ready"], call'

calls 0 -DVERSION=8 '-DIN_PROPERTIES=is->ptrSupport |= PTR_CUDA' \
    '-DIN_INIT=TABLE.name = "Renamed"'
says said '^called    v8: before init Test, after it Renamed$'
says said '^device 0  name test0, pointers host cuda, '
says_not said maxP2pBytes # v9

# If init does not return, this is reported with the log.
calls 1 '-DIN_INIT=raise(SIGABRT)'
says said '^called    v12$'
says said '^ +v12, init: it crashed \(Aborted\)$'
says said '^log       NET/Test : ready$'
in_json json 'call = said["call"]
assert call["devices"] == [] and call["name"] is None and call["log"], call'

# A plugin may log without end, or log control characters.
calls 0 '-DIN_INIT=for (int i = 0; i < 100000; i++) log(3, 16, "", 0, "\33[31m%1000d", i)'
says said '^log +NET/Test'
says_not said "$(printf '\033')"
says said '^          \\x1b\[31m'

# A plugin may allocate without end.
calls 1 '-DIN_INIT=for (int i = 0; i < 1 << 16; i++) if (!malloc(1 << 20)) return 3'
says said '^ +v12, init: it returns 3 \(internal error\)$'

# the chosen version
two_versions both.so
"$TOOL" plugin inspect both.so --call --no-python 2>err >said && fail "misuse"
says err 'called on this machine'
export LAZYNCCL_LIBPATH="$stage/nccl"
"$TOOL" plugin inspect both.so --call >said
says said '^called    v12: Test$'
"$TOOL" plugin inspect both.so --call --interface 8 >said
says said '^called    v8: Test$'
