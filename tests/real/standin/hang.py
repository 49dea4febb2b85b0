"""Makes all_reduces over two GPUs until rank 1 skips one and sleeps: rank 0 hangs.

Used by trace-on-gpus.sh; run by torchrun --nproc-per-node 2."""
import os
import time

import torch
import torch.distributed as dist

rank = int(os.environ["RANK"])
torch.cuda.set_device(rank)
dist.init_process_group("nccl")
data = torch.ones(1 << 20, device="cuda")
for number in range(100):
    if rank == 1 and number == 60:
        print("rank 1 skips", flush=True)
        time.sleep(600)
    dist.all_reduce(data)
    torch.cuda.synchronize()
