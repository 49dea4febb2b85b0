"""The generator: stub/ reads and checks descriptions, c/ and net/ make C of them, update/ keeps them
up to date with NVIDIA's releases, docs/ writes what the command says of itself.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
