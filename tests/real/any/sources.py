"""Downloads the sources of Debian packages to the cache, with separate package lists. The lists of
the system stay unchanged, and nothing is installed."""
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

import debs

LISTS = (*Path("/etc/apt").glob("sources.list"), *Path("/etc/apt/sources.list.d").glob("*.list"),
         *Path("/etc/apt/sources.list.d").glob("*.sources"))
OURS = re.compile(r"https?://\S*/(debian|ubuntu)\S*")


def rows() -> set[tuple[str, str]]:
    """Returns URI and suite of the system's package source."""
    found = set()
    for path in LISTS:
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"^deb (?:\[.*\] )?(\S+) (\S+)", text, re.MULTILINE))
        for paragraph in re.split(r"\n\s*\n", text) if path.suffix == ".sources" else []:
            keys = dict(re.findall(r"^(\w+): (.+)$", paragraph, re.MULTILINE))
            found |= {(uri, suite) for uri in keys.get("URIs", "").split()
                      for suite in keys.get("Suites", "").split()}
    return {row for row in found if OURS.fullmatch(row[0])}


def apt(folder: Path, *arguments: str) -> str:
    """Returns the output of apt-get, with package lists in this folder."""
    settings = {"Dir::Etc::sourcelist": folder / "apt/sources.list", "Dir::Etc::sourceparts": "-",
                "Dir::State::lists": folder / "apt/lists", "Dir::Cache": folder / "apt/cache",
                "APT::Sandbox::User": ""}
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    return subprocess.run(["apt-get", "-qq", *options, *arguments], check=False, text=True,
                          capture_output=True).stdout


def ready(folder: Path) -> list[str]:
    """Downloads the source lists. Tries several suites, because a mirror may lack a file of one."""
    suites = rows()
    later = {(uri, "stable") for uri, suite in suites if re.search(r"/debian/?$", uri)}
    if not (folder / "apt/ready").exists():
        for name in ("apt/lists/partial", "apt/cache/archives/partial"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "apt/sources.list").write_text("".join(
            f"deb-src {uri} {suite} main{'' if 'debian' in uri else ' universe'}\n"
            for uri, suite in sorted(suites | later)), encoding="utf-8")
        apt(folder, "update")
        (folder / "apt/ready").touch()
    return [*sorted({suite for _, suite in suites}, key=len), *{suite for _, suite in later}]


def download(uri: str, digest: str) -> bytes:
    with urllib.request.urlopen(uri, timeout=60) as answer:
        content: bytes = answer.read()
    if hashlib.sha256(content).hexdigest() != digest:
        raise OSError(f"{uri}: its contents are not those that the archive's list gives")
    return content


def fetch_source(package: str) -> Path:
    """Returns the folder of a source package without Debian's patches, or of a repository."""
    folder = debs.cache() / "sources"
    into, failures = folder / package.rpartition("/")[2], []
    if into.exists():
        return into
    if package.startswith("https:"):
        folder.mkdir(parents=True, exist_ok=True)
        clone = ["git", "clone", "-q", "--depth=1", package, str(into)]
        if subprocess.run(clone, check=False).returncode:
            raise OSError(f"{package} cannot be fetched")
        return into
    for suite in ready(folder):
        said = apt(folder, "source", "--print-uris", "--download-only", f"{package}/{suite}")
        for uri, digest in re.findall(r"'(\S+\.orig\.tar\.\w+)' .*SHA256:(\w+)", said):
            try:
                print(f"==> downloading {uri}", flush=True)
                content = download(uri, digest)
            except OSError as why:
                failures.append(f"{uri}: {why}")
                continue
            part = folder / f"{package}.part"
            shutil.rmtree(part, ignore_errors=True)
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                archive.extractall(part)
            next(part.iterdir()).rename(into)
            part.rmdir()
            return into
    raise OSError(f"no sources of {package}: {'; '.join(failures) or 'no suite has them'}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(fetch_source(name))
