"""Runs work of PyTorch on a GPU, and prints a line for each: work, hash of the result, ms of the
second run, MiB resident, NVIDIA libraries that the work opened. Usage: on-gpus.py [--all-reduce]"""
import hashlib
import os
import re
import sys
import time
import warnings
from collections.abc import Callable

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # equal results in each run
warnings.simplefilter("ignore")
begun = time.perf_counter()
import torch  # noqa: E402
import torch.nn.attention  # noqa: E402

IMPORT = time.perf_counter() - begun
torch.use_deterministic_algorithms(True)
Results = tuple[torch.Tensor, ...]
MARK = b"lazynccl\0"  # the owner of the note in the first page of every stand-in


def real_libraries() -> set[str]:
    """Returns the NVIDIA libraries in this process that are not stand-ins."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if "/nvidia/" in line}
    return {path.rpartition("/")[2] for path in paths if os.path.isfile(path)
            and MARK not in open(path, "rb").read(4096)}


def resident() -> int:
    with open("/proc/self/status", encoding="utf-8") as status:
        return int(re.findall(r"VmRSS:\s+(\d+)", status.read())[0]) >> 10


def matmul() -> Results:
    a = torch.randn(2048, 2048, device="cuda")
    return (a @ a, a.bfloat16() @ a.bfloat16())


def convolution() -> Results:
    layer = torch.nn.Conv2d(16, 32, 3).cuda()
    result = layer(torch.randn(8, 16, 64, 64, device="cuda"))
    result.square().mean().backward()
    return (result, layer.weight.grad)


def attention() -> Results:
    q, k, v = (torch.randn(4, 8, 256, 64, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    return (torch.nn.functional.scaled_dot_product_attention(q, k, v),)


def training() -> Results:
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3), torch.nn.ReLU(), torch.nn.Flatten(),
                              torch.nn.Linear(16 * 30 * 30, 10)).cuda()
    steps = torch.optim.Adam(net.parameters())
    inputs, labels = torch.randn(64, 3, 32, 32).cuda(), torch.arange(64).cuda() % 10
    for _ in range(5):
        steps.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(inputs), labels)
        loss.backward()
        steps.step()
    return (loss, *net.parameters())


def fft() -> Results:
    return (torch.fft.fft2(torch.randn(256, 256, device="cuda")).abs(),)


def solve() -> Results:
    a = torch.randn(200, 200, device="cuda")
    return (torch.linalg.solve(a, torch.ones(200, 3, device="cuda")),)


def eigh() -> Results:
    a = torch.randn(200, 200, device="cuda")
    return (torch.linalg.eigvalsh(a + a.T),)


def random() -> Results:
    return (torch.rand(100000, device="cuda"), torch.randperm(1000, device="cuda"))


def jiterator() -> Results:
    double = torch.cuda.jiterator._create_jit_fn(
        "template <typename T> T twice(T x) { return x + x; }")
    return (double(torch.arange(1000., device="cuda")),)


def cudnn_attention() -> Results:
    """cuDNN compiles this, through a function of NVRTC that no header declares."""
    q = torch.randn(2, 8, 256, 64, device="cuda", dtype=torch.bfloat16)
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.CUDNN_ATTENTION):
        return (torch.nn.functional.scaled_dot_product_attention(q, q, q),)


def determinant() -> Results:
    return (torch.linalg.det(torch.eye(64, device="cuda") * 3),)


def sparse() -> Results:
    return (torch.eye(64).to_sparse_csr().cuda() @ torch.ones(64, 4, device="cuda"),)


def compiled() -> Results:
    double = torch.compile(lambda x: torch.sin(x) * 2)
    return (double(torch.arange(1000., device="cuda")),)


def report(name: str, work: Callable[[], Results]) -> None:
    before = real_libraries()
    try:
        work()
        torch.manual_seed(7)
        torch.cuda.synchronize()
        begun = time.perf_counter()
        results = work()
        torch.cuda.synchronize()
        took = (time.perf_counter() - begun) * 1000
        text = b"".join(part.detach().float().cpu().numpy().tobytes() for part in results)
        told = hashlib.sha256(text).hexdigest()[:16]
    except Exception as error:  # what a user would read
        told, took = f"{type(error).__name__}: {str(error).splitlines()[0]}", 0
    print(name, told, f"{took:.1f}", resident(), *sorted(real_libraries() - before), sep="\t",
          flush=True)


def all_reduce(rank: int, count: int, queue: None) -> None:
    import torch.distributed as dist
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511")
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=count)
    mine = torch.full((64 << 20,), float(rank + 1), device="cuda")
    dist.all_reduce(mine)
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(20):
        dist.all_reduce(mine)
    torch.cuda.synchronize()
    took = (time.perf_counter() - begun) / 20 * 1000
    if rank == 0:
        print("all-reduce of 256 MiB", float(mine[0]), f"{took:.2f}", resident(),
              *sorted(real_libraries()), sep="\t", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    if "--all-reduce" in sys.argv:
        count = torch.cuda.device_count()
        torch.multiprocessing.spawn(all_reduce, (count, None), nprocs=count)
        sys.exit()
    print("import torch", "-", f"{IMPORT * 1000:.1f}", resident(), *sorted(real_libraries()),
          sep="\t")
    for each in (matmul, convolution, attention, training, fft, solve, eigh, random, jiterator,
                 cudnn_attention, determinant, sparse, compiled):
        report(each.__name__, each)
