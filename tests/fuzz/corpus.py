"""usage: corpus.py FOLDER NAME...: writes the initial inputs for fuzzing.

They are small, valid inputs of each kind, and inputs that once crashed (crashers/NAME-*.hex)."""
import io
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent

LIBRARY = r"""
__attribute__((section(".note.dlopen"), used, aligned(4)))
static const struct { unsigned owner, size, type; char name[4], text[36]; } note = {
    4, 36, 0x407c0c0a, "FDO", "[{\"soname\":[\"liba.so.1\"]}]"};
__attribute__((section(".note.lazynccl"), used, aligned(4)))
static const struct { unsigned owner, size, type; char name[12], text[8]; } marker = {
    9, 5, 1, "lazynccl", "nccl"};
int puts(const char *);
int one(void) { return puts("one"); }
int old_two(void) { return 1; }
int new_two(void) { return 2; }
__asm__(".symver old_two, two@V_1");
__asm__(".symver new_two, two@@V_2");
"""
VERSIONS = "V_1 { global: one; local: *; }; V_2 { global: two; } V_1;"
METADATA = """Metadata-Version: 2.1
Name: some
Version: 1.0
Requires-Dist: nvidia-nccl-cu12==2.20.5; extra == 'gpu'
Requires-Dist: numpy

Name: of the description
"""
WHEEL = "Wheel-Version: 1.0\nTag: cp311-cp311-manylinux_2_17_x86_64\nTag: py3-none-any\n"
RECORD = 'some/a.so,sha256=x,12\n"some/b,""c"".py",,\nsome-1.0.dist-info/RECORD,,\n'


def library(*options: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.c").write_text(LIBRARY)
        Path(folder, "a.map").write_text(VERSIONS)
        subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-w", "-O1", "-fPIC", "-shared",
                        "-nostartfiles", "-Wl,-z,noseparate-code,--build-id=none,-soname,liba.so.1",
                        "-Wl,--version-script,a.map",
                        "-o", "a.so", "a.c", *options], cwd=folder, check=True)
        return Path(folder, "a.so").read_bytes()


def elf() -> Iterator[bytes]:
    yield library("-s", "-Wl,-rpath,$ORIGIN:/x::y,--hash-style=both")
    yield library("-s", "-Wl,--disable-new-dtags,-rpath,/usr/lib,-z,now")
    yield library("-s", "-nodefaultlibs")
    without_sections = bytearray(library("-s"))
    struct.pack_into("<Q", without_sections, 40, 0)
    struct.pack_into("<HHH", without_sections, 58, 0, 0, 0)
    yield bytes(without_sections)


def note() -> Iterator[bytes]:
    yield b'[{"soname":["libnccl.so.2"],"feature":"nccl","priority":"recommended"}]'
    yield b' [ {"soname":["a\\"b","\\u00e9\\n"],"x":[1,-2.5e3,true,null,{}]} , {"soname":[]} ] '
    yield b'[{"soname":"libnccl.so.2"},{"a":{"soname":["no"]}}]'
    yield "[{\"soname\":[\"é\u0085\x7f\"]}]".encode() + b"\xff\xc2"
    for kind in range(2):
        yield struct.pack("<III12s8s", 9, 5, kind, b"lazynccl", b"nccl") * 2


def metadata() -> Iterator[bytes]:
    yield METADATA.encode()
    yield WHEEL.encode()
    yield RECORD.encode()
    yield b"name:x\r\nVERSION :1\r\nRequires-Dist:NVIDIA.NCCL_cu12\r\n\r\n"


