# A topology that is not there.
environment="NCCL_TOPO_FILE=/etc/topo.xml"
expect '\] NCCL_TOPO_FILE.*/etc/topo\.xml'
expect '^ +NCCL_TOPO_FILE=/etc/topo\.xml \(environment\)$'
