# An older NCCL is in a folder of ld.so, which vLLM opens by its bare name (vllm#15525).
fake_library nccl 2.27.3 "$root/usr/lib"
