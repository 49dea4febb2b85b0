# A prefix of STATIC_PLUGIN.
environment="NCCL_NET_PLUGIN=stat"
