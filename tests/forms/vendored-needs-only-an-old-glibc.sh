#!/bin/sh
# What a vendored copy takes from the C library is old, so that it raises no wheel's manylinux tag:
# nothing newer than glibc 2.17 but the loader's own functions, which moved into libc.so.6 with
# 2.34, and nothing that newer headers rename: stat, scanf and strtol among them.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/vendored.sh"

vendor copy nccl nvrtc nvjitlink
for options in "-O2" "-O2 -D_FORTIFY_SOURCE=2" "-O0 -D_FILE_OFFSET_BITS=64"; do
    $CC $options -shared -fPIC copy/lazynccl.c -o copy.so
    nm -D --undefined-only copy.so | awk 'NF == 2 { print $2 }' >needed
    says needed '^dlopen(@|$)'
    says_not needed '^(__isoc|_?_?[lf]?x?stat|v?[fs]?scanf|strto|ato[il]|pthread_|arc4random)'
    sed -n 's/@GLIBC_2\./ /p' needed | awk '$2 >= 18 && $1 !~ /^dl(open|sym|error|close|info|addr1?)$/' \
        >newer
    [ ! -s newer ] || fail "$(cat newer)"
done

readelf -d copy.so | grep NEEDED >needed
says_not needed '\[lib[^c]|\[libc[^.]'
