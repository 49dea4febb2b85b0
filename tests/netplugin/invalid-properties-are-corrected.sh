# Properties that no NCCL can use are replaced, and reported once for each device.
fake_plugin 9 plugin.so
for row in 0:1 -1:1 1000000000:64 65:64 64:64 1:1; do
    most=${row%:*} used=${row#*:}
    FAKE_PLUGIN=max_recvs=$most asks 11 open init properties=0 properties=0 properties=1 irecv=$used
    equal "$(grep -c "maxRecvs $used, " said)" 3
    says said "^irecv=$used: 0\$"
    warned=$(grep -c "^WARN device [01] .*maxRecvs $most, outside the range 1 to 64; using $used$" \
        said || true)
    equal "$warned" $((most == used ? 0 : 2))
done

FAKE_PLUGIN=null=1 asks 8 open init properties
says said '^name unnamed, pciPath NULL, '
says said '^WARN device 0 of the plugin has no name$'

# The plugin sets only its name; NCCL finds defaults, not the memory's previous content.
FAKE_PLUGIN=unset=1 asks 11 open init properties
says said '^name fake0, pciPath /sys/0, ptrSupport 0, speed 0, port 0, maxComms 0, latency 0, maxRecvs 1, vProps 1, maxP2pBytes 1073741824$'

for count in 0 -5; do
    FAKE_PLUGIN=devices=$count asks 11 open init devices
    says said "^WARN $plugin: it has $count devices: NCCL will not use it$"
done

fake_plugin 12 plugin.so
for count in 0 -1 9 1000000000; do
    FAKE_PLUGIN=vdevices=$count asks 12 open init properties
    says said 'vProps 1, '
done
FAKE_PLUGIN=vdevices=0 asks 11 open init properties # in a member of another size
says said 'vProps 1, '
