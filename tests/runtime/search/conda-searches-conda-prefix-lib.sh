# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 conda/lib
mkdir -p empty/lib

equal "$(CONDA_PREFIX=$stage/conda ./ask where)" "conda 22801 $stage/conda/lib/libnccl.so.2"
CONDA_PREFIX=conda ./ask where error >output
says output '^absent$'
says output '^NCCL cannot be used: CONDA_PREFIX=conda/?l?i?b? refused: not an absolute path'
CONDA_PREFIX=$stage/empty ./ask where report >output
says output '^absent$'
says output "^conda +$stage/empty/lib: no libnccl.so.2$"
CONDA_PREFIX=$stage/missing ./ask where report >output
says output "^conda +$stage/missing/lib: cannot be read: No such file or directory$"
