# What NCCL looks up in libnccl-net-lazy.so of GIN, RMA and environment plugins is the real plugin's
# own table of the same version. A version that the real plugin lacks is not found, so that NCCL
# goes on to an older one. The tables are those of aws-ofi-nccl 1.21: GIN v11, v13 and v14, RMA v14
# and v15.
for table in GinPlugin_v11 GinPlugin_v13 GinPlugin_v14 RmaPlugin_v14 RmaPlugin_v15 EnvPlugin_v2; do
    echo "struct { const char *name; } nccl$table __attribute__((visibility(\"default\"))) =
        {\"real $table\"};"
done >tables.c
fake_plugin 8 plugin.so tables.c
$CC $compiles -I"$BUILD/src/netplugin" "$here/fake/look-up.c" -o look-up -ldl

# looks_up WHAT...: with the output in `said`.
looks_up()
{
    LAZYNCCL_NET_PLUGIN=$plugin ./look-up "$lazy" "$@" >said 2>&1
}

# NCCL 2.32.3 and 2.30.7 call the network's init first.
looks_up init ncclGinPlugin_v14 ncclGinPlugin_v13 ncclRmaPlugin_v16 ncclRmaPlugin_v15
equal "$(sed 1d said)" 'init: 0
ncclGinPlugin_v14: real GinPlugin_v14
ncclGinPlugin_v13: real GinPlugin_v13
ncclRmaPlugin_v16: none
ncclRmaPlugin_v15: real RmaPlugin_v15'

# NCCL 2.28.7 to 2.29.3 look GIN up before, and all releases their environment plugin.
looks_up ncclEnvPlugin_v2 ncclEnvPlugin_v1 ncclGinPlugin_v12 ncclGinPlugin_v11 init
equal "$(grep -v '^INFO' said)" 'ncclEnvPlugin_v2: real EnvPlugin_v2
ncclEnvPlugin_v1: none
ncclGinPlugin_v12: none
ncclGinPlugin_v11: real GinPlugin_v11
init: 0'

# Without a plugin nothing is found, and the network's init says why, with every attempt.
plugin=$PWD/nowhere.so
looks_up ncclGinPlugin_v11 init init
equal "$(grep -v '^WARN' said)" 'ncclGinPlugin_v11: none
init: 2
init: 2'
equal "$(grep -c "^WARN no network plugin: $plugin: " said)" 2
equal "$(grep -c "^WARN env .*$plugin: " said)" 1

# In the init of the real plugin, which holds the network's lock, another thread may look up a
# table.
with_libc >thread.c <<'C'
struct { const char *name; } ncclRmaPlugin_v15 __attribute__((visibility("default"))) = {"real"};

static void *look_up(void *none)
{
    const char *const *table =
        dlsym(dlopen(getenv("LAZY"), RTLD_LAZY | RTLD_NOLOAD), "ncclRmaPlugin_v15");

    printf("thread: %s\n", table ? *table : "none");
    return none;
}

unsigned sleep(unsigned seconds) /* which the fake's init calls */
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, look_up, NULL) == 0)
        pthread_join(thread, NULL);
    return 0;
}
C
plugin=$PWD/threaded.so
fake_plugin 11 threaded.so thread.c
LAZY=$lazy looks_up init
says said '^thread: real$'
says said '^init: 0$'
