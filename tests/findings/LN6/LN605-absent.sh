# A file that is not there.
environment="NCCL_GRAPH_FILE=/etc/graph.xml"
expect '\] /etc/graph\.xml'
