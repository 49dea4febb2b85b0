"""python -m lazynccl_generator: the same as lazynccl.pyz.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from . import main

main()
