# After init, the tables have exactly the optional operations that the plugin has, because NCCL
# takes an operation's presence for support.

# shown OPERATION...: these are in the table after init.
shown()
{
    asks 12 open init optional properties
    equal "$(grep '^there:' said)" "there:${*:+ $*}"
}

for real in 6 7 9 12; do
    fake_plugin $real plugin.so
    case $real in
    6) shown regMrDmaBuf ;;
    7) shown regMrDmaBuf getDeviceMr irecvConsumed ;;
    9) shown regMrDmaBuf getDeviceMr irecvConsumed makeVDevice ;;
    12) shown regMrDmaBuf getDeviceMr irecvConsumed makeVDevice setNetAttr ;;
    esac
    says said 'ptrSupport 7,' # host, CUDA, DMA-BUF
done
for real in 4 12; do
    fake_plugin $real plugin.so -DWITHOUT_OPTIONAL
    shown
    says said 'ptrSupport 3,'
done
