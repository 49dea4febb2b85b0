# NCCL takes the environment plugin of the network plugin's file through libnccl-net-lazy.so, in the
# newest version that both have, and reads its own variables through it. Needs no GPU.
# usage: ... RELEASE NEWEST-VERSION
. "$SOURCE/tests/netplugin/shared.sh"
release=$1 newest=$2 library=$(lib "$1")/libnccl.so.2
need_release "$release"

$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl

# plugin VERSION...: a network plugin with environment plugins of these versions, which set the
# interface.
plugin()
{
    for version; do
        parameters='uint8_t major, uint8_t minor, uint8_t patch, const char *suffix'
        [ "$version" = 1 ] || parameters="$parameters, lazynccl_net_log log"
        echo "static int init_$version($parameters)
            { return say($version, major, minor, patch); }
            struct env_$version { const char *name; int (*init)($parameters); int (*finalize)(void);
                const char *(*get)(const char *); } ncclEnvPlugin_v$version
            __attribute__((visibility(\"default\"))) = {\"fake\", init_$version, finalize, get};"
    done >rows.h
    with_libc >env.c <<'C'
#include "lazynccl_net.h"
static int say(int version, int major, int minor, int patch)
{
    return fprintf(stderr, "env v%d of %d.%d.%d\n", version, major, minor, patch) < 0;
}
static int finalize(void)
{
    return 0;
}
static const char *get(const char *name)
{
    return strcmp(name, "NCCL_SOCKET_IFNAME") == 0 ? "lo" : getenv(name);
}
#include "rows.h"
C
    fake_plugin 8 plugin.so env.c -I. -I"$stage/built/src/netplugin" -Wno-unused-parameter
}

# nccl STATUS: calls ncclGetUniqueId(), with NCCL's log in `said`.
nccl()
{
    env NCCL_DEBUG=INFO NCCL_SOCKET_IFNAME=nonexistent NCCL_ENV_PLUGIN="$lazy" \
        LAZYNCCL_NET_PLUGIN="$PWD/plugin.so" $ldso --inhibit-cache ./host \
        open="$library" call=ncclGetUniqueId >said 2>&1
    says said "^ncclGetUniqueId $1 "
}

plugin 1 2
nccl 0
says said "^env v$newest of 2\\."
says said 'NCCL_SOCKET_IFNAME set by environment to lo'
plugin 1
nccl 0
says said "^env v1 of 2\\."

# Without one NCCL continues with the process's environment, in which there is no such interface.
fake_plugin 8 plugin.so
nccl 5
says_not said '^env v'
says said 'env plugin .*libnccl-net-lazy.so is unsupported'
