"""Wheels with paths outside their folder, duplicate names or control characters, zip bombs,
truncated and invalid ones are reported in one line with status 2, and the next wheel is audited."""
import os
import struct
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

METADATA = "Metadata-Version: 2.1\nName: some\nVersion: 1.0\n\nName: other\n"
warnings.simplefilter("ignore")  # zipfile warns of duplicate names


def wheel(path: Path, *members: tuple[str, bytes], metadata: str | None = METADATA) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
        if metadata is not None:
            file.writestr("some-1.0.dist-info/METADATA", metadata)
    return path


def patched(path: Path, old: bytes, new: bytes) -> Path:
    content = path.read_bytes()
    assert old in content and len(old) == len(new)
    path.write_bytes(content.replace(old, new))
    return path


def grown(path: Path, claim: int) -> Path:
    """Makes both headers of the first member claim this size."""
    content = bytearray(path.read_bytes())
    struct.pack_into("<I", content, 22, claim)
    struct.pack_into("<I", content, content.index(b"PK\1\2") + 24, claim)
    path.write_bytes(content)
    return path


def bad_wheels(folder: Path, library: bytes) -> list[tuple[Path, str]]:
    def new(name: str, *members: tuple[str, bytes], metadata: str | None = METADATA) -> Path:
        return wheel(folder / f"{name}.whl", *members, metadata=metadata)

    up = new("up", ("../../etc/up.so", library))
    cut = new("cut", ("a.so", library))
    cut.write_bytes(cut.read_bytes()[:-30])
    broken = new("broken", ("a.so", library))
    content = bytearray(broken.read_bytes())
    content[60:200] = bytes(140)
    broken.write_bytes(content)
    text = folder / "text.whl"
    text.write_text("text")
    lower = "path has an empty part, . or ..: "
    return [
        (up, lower + "../../etc/up.so"),
        (new("dots", ("a/./b.so", library)), lower + "a/./b.so"),
        (new("slashes", ("a//b.so", library)), lower + "a//b.so"),
        (new("inside", ("a/../b.so", library)), lower + "a/../b.so"),
        (patched(new("absolute", ("xetc/a.so", library)), b"xetc", b"/etc"),
         "name is not a path below site-packages: /etc/a.so"),
        (new("twice", ("a.so", library), ("a.so", b"")), "two members have one name: a.so"),
        (new("escape", ("a\x1b[31m.so", library)), "control character: a\\x1b[31m.so"),
        (new("newline", ("a\nb.so", library)), "control character: a\\x0ab.so"),
        (new("bomb", ("a.so", library + bytes(100 << 20))),
         "unpacks to more than a wheel of its size can hold: a.so"),
        (grown(new("claims", ("a.so", library)), 0xfffffff0),
         "unpacks to more than a wheel of its size can hold: a.so"),
        (grown(new("grows", ("a.so", library + os.urandom(100000))), 1000), ": a.so"),
        (grown(new("texts", ("some-1.0.dist-info/WHEEL", bytes(60 << 20))), 10),
         "a member is larger than it says, or than such a text can be: some-1.0.dist-info/WHEEL"),
        (broken, ": a.so"),
        (cut, "not a wheel: "),
        (text, "neither an ELF file nor a wheel"),
        (new("zip", ("a.so", library), metadata=None), "no .dist-info/METADATA that names it"),
        (new("nameless", metadata="Version: 1\n"), "no .dist-info/METADATA that names it"),
        (new("second", ("b-1.dist-info/METADATA", b"Name: b\n")), "a second .dist-info folder"),
    ]


def main() -> int:
    folder = Path.cwd()
    library = (Path(os.environ["FAKE"]) / "libnccl.so.2").read_bytes()
    good = wheel(folder / "good.whl", ("a.so", library), ("é/ä.so", library),
                 ("dir/", b""), ("a,\"b\".py", b""))
    for path, wanted in bad_wheels(folder, library):
        done = subprocess.run([os.environ["TOOL"], "audit", path, good], timeout=20, text=True,
                              capture_output=True, check=False)
        said = done.stderr.splitlines()
        if (done.returncode != 2 or len(said) != 1 or wanted not in said[0]
                or not said[0].startswith(f"lazynccl audit: {path}: ")
                or f"{good}: self-contained" not in done.stdout):
            print(f"{path.name}: {done.returncode}\n{done.stderr}{done.stdout}")
            return 1
    done = subprocess.run([os.environ["TOOL"], "audit", good], capture_output=True, text=True,
                          check=False)
    print(done.stdout, done.stderr)
    return done.returncode


sys.exit(main())
