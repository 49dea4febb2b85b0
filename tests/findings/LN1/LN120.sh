# the wheel gone: no place has an NCCL
rm -r "$site/nvidia/nccl"
verb="find nccl"
expect "^error\[LN120\] lazynccl finds no NCCL for python 3\.11 of /venv$"
expect "^      help: pip install nvidia-nccl-cu12$"
