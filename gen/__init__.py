"""The generator: stub/ reads and checks stubs, c/ and net/ make C from them, describe/ makes
them from headers and libraries, update/ updates them from releases, docs/ writes the manual page,
the completions and docs/findings.md.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
