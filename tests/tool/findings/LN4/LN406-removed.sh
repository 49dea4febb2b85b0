# A setting that lazynccl had before 0.2.
environment="LAZYNCCL_NET_RECORD=/tmp/x"
