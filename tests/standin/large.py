"""Fills a site-packages as large as PyTorch's: large.py SITE LIBRARY COUNT. COUNT NVIDIA libraries
are copies of LIBRARY, each with a SONAME of its own, in a wheel with a RECORD; 300 modules and
26,000 other files are in ten packages."""
import pathlib
import sys

site, library, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
content = library.read_bytes()
assert content.count(b"libnumber.so.00") == 1


def record(name: str, files: list[str]) -> None:
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (folder / "RECORD").write_text("".join(f"{path},,\n" for path in files))


def write(path: str, data: bytes) -> str:
    file = site / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return path


record("nvidia_numbers", [
    write(f"nvidia/cu13/lib/libnumber.so.{i:02}",
          content.replace(b"libnumber.so.00", b"libnumber.so.%02d" % i)) for i in range(count)])
for package in range(10):
    files = [f"big{package}/part{i // 100}/file{i}.py" for i in range(2600)]
    files += [f"big{package}/part{i}/module{i}.so" for i in range(26)]
    for path in files:
        write(path, content if path.endswith(".so") else b"")
    record(f"big{package}", files)
