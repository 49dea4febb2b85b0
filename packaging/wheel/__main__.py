"""python -m lazynccl: becomes the command that is installed for this Python.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
import sys
from importlib.metadata import files

command = next(str(file.locate()) for file in files("lazynccl") or ()
               if file.name == "lazynccl" and file.parent.name == "bin")
# The command examines the first python3 in PATH.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
os.execv(command, [command, *sys.argv[1:]])
