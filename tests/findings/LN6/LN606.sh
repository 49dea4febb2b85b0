# A topology that is not there.
environment="NCCL_TOPO_FILE=/etc/topo.xml"
expect '\] NCCL_TOPO_FILE is without effect: /etc/topo\.xml cannot be read$'
expect '^ +NCCL_TOPO_FILE=/etc/topo\.xml \(environment\)$'
