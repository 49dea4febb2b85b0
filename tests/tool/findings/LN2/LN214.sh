# A host with the bridges of virtual machines.
echo 'virbr0: 1 1' >>"$root/proc/self/net/dev"
echo 'virbr0 007AA8C0 00000000 0001 0 0 0 00FFFFFF 0 0 0' >>"$root/proc/self/net/route"
expect 'help: NCCL_SOCKET_IFNAME=eth0$'
expect '^1 note; '
