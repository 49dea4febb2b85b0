# Commands of both builds print the same in a new network namespace. They work without libraries that they do not
# call, and report an error, or stop, without a library that they call.
. /lazynccl/tests/real/linked/uses/common.sh
cat >commands <<'END'
ip/ip -V
ip/ip link
ip/ip -d -j addr
ip/ip link set lo up
ip/ip addr add 10.1.1.1/24 dev lo
ip/ip route add 10.2.0.0/16 via 10.1.1.2 dev lo
ip/ip route
ip/ip -6 route
ip/ip rule
ip/ip neigh
ip/ip netns list
ip/ip link add none type dummy
ip/ip link set lo mtu 1
ip/ip link del nothing
ip/ip -b commands
ip/ip link set dev lo xdp object commands
ip/ip vrf exec nothing true
tc/tc qdisc
tc/tc qdisc add dev lo root handle 1: prio
tc/tc filter add dev lo parent 1: bpf object-file commands section x
misc/ss -lnA tcp,udp
bridge/bridge link
devlink/devlink dev
rdma/rdma link
tipc/tipc node list
END

# ran BUILD: prints the output and status of all commands.
ran()
{
    unshare -n --propagation unchanged sh -c 'while read -r line; do
        "$1"/$line </dev/null 2>&1
        echo "$line: status $?"
    done <commands' sh "$1" | sed "s,^$1/,,"
}
for build in direct lazy; do
    ran $build >$build.said
done
cmp direct.said lazy.said || fail "$(diff direct.said lazy.said)"
cat lazy.said
unused='bpf elf bsd tirpc xtables'
passes without "$unused" lazy/ip/ip link
passes without "$unused" lazy/misc/ss -ln
passes without "$unused" lazy/bridge/bridge link
run_saying without 'bpf elf' unshare -n lazy/ip/ip link set dev lo xdp object commands
[ "$status $(cat said)" = '255 Cannot initialize ELF context!' ] || fail "status $status: $(cat said)"
reports 'Failed to connect to devlink' without mnl lazy/devlink/devlink dev
reports 'Can not access a needed shared library' without mnl lazy/dcb/dcb buffer show dev lo
reports '^lazylink: mnl_nlmsg_get_payload: libmnl' without mnl lazy/ip/ip link
strings lazy/ip/ip | sed -n 's/.*"lib\(bpf\|elf\|mnl\)\.so.*"priority":"\([a-z]*\).*/\1 \2/p' | sort >found
[ "$(xargs <found)" = 'bpf recommended elf recommended mnl required' ] || fail "$(cat found)"
