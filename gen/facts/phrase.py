"""Hashes the words of a text, so that a program's sentence can be recognized and is not stored.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9_]+", text.lower())


def hash_of(text: str) -> int:
    """FNV-1a of the words with a blank between; phrase.c has the same."""
    value = 2166136261
    for byte in " ".join(words(text)).encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value
