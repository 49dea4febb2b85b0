"""Downloads NVIDIA's wheels, with headers and libraries, to a cache that all clones share.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import fcntl
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# Some packages have one more folder: nvidia/cuda_nvcc/nvvm/lib64, nvidia/cublasmp/cu13/lib.
WANTED = re.compile(r"(nvidia/)?[^/]+/(nvvm/|cu\d+/)?"
                    r"(include/.+[^/]|lib(64)?/[^/]+\.so[.0-9]*|bin/.+\.dll)$")
HEADERS = re.compile(r"(nvidia/)?[^/]+/(nvvm/|cu\d+/)?include/.+[^/]$")


class NotFetched(Exception):
    """A release could not be downloaded. The message says which and why."""


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lazynccl" / "wheels"


def folder(package: str, version: str, platform: str = "") -> Path:
    """Returns the folder of a release, laid out like site-packages. It exists only if it is
    complete. `platform` is a wheel's platform tag, such as win_amd64, or "" for this machine."""
    return cache() / f"{package}-{version}{platform and f'.{platform}'}"


def fetch(package: str, version: str, say: Callable[[str], object] = lambda line: None,
          wanted: re.Pattern[str] = WANTED, platform: str = "") -> Path:
    """Returns the folder of a release, and downloads it if necessary. Calls `say` with pip's lines
    about the download. If only headers are wanted, they are kept in a separate folder."""
    final = folder(package, version, platform)
    if wanted is HEADERS and not final.is_dir():
        final = final.with_name(f"{final.name}.headers")
    if final.is_dir():
        return final
    partial = final.with_name(f".{final.name}.partial")
    with locked(cache()):
        if final.is_dir():  # another process has just downloaded it
            return final
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        try:
            _unpack(_download(package, version, partial, say, platform), partial, wanted)
            partial.rename(final)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return final


def unpack(package: str, version: str, into: Path, wanted: re.Pattern[str]) -> None:
    """Unpacks the wanted files of a release into a folder, without the cache."""
    _unpack(_download(package, version, into, lambda line: None, ""), into, wanted)


def versions(package: str) -> list[str]:
    """Returns the versions of a package that pip finds, the newest first."""
    done = pip("index", "versions", package)
    listed = re.search(r"^Available versions: ([\d., ]+)", done, re.MULTILINE)
    if not listed:
        raise NotFetched(f"{package}: pip lists no version")
    return listed[1].split(", ")


def newest(package: str) -> str:
    return versions(package)[0]


def _download(package: str, version: str, into: Path, say: Callable[[str], object],
              platform: str) -> Path:
    other = ["--platform", platform] if platform else []
    pip("download", *other, "--no-deps", "--no-cache-dir", "--only-binary", ":all:",
         "--progress-bar", "off", "--dest", str(into), f"{package}=={version}", say=say)
    wheels = list(into.glob("*.whl"))
    if len(wheels) != 1:
        raise NotFetched(f"{package} {version}: pip downloaded no wheel")
    return wheels[0]


def pip(*arguments: str, say: Callable[[str], object] = lambda line: None) -> str:
    """Runs pip and returns its output. Calls `say` at once with each line about a download."""
    command = [sys.executable, "-m", "pip", *arguments, "--disable-pip-version-check", "--no-input"]
    printed = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True) as pip:
        for line in pip.stdout or ():
            printed.append(line)
            if line.strip().startswith("Downloading"):
                say(line.strip())
    if pip.returncode:
        raise NotFetched(f"{arguments[-1]}: {printed[-1].strip() if printed else 'pip failed'}")
    return "".join(printed)


def _unpack(wheel: Path, into: Path, wanted: re.Pattern[str]) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in filter(wanted.match, archive.namelist()):
                archive.extract(name, into)
    except zipfile.BadZipFile as broken:
        raise NotFetched(f"{wheel.name}: {broken}") from broken
    wheel.unlink()


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    directory.mkdir(parents=True, exist_ok=True)
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
