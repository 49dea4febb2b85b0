# The twelve broken environments of tests/tool/command, made of NVIDIA's libraries.
need_tool
need_release nvidia-nccl-cu12-2.18.1 nvidia-nccl-cu13-2.28.9 nvidia-cusparse-cu12-12.5.10.65 \
    nvidia-nvjitlink-cu12-12.2.140 nvidia-nvjitlink-cu12-12.8.93 nvidia-nvjitlink-cu12-12.9.86
"$PYTHON" -B "$SOURCE/tests/tool/command/broken-environments-get-one-answer.py" "$wheels"
