#!/bin/sh
# -llazynccl means the archive, though the shared form is installed as well; the shared form is
# had by naming its folder.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/installed.sh"

for compiler in "$CC consumer.c" "$CXX consumer.cpp"; do
    $compiler -Wall -Wextra -Werror -o consumer -I"$prefix/include" -L"$libdir" -llazynccl
    needs_nothing consumer
    works ./consumer

    $compiler -o consumer -I"$prefix/include" -L"$libdir/lazynccl/shared" -llazynccl
    needs_ours consumer
    works ./consumer
done
