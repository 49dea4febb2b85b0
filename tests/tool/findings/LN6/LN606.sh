# The topology file is missing.
environment="NCCL_TOPO_FILE=/etc/topo.xml"
expect '\] NCCL_TOPO_FILE.*/etc/topo\.xml'
expect '^ +NCCL_TOPO_FILE=/etc/topo\.xml \(environment\)$'
