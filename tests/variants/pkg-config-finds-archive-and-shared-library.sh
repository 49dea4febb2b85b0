#!/bin/sh
# pkg-config's lazynccl is the archive, lazynccl-shared the shared library; both work after the
# installation was moved.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/installed.sh"

for compiler in "$CC consumer.c" "$CXX consumer.cpp"; do
    $compiler -o consumer $(pkg-config --cflags --libs lazynccl)
    needs_no_library consumer
    works ./consumer

    $compiler -o consumer $(pkg-config --cflags --libs lazynccl-shared)
    needs_shared consumer
    works ./consumer
done
