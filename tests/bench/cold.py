"""Has the kernel forget the contents of all files below a folder: usage: cold.py FOLDER"""
import os
import sys

os.sync()  # the kernel does not forget pages that are not yet written
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            file = os.open(path, os.O_RDONLY)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(file)
