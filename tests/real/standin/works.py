"""Runs work of a package that needs no GPU, and prints a line for each: works.py cuda|jax|cupy|
tensorflow|openmm|nvmath [alone]. With "alone" it calls no NVIDIA library. Standard error gets two
lines: MiB resident and anonymous, and the real NVIDIA libraries in the process."""
import os
import re
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
ALONE = "alone" in sys.argv


def cuda() -> None:
    from cuda import pathfinder
    from cuda.bindings import nvjitlink, nvrtc
    for name in ("nvrtc", "nvJitLink"):
        print(os.path.basename(pathfinder.load_nvidia_dynamic_lib(name).abs_path))
    if ALONE:
        return
    source = b"__global__ void twice(float *x) { *x *= 2; }"
    _, program = nvrtc.nvrtcCreateProgram(source, b"a.cu", 0, [], [])
    print(*nvrtc.nvrtcCompileProgram(program, 1, [b"-arch=compute_80"]), *nvrtc.nvrtcVersion())
    ptx = b" " * nvrtc.nvrtcGetPTXSize(program)[1]
    nvrtc.nvrtcGetPTX(program, ptx)
    linker = nvjitlink.create(1, ["-arch=sm_80"])
    nvjitlink.add_data(linker, nvjitlink.InputType.PTX, ptx, len(ptx), "a.ptx")
    nvjitlink.complete(linker)
    print(nvjitlink.version(), len(ptx), nvjitlink.get_linked_cubin_size(linker))


def jax() -> None:
    if ALONE:
        os.environ["JAX_PLATFORMS"] = "cpu"  # otherwise JAX asks five libraries for their versions
    import logging
    logging.disable()
    import jax
    from jax import numpy
    print(jax.devices())
    a = numpy.arange(9216.).reshape(96, 96) / 1000
    print((a @ a).sum(), numpy.linalg.svd(a, compute_uv=False)[0], abs(numpy.fft.fft(a)).sum())
    print(jax.jit(jax.grad(lambda x: (x @ x).sum()))(a).sum())
    if not ALONE:
        from jax_cuda12_plugin import _versions as versions
        for name in ("cudnn", "cufft", "cupti", "cublas", "cusparse"):
            print(name, getattr(versions, name + "_get_version")())


def cupy() -> None:
    import cupy
    print(cupy.__version__)
    try:
        cupy.zeros(1)
    except cupy.cuda.runtime.CUDARuntimeError as error:
        print(error)
    if ALONE:
        return
    from cupy.cuda import cufft, curand, nvrtc
    from cupy_backends.cuda.libs import cublas, cusolver, cusparse
    print(os.path.exists(os.path.join(cupy.cuda.get_cuda_path(), "include", "cuda_fp16.h")))
    print(nvrtc.getVersion(), cufft.getVersion(), curand.getVersion(), cusolver._getVersion())
    program = nvrtc.createProgram("__global__ void twice(float *x) { *x *= 2; }", "a.cu", [], [])
    nvrtc.compileProgram(program, ["-arch=compute_80"])
    print(len(nvrtc.getPTX(program)))
    for create in (cublas.create, cusparse.create, cusolver.create):
        try:
            create()
        except RuntimeError as error:
            print(error)


def tensorflow() -> None:
    import tensorflow
    tensorflow.random.set_seed(0)
    print(tensorflow.__version__, tensorflow.config.list_physical_devices("GPU"))
    a = tensorflow.reshape(tensorflow.range(9216.), (96, 96)) / 1000
    print(float(tensorflow.reduce_sum(a @ a)), float(tensorflow.linalg.svd(a, compute_uv=False)[0]))
    layer = tensorflow.keras.layers.Conv2D(4, 3, kernel_initializer="ones")
    with tensorflow.GradientTape() as tape:
        loss = tensorflow.reduce_mean(layer(a[None, :, :, None]) ** 2)
    print(float(loss), [float(tensorflow.reduce_sum(each))
                        for each in tape.gradient(loss, layer.trainable_variables)])


def openmm() -> None:
    import openmm
    from openmm import Platform
    print(openmm.version.short_version)
    system, force, count = openmm.System(), openmm.NonbondedForce(), 64
    force.setNonbondedMethod(openmm.NonbondedForce.PME)
    force.setCutoffDistance(0.9)
    for i in range(count):
        system.addParticle(1)
        force.addParticle((-1) ** i / 2, 0.2, 0.5)
    system.addForce(force)
    system.setDefaultPeriodicBoxVectors((2, 0, 0), (0, 2, 0), (0, 0, 2))
    for platform in map(Platform.getPlatform, range(Platform.getNumPlatforms())):
        try:
            context = openmm.Context(system, openmm.VerletIntegrator(0.001), platform)
            context.setPositions([(i % 4 / 2, i // 4 % 4 / 2, i // 16 / 2) for i in range(count)])
            energy = context.getState(getEnergy=True).getPotentialEnergy()
            print(platform.getName(), f"{energy._value:.3f}")
        except openmm.OpenMMException as error:
            print(platform.getName(), error)
    print(*(failed.split("/")[-1] for failed in Platform.getPluginLoadFailures()), sep="\n")


def nvmath() -> None:
    import nvmath
    from nvmath.bindings import cublas, cublasLt, cufft, curand, cusolver, cusparse, cutensor
    print(nvmath.__version__)
    if ALONE:
        return
    print(cublasLt.get_version(), cufft.get_version(), curand.get_version(),
          cusolver.get_property(0), cusparse.get_property(0), cutensor.get_version())
    for create in (cublas.create, cublasLt.create, cusparse.create, cutensor.create):
        try:
            create()
        except Exception as error:  # each library has its own
            print(type(error).__name__, error)


def real_libraries() -> set[str]:
    """Returns the NVIDIA libraries in this process that are not stand-ins."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if "/nvidia/" in line}
    names = {path for path in paths if ".so" in path}
    return {os.path.basename(path) for path in names
            if b"lazynccl\0" not in open(path, "rb").read(4096)}


warnings.simplefilter("ignore")
{each.__name__: each for each in (cuda, jax, cupy, tensorflow, openmm, nvmath)}[sys.argv[1]]()
with open("/proc/self/status", encoding="utf-8") as status:
    rows = dict(re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.MULTILINE))
print(*(int(rows[name]) >> 10 for name in ("VmRSS", "RssAnon")), file=sys.stderr)
print(*sorted(real_libraries()) or ["none"], file=sys.stderr)
