"""Run after installing the wheel: python -m unittest discover tests

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from __future__ import annotations

import unittest
from importlib.metadata import PackageNotFoundError, version

import nccl_id


def installed() -> str | None:
    """The release of the NCCL package that is installed, or None."""
    for package in ("nvidia-nccl-cu13", "nvidia-nccl-cu12"):
        try:
            return version(package)
        except PackageNotFoundError:
            pass
    return None


class TestNccl(unittest.TestCase):
    @unittest.skipUnless(installed(), "NCCL is not installed")
    def test_uses_the_installed_package(self) -> None:
        self.assertIsNone(nccl_id.why())
        major, minor, patch = map(int, (installed() or "").split("."))
        self.assertEqual(nccl_id.version(), major * 10000 + minor * 100 + patch)
        self.assertEqual(len(nccl_id.unique_id()), 128)

    @unittest.skipIf(installed(), "NCCL is installed")
    def test_says_what_to_install(self) -> None:
        self.assertIn("pip install nvidia-nccl-cu13", nccl_id.why())
        with self.assertRaisesRegex(RuntimeError, "NCCL cannot be used"):
            nccl_id.version()


if __name__ == "__main__":
    unittest.main()
