# `lazynccl plugin inspect` shows a file's interfaces, which NCCL releases use them, and missing
# dependencies, without running the plugin.
. "$SOURCE/tests/tool/shared.sh"
# inspects STATUS ARGUMENT...: runs it, with output in `said`.
inspects()
{
    wanted=$1 status=0
    shift
    env -i PATH=/nowhere LAZYNCCL_LIBPATH="$stage/nccl" "$TOOL" plugin inspect "$@" >said 2>err || status=$?
    equal "$status $(cat err)" "$wanted "
}
plugin_needs=
mkdir nccl
fake_library nccl 2.24.3 nccl

# every interface, with a constructor that must not run
echo '__attribute__((constructor)) static void run(void) { __builtin_trap(); }' >trap.c
$CC -c -fPIC trap.c
plugin_needs=trap.o
plugin all.so ncclNetPlugin_v4 ncclNetPlugin_v5 ncclCollNetPlugin_v8 ncclTunerPlugin_v1 \
    ncclTunerPlugin_v3 ncclProfiler_v7 ncclEnvPlugin_v1 ncclGinPlugin_v11 ncclRmaPlugin_v14 \
    ncclNetPlugin_v99 ncclNetPlugin_vX
inspects 0 all.so
says said "^file      $stage/all\.so$"
for line in 'net       v4, v5' 'for NCCL 2\.8\.3 to 2\.25\.1' \
    'older releases silently fall back to built-in networks' \
    'collnet   v8' 'for NCCL 2\.20\.3 and later' \
    'tuner     v1, v3' 'for NCCL 2\.19\.1 to 2\.20\.5, 2\.22\.3 and later' \
    'profiler  v7' 'for NCCL 2\.31\.2 and later' 'env       v1' 'for NCCL 2\.28\.7 and later' \
    'gin       v11' 'for NCCL 2\.28\.7 to 2\.30\.4' 'rma       v14' 'for NCCL 2\.30\.7 and later'; do
    says said "^ *$line$"
done
inspects 0 all.so --json
in_json said 'kinds = {row["kind"]: row for row in said["interfaces"]}
assert kinds["net"]["versions"] == [4, 5], kinds
assert kinds["net"]["nccl"] == [{"first": "2.8.3", "last": "2.25.1"}], kinds
assert kinds["rma"]["nccl"] == [{"first": "2.30.7", "last": None}], kinds
assert said["needed"] == [] and said["findings"] == [], said'

# the NCCL of this machine
plugin_needs=
plugin net.so ncclNetPlugin_v7 ncclNetPlugin_v11 ncclNetPlugin_v12
fake_library nccl 2.28.9 nccl
LAZYNCCL_LIBPATH=$stage/nccl "$TOOL" plugin inspect net.so --no-python >said
says said '^here      NCCL 2\.28\.9 takes net v11$'
fake_library nccl 2.17.1 nccl
LAZYNCCL_LIBPATH=$stage/nccl "$TOOL" plugin inspect net.so --no-python >said && fail "$(cat said)"
says said '^here      NCCL 2\.17\.1 takes none of net$'
says said '^warning\[LN303\] NCCL 2\.17\.1 supports none of net\.so.s interfaces$'
says said '^ +it exports ncclNetPlugin v7, v11, v12; NCCL supports v4, v5, v6$'
says said '^ +libnccl-net-lazy\.so converts between them$'
says said "^ +help: NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=$stage/net\.so\$"

fake_library nccl 2.28.9 nccl
plugin tuner.so ncclTunerPlugin_v6 ncclProfiler_v5
inspects 0 tuner.so
says said '^here      NCCL 2\.28\.9 takes none of tuner, profiler v5$'
plugin tuner.so ncclTunerPlugin_v6
inspects 1 tuner.so
says said '^ +it exports ncclTunerPlugin v6; NCCL supports v2, v3, v4, v5$'

# Its dependencies: one found by its RUNPATH, one too old, and one missing.
mkdir lib
echo 'FABRIC_1.0 { global: one; };' >old.map
echo 'FABRIC_1.0 { global: one; }; FABRIC_1.9 { global: two; } FABRIC_1.0;' >new.map
echo 'int one(void) { return 1; } int two(void) { return 2; }' >fabric.c
for version in old new; do
    $CC -shared -fPIC -nostdlib fabric.c -o $version.so -Wl,-soname,libfabric.so.1 \
        -Wl,--version-script,$version.map
done
cp new.so lib/libfabric.so.1
echo 'int none(void) { return 0; }' | $CC -shared -fPIC -x c - -o gone.so -Wl,-soname,libgone.so.1
echo 'int two(void); int (*ncclNetPlugin_v11[22])(void) = {two};' >ofi.c
echo 'int none(void), puts(const char *); int (*wants[2])() = {none, puts};' >more.c
$CC -shared -fPIC -nostdlib ofi.c more.c ./new.so -o ofi.so \
    -Wl,--enable-new-dtags,-rpath,'$ORIGIN/lib' -Wl,--unresolved-symbols=ignore-all
inspects 1 ofi.so
says said '^ +undefined symbol none: no library that it needs defines it$'
says_not said 'undefined symbol (two|puts)'
says said '^ +help: as its author, link it with the library that has them$'
LD_PRELOAD=$stage/gone.so "$TOOL" plugin inspect ofi.so --no-python >said || true
says_not said 'LN302'
$CC -shared -fPIC -nostdlib ofi.c ./new.so -o ofi.so -Wl,--enable-new-dtags,-rpath,'$ORIGIN/lib'
inspects 0 ofi.so
says said "^needed    libfabric\.so\.1   $stage/lib/libfabric\.so\.1   RUNPATH$"
cp old.so lib/libfabric.so.1
inspects 1 ofi.so
says said '^warning\[LN302\] ofi\.so'
says said '^ +ofi\.so needs version FABRIC_1\.9 of libfabric\.so\.1, which has none$'
$CC -shared -fPIC -nostdlib ofi.c more.c ./gone.so -o ofi.so -Wl,--unresolved-symbols=ignore-all
inspects 1 ofi.so
says said '^needed    libgone\.so\.1   not found$'
says said '^ +ofi\.so needs libgone\.so\.1, which ld\.so does not find$'
inspects 1 ofi.so --call # not attempted
says_not said '^called'
inspects 1 ofi.so --call --json
in_json said 'assert said["call"] is None, said
assert said["needed"] == [{"soname": "libgone.so.1", "path": None, "from": None}], said
assert [one["id"] for one in said["findings"]] == ["LN302"], said'

# a root is examined without running anything
mkdir -p root/opt root/usr/lib
cp ofi.so root/opt
cp gone.so root/usr/lib/libgone.so.1
inspects 0 /opt/ofi.so --root "$stage/root"
says said '^needed    libgone\.so\.1   /usr/lib/libgone\.so\.1   default$'

# another kind of file
inspects_not()
{
    exits 2 "$TOOL" plugin "$@" >said 2>err
    equal "$(cat said)$(cat err)" "lazynccl plugin: $why"
}
why='trap.o: it exports no version of net, tuner, profiler, env or gin that can be called' inspects_not check trap.o
why='net.so: it exports no v8 of net, tuner, profiler, env or gin that can be called' inspects_not check net.so --interface 8
