# The file is not XML.
echo 'gpu0 nic0' >"$root/etc/topo.txt"
environment="NCCL_TOPO_FILE=/etc/topo.txt"
expect '\] /etc/topo\.txt.*XML$'
