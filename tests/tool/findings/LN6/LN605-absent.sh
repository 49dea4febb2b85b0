# The file is missing.
environment="NCCL_GRAPH_FILE=/etc/graph.xml"
expect '\] /etc/graph\.xml'
