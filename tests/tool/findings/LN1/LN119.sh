# A container was started without the driver's libraries.
rm "$root"/usr/lib/libcuda.so*
expect '\].*575\.57\.08.*libcuda\.so\.1$'
expect '^examining: python 3\.11 of /venv; driver 575\.57\.08 \(CUDA 12\.9\)$'
