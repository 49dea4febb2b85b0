#!/bin/sh
# pkg-config's lazynccl is the archive, its lazynccl-shared the shared form; both are found where
# they lie, not where they were configured to lie.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/installed.sh"

for compiler in "$CC consumer.c" "$CXX consumer.cpp"; do
    $compiler -o consumer $(pkg-config --cflags --libs lazynccl)
    needs_nothing consumer
    works ./consumer

    $compiler -o consumer $(pkg-config --cflags --libs lazynccl-shared)
    needs_ours consumer
    works ./consumer
done
