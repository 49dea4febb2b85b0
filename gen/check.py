"""Refuses stubs that contradict themselves.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
