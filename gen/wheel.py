"""Fetches a release of NVIDIA's wheels: headers and libraries, kept in a cache for all clones.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WANTED = re.compile(r"nvidia/[^/]+/(include/.+[^/]|lib/[^/]+\.so[.0-9]*)$")


class NotFetched(Exception):
    """A release could not be had; the text says which and why."""


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lazynccl" / "wheels"


def folder(package: str, version: str) -> Path:
    """Where a release is kept, laid out as in site-packages: there if and only if it is whole."""
    return cache() / f"{package}-{version}"


def fetch(package: str, version: str) -> Path:
    """The release's folder, downloaded if need be."""
    final = folder(package, version)
    if final.is_dir():
        return final
    partial = final.with_name(f".{final.name}.partial")
    with _locked(cache()):
        if final.is_dir():  # another process was faster
            return final
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        try:
            _unpack(_download(package, version, partial), partial)
            partial.rename(final)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return final


def _download(package: str, version: str, into: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir",
               "--disable-pip-version-check", "--no-input", "--only-binary", ":all:",
               "--dest", str(into), f"{package}=={version}"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    wheels = list(into.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        last = done.stderr.strip().splitlines()[-1:] or ["pip gave no wheel"]
        raise NotFetched(f"{package} {version}: {last[0]}")
    return wheels[0]


def _unpack(wheel: Path, into: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in filter(WANTED.match, archive.namelist()):
                archive.extract(name, into)
    except zipfile.BadZipFile as broken:
        raise NotFetched(f"{wheel.name}: {broken}") from broken
    wheel.unlink()


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    directory.mkdir(parents=True, exist_ok=True)
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
