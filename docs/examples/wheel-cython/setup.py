"""A Cython wheel with a vendored copy. Run this once, and again for each new release of lazynccl:
    ./dev vendor nccl -o THIS-FOLDER/lazynccl

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from setuptools import Extension, setup

setup(
    packages=[],  # otherwise setuptools takes the folder lazynccl for a package
    ext_modules=[Extension("nccl_id", ["nccl_id.pyx", "lazynccl/lazynccl.c"],
                           include_dirs=["lazynccl"])],  # before: libraries=["nccl"]
)
