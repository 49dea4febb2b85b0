"""A wheel of Cython with a vendored copy. Once, and again for each new release of lazynccl:
    ./dev vendor nccl -o THIS-FOLDER/lazynccl

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from setuptools import Extension, setup

setup(
    packages=[],  # setuptools would take the folder lazynccl for one
    ext_modules=[Extension("nccl_id", ["nccl_id.pyx", "lazynccl/lazynccl.c"],
                           include_dirs=["lazynccl"])],  # before: libraries=["nccl"]
)
