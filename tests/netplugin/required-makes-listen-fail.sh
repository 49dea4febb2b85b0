# NCCL uses another network if init fails; with LAZYNCCL_NET_REQUIRED=1 init succeeds with one
# device, and listen fails with the reason.

# fails VERSION REASON: listen fails with REASON in a warning.
fails()
{
    LAZYNCCL_NET_REQUIRED=1 asks "$1" open init devices properties listen connect finalize \
        init listen finalize
    says said "^WARN $2"
    equal "$(grep -c '^init: 0$' said)" 2
    says said '^count: 1$'
    says said '^name [a-z]+, .*ptrSupport 1, '
    says said "^WARN listen: $2"
    says said "^WARN connect: $2"
    equal "$(grep -c '^listen: 2$' said)" 2
    says said '^connect: 2$'
    LAZYNCCL_NET_REQUIRED=0 asks "$1" open init
    says said '^init: 2$'
}

fake_plugin 11 broken.so
for version in 4 8 11 12; do
    plugin=$PWD/nowhere.so
    fails $version "no network plugin: $plugin: No such file or directory"
    plugin=$PWD/broken.so
    export FAKE_PLUGIN=init_fails=9
    fails $version "$plugin: its init failed \(2\)"
done

# A plugin without devices does not make NCCL use another network either.
plugin=$PWD/broken.so
for row in 'devices=0:it has 0 devices' 'devices_fails=1:its devices\(\) failed \(2\)'; do
    export FAKE_PLUGIN="${row%%:*}"
    LAZYNCCL_NET_REQUIRED=1 asks 11 open init devices properties listen connect finalize
    says said '^devices: 0$'
    says said '^count: 1$'
    says said "^WARN listen: $plugin: ${row#*:}$"
    says said '^listen: 2$'
    says said '^connect: 2$'
    says said '^finalize: 0$'
done
