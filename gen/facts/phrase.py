"""Hashes the words of a text, so that a message can be recognized without storing it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re


def words(text: str) -> list[str]:
    """Returns the words of a text without quotes, as src/tool/explain reads a line."""
    return re.findall(r"[a-z0-9_]+", re.sub(r"['\"`*]", "", text.lower()))


def hash_of(text: str) -> int:
    """Returns the FNV-1a hash of the words with a blank between them, as in errors.c."""
    value = 2166136261
    for byte in " ".join(words(text)).encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value
