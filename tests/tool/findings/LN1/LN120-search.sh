# LAZYNCCL_SEARCH leaves out the location that has it.
verb="find nccl"
environment="LAZYNCCL_SEARCH=env,system"
