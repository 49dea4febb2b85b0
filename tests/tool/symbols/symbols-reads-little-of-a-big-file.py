"""Symbols of a 4 GiB file reads only what it needs."""
import os
import shlex
import subprocess
import sys

folder = os.getcwd()
file = f"{folder}/big.so"
subprocess.run([*shlex.split(os.environ["CC"]), "-fPIC", "-shared", "-o", file, "-x", "c", "-"],
               input=b"int a;", check=True)
os.truncate(file, 4 << 30)
with subprocess.Popen([os.environ["TOOL"], "symbols", file], stdout=subprocess.PIPE) as command:
    assert command.stdout
    said = command.stdout.read()
    _, status, used = os.wait4(command.pid, 0)
print(said.decode(), f"{used.ru_maxrss} KiB, {used.ru_inblock} blocks")
sys.exit(status != 0 or b"  global  a\n" not in said or used.ru_maxrss > 64 << 10)
