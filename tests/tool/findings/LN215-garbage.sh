# No port.
environment="NCCL_COMM_ID=192.168.0.7"
expect '\] NCCL_COMM_ID=192\.168\.0\.7 is no address and port$'
