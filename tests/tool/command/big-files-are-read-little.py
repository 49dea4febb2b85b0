"""Audit and symbols read only the needed parts of 4 GiB files and of their dependencies."""
import os
import shlex
import subprocess

folder = os.getcwd()


def build(name: str, *options: str) -> None:
    compiler = shlex.split(os.environ["CC"])
    subprocess.run([*compiler, "-fPIC", "-shared", "-o", f"{folder}/{name}", "-x", "c", "-",
                    *options], input=b"int a;", check=True)
    os.truncate(f"{folder}/{name}", 4 << 30)


build("libcublas.so.12", "-Wl,-soname,libcublas.so.12")
build("big.so", "-x", "none", "-Wl,--no-as-needed,-rpath,$ORIGIN", f"{folder}/libcublas.so.12")
for verb, path, wanted, most in (("audit", folder, b"nothing used of libcublas.so.12", 20 << 10),
                                 ("symbols", f"{folder}/big.so", b"  global  a\n", 64 << 10)):
    with subprocess.Popen([os.environ["TOOL"], verb, path], stdout=subprocess.PIPE) as command:
        assert command.stdout
        said = command.stdout.read()
        _, status, used = os.wait4(command.pid, 0)
    print(said.decode(), f"{used.ru_maxrss} KiB, {used.ru_inblock} blocks")
    assert status == 0 and wanted in said and used.ru_maxrss <= most, verb
