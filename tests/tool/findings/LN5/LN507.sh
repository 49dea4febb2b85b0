# The module that needs NCCL, packed as a wheel.
verb="audit /train-1.0-py3-none-any.whl"
(cd "$site" && "$PYTHON" - "$root/train-1.0-py3-none-any.whl" <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.write("train/kernels.so")
    wheel.writestr("train-1.0.dist-info/METADATA", "Name: train\nVersion: 1.0\n\n")
END
)
