"""usage: lazynccl run -- python3 tests/real/support/one-gpu.py: runs PyTorch on a GPU and prints
which of the three libraries it uses. Run it manually, also without `lazynccl run`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402
from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: E402
from torch.nn.functional import conv2d, scaled_dot_product_attention  # noqa: E402


def mapped() -> list[str]:
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if "/lib" in line}
    return sorted(p for p in paths
                  if re.match(r"lib(nccl|nvrtc|nvJitLink)\.", p.rpartition("/")[2]))


def on_gpu(*shape: int, dtype: torch.dtype = torch.bfloat16) -> torch.Tensor:
    return torch.randn(*shape, device="cuda", dtype=dtype)


def matmul() -> float:
    a = on_gpu(512, 512)
    return float((a @ a).float().abs().mean())


def jiterator() -> float:
    """PyTorch compiles this with NVRTC."""
    function = torch.cuda.jiterator._create_jit_fn(
        "template <typename T> T f(T x, T y) { return x * y + x; }")
    x = torch.arange(8.0, device="cuda")
    return float(function(x, x).sum())


def cudnn_attention() -> str:
    """cuDNN compiles this, through a function of NVRTC that no header declares."""
    q = on_gpu(2, 8, 256, 64)
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        fused = scaled_dot_product_attention(q, q, q)
    with sdpa_kernel(SDPBackend.MATH):
        plain = scaled_dot_product_attention(q, q, q)
    return f"off by {float((fused - plain).abs().max()):.4f} at most"


def convolution() -> float:
    image, kernel = (torch.ones(size, device="cuda", dtype=torch.half)
                     for size in ((1, 8, 32, 32), (8, 8, 3, 3)))
    return float(conv2d(image, kernel).float().mean())


def determinant() -> float:
    return float(torch.linalg.det(torch.eye(64, device="cuda") * 3) ** (1 / 64))


def sparse() -> float:
    return float((torch.eye(64).to_sparse_csr().cuda() @ torch.ones(64, 4, device="cuda")).sum())


def main() -> None:
    print("PyTorch", torch.__version__, "on", torch.cuda.get_device_name())
    torch.manual_seed(0)
    print("import:", *mapped())
    for step in matmul, jiterator, cudnn_attention, convolution, determinant, sparse:
        try:
            print(f"{step.__name__}:", step())
        except RuntimeError as error:
            print(f"{step.__name__} failed:", str(error).splitlines()[0])
        print("   ", *mapped())


if __name__ == "__main__":
    main()
