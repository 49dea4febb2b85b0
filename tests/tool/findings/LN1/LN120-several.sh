# No NVIDIA library is installed: one finding for all libraries, with one command.
rm -r "$site/nvidia" "$site"/nvidia_*
verb="find"
expect '^error\[LN120\] lazynccl finds no NCCL, NVRTC or nvJitLink for python 3\.11 of /venv$'
expect '^      help: pip install nvidia-nccl-cu13 nvidia-cuda-nvrtc nvidia-nvjitlink$'
expect '^1 error; '
