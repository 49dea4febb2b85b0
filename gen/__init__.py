"""The generator: stub/ reads and checks stubs, library/, c/ and net/ render them as C, describe/
writes stubs from headers and libraries, update/ updates them from releases, docs/ writes the manual
pages, the completions and docs/findings.md.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