def zipped(*members: tuple[str, bytes | str], method: int | None = None) -> bytes:
    """Returns an archive of these; without a method, every other member is compressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for number, (name, content) in enumerate(members):
            mixed = zipfile.ZIP_DEFLATED if number % 2 else zipfile.ZIP_STORED
            file.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content,
                          mixed if method is None else method)
    return stream.getvalue()


def wheel() -> Iterator[bytes]:
    info = [("some-1.0.dist-info/METADATA", METADATA), ("some-1.0.dist-info/WHEEL", WHEEL),
            ("some-1.0.dist-info/RECORD", RECORD)]
    nccl = library("-s", "-Wl,-soname,libnccl.so.2")
    user = library("-s", "-Wl,-rpath,$ORIGIN/../some.libs:$ORIGIN", "-nodefaultlibs")
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        yield zipped(*info, ("some/a.so", user), ("some.libs/libnccl.so.2", nccl), method=method)
    yield zipped(info[0], ("some-1.0.data/platlib/some/a.so", user), ("some/é.py", "text"))
    yield zipped(*info, ("some/a.so", user.replace(b'"soname"', b'"no-one"')))
    yield zipped(info[0], ("a/", b""), ("a/b", b"\177ELF"), method=zipfile.ZIP_STORED)
    yield zipped(("a/../b", b"text"), ("a\nb", b""), ("/c", b""), *info)


def cache() -> Iterator[bytes]:
    def new(*entries: tuple[str, str, int], before: bytes = b"") -> bytes:
        strings, rows = b"", b""
        start = 48 + 24 * len(entries)
        for name, path, flags in entries:
            rows += struct.pack("<iIIIQ", flags, start + len(strings),
                                start + len(strings) + len(name) + 1, 0, 0)
            strings += name.encode() + b"\0" + path.encode() + b"\0"
        head = struct.pack("<20sII5I", b"glibc-ld.so.cache1.1", len(entries), len(strings),
                           0, 0, 0, 0, 0)
        return before + head + rows + strings

    flags = 0x0303 if os.uname().machine == "x86_64" else 0x0a03
    yield new(("libnccl.so.2", "/etc/ld.so.cache", flags), ("libc.so.6", "/lib/libc.so.6", flags))
    yield new(("libnccl.so.2", "/nowhere/libnccl.so.2", flags),
              before=b"ld.so-1.7.0\0" + struct.pack("<I", 0))
    yield new()


def log() -> Iterator[bytes]:
    explain = HERE.parent / "tool" / "explain"
    for name in ("healthy", "net"):
        lines = (explain / "logs" / f"{name}.log").read_bytes().splitlines(keepends=True)
        yield b"".join(line for line in lines if b"NCCL" in line)[:8000]
    for file in sorted((explain / "cases").iterdir()):
        cases = file.read_text(encoding="utf-8").split("== ")
        yield from (case.partition("\n")[2].encode() for case in cases[1::4])
    text = ("\x1b[31mOSError: libnccl.so.2: cannot open shared object file\x1b[0m\r\n"
            "line\U0001f600\n")
    yield text.encode()
    yield text.encode("utf-16")
    yield text.encode("utf-16-be")


def settings() -> Iterator[bytes]:
    yield (b"/etc:/nowhere/libnccl.so.2:relative::/usr/lib\nenv,wheel,system\n"
           b"12\n/venv\n/conda\n/cuda")
    yield b"/x/../etc/libnvrtc.so.12.9:/x/libnccl-0a1b2c3d.so.2\n\n13\n\n\n\n/usr\n/usr\n/a:b;c"
    yield b"\nroot,root,api,,loaded\n11\n.\nrelative"


def trace() -> Iterator[bytes]:
    # two ranks, each half a header, recipes, names, and records; the harness lays out the file
    names = [b"ncclCommInitRank", b"ncclAllReduce", b"ncclCommSplit", b"ncclCommDestroy",
             b"ncclBroadcast", b"ncclCommShrink", b"other"]
    recipes = struct.pack("<5B5B4BH", 1, 2, 3, 4, 5, 2, 3, 4, 0, 0, 1, 16, 0, 2, 128)
    recipes += struct.pack("<5B5B4BH", 2, 3, 4, 5, 6, 3, 4, 5, 6, 7, 0, 0, 255, 0, 0) * 6
    start = 424 + len(recipes)

    def record(sequence: int, function: int, *words: int) -> bytes:
        filled = [*words, 0, 0, 0, 0, 0][:5]
        return struct.pack("<8Q", sequence, function << 48 | 0x7f00, *filled, 1000 * sequence)

    def half(rank: int, last: int, total: int = 6) -> bytes:
        kept, records, count = 4096, 4096 + 4096 * 64, 8
        head = b"lazyring" + struct.pack("<4I5Q", 1, 62, 100 + rank, len(names), 7, start,
                                         records + 64 * count, 424, 0)
        head += struct.pack("<8Q", total, count - 1, records, 2, kept, 0, 0, 0)
        head += struct.pack("<6Q", 0, 0, 10**18, 10**6, 10**6, 10**18)
        for text, room in ((b"node", 64), (b"boot", 40), (b"libnccl.so.2", 128), (b"app", 16)):
            head += text.ljust(room, b"\0")
        head = (head + recipes + b"".join(name + b"\0" for name in names)).ljust(1024, b"\0")
        made = [record(1, 0, 2, 99, rank), record(2, 0x8000, 0, 0x5000)]
        calls = [record(n, 1, 1024, 7, 0, 0x5000) for n in range(3, total)]
        return head + b"".join((made + calls + [record(total, last, 0x5000, 0, 1)])[-8:])

    for last in (1, 2, 3, 4, 5):
        yield half(0, 1) + half(1, last)
    yield half(0, 1, 30) + half(1, 1, 27)
    yield (half(0, 1) + half(1, 1)).replace(struct.pack("<Q", 10**18), struct.pack("<Q", 2**64 - 1))


def main() -> int:
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(globals()[name]()):
            (folder / name / f"seed-{number}").write_bytes(content)
        for crasher in HERE.glob(f"crashers/{name}-*.hex"):
            text = "".join(line.partition("#")[0] for line in crasher.read_text().splitlines())
            (folder / name / crasher.stem).write_bytes(bytes.fromhex(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
