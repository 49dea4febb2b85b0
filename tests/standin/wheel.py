"""usage: wheel.py make FOLDER NAME VERSION FILE=SOURCE...: makes a wheel; MEMBER ending in "!" is a
                program.
       wheel.py check WHEEL: checks RECORD, name, version and tags; prints the members, programs
                with "!"."""
import base64
import csv
import hashlib
import io
import sys
import zipfile
from pathlib import Path

TAGS = ("py3-none-manylinux2014_x86_64", "py3-none-manylinux_2_17_x86_64")


def digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def make(folder: str, name: str, version: str, *files: str) -> None:
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    with zipfile.ZipFile(Path(folder) / f"{stem}-py3-none-manylinux2014_x86_64."
                         "manylinux_2_17_x86_64.whl", "w") as wheel:
        members = dict(file.split("=", 1) for file in files)
        content = {member: Path(source).read_bytes() for member, source in members.items()}
        content |= {
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
                                "\nVersion: of the description\n".encode(),
            f"{info}/WHEEL": ("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
                              + "".join(f"Tag: {tag}\n" for tag in TAGS)).encode(),
        }
        rows = io.StringIO()
        for member, data in content.items():
            entry = zipfile.ZipInfo(member.rstrip("!"))
            entry.external_attr = (0o100755 if member.endswith("!") else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            csv.writer(rows).writerow([entry.filename, digest(data), len(data)])
        csv.writer(rows).writerow([f"{info}/RECORD", "", ""])
        wheel.writestr(f"{info}/RECORD", rows.getvalue())


def check(path: str) -> None:
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None
        names = wheel.namelist()
        info = next(name for name in names if name.endswith("/METADATA")).rpartition("/")[0]
        stem = info.removesuffix(".dist-info")
        assert Path(path).name.startswith(stem + "-"), (path, stem)
        rows = {row[0]: row[1:] for row in
                csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode()))}
        assert sorted(rows) == sorted(names), (rows, names)
        for name, (sha, size) in rows.items():
            data = wheel.read(name)
            assert name.endswith("/RECORD") or (sha, int(size)) == (digest(data), len(data)), name
        version = stem.rpartition("-")[2]
        metadata = wheel.read(f"{info}/METADATA").decode()
        assert f"\nVersion: {version}\n" in metadata, metadata
        assert metadata.endswith("\nVersion: of the description\n"), metadata
        facts = wheel.read(f"{info}/WHEEL").decode().split("\n")
        tags = [line.removeprefix("Tag: ") for line in facts if line.startswith("Tag: ")]
        assert tuple(tags) == TAGS, tags
        for entry in wheel.infolist():
            print(entry.filename + ("!" if entry.external_attr >> 16 & 0o100 else ""))


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    check(sys.argv[2])
