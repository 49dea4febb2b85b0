"""The generator: stub/ reads and checks stubs; library/, c/ and net/ render them as C; link/ makes
programs lazy; describe/ and update/ write stubs; facts/ and docs/ write tables and documents.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
