"""A wheel whose loader is generated while the wheel is built, for the functions that it calls.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import lazynccl_generator
from setuptools import Extension, setup

FUNCTIONS = "ncclGetVersion,ncclGetUniqueId,ncclGetErrorString"
lazynccl_generator.vendor("nccl", output="build/lazynccl", options=("--only", FUNCTIONS))

setup(
    packages=[],
    ext_modules=[Extension("nccl_id", ["nccl_id.c", "build/lazynccl/lazynccl.c"],
                           include_dirs=["build/lazynccl"],  # before: libraries=["nccl"]
                           py_limited_api=True)],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
