# The same, in a wheel.
mkdir "$root/wheels"
"$PYTHON" - "$root/wheels/cupy-1.0-py3-none-any.whl" <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("cupy/other.py", "pass\n")
    wheel.writestr("cupy/__init__.py", "_environment._preload_library('nccl')\n")
    wheel.writestr("cupy-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
    wheel.writestr("cupy-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: cupy\nVersion: 1.0\n")
    wheel.writestr("cupy-1.0.dist-info/RECORD", "cupy/other.py,,\ncupy/__init__.py,,\n")
END
verb="audit /wheels/cupy-1.0-py3-none-any.whl"
