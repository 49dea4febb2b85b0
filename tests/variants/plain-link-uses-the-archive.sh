#!/bin/sh
# -llazynccl links the archive, even if the shared library is installed, because that is in a
# separate folder.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/installed.sh"

for compiler in "$CC consumer.c" "$CXX consumer.cpp"; do
    $compiler -Wall -Wextra -Werror -o consumer -I"$prefix/include" -L"$libdir" -llazynccl
    needs_no_library consumer
    works ./consumer

    $compiler -o consumer -I"$prefix/include" -L"$libdir/lazynccl/shared" -llazynccl
    needs_shared consumer
    works ./consumer
done
