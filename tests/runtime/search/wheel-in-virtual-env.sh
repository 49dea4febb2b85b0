# VIRTUAL_ENV's site-packages are searched, for any Python; a relative value is refused.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
mkdir program
consumer "$SOURCE/tests/fake/ask.c" program/ask
fake_library nccl 2.28.1 venv/lib/python3.13/site-packages/nvidia/nccl/lib
mkdir -p venv/lib/python3.9/site-packages

equal "$(VIRTUAL_ENV=$stage/venv program/ask where)" \
    "wheel 22801 $stage/venv/lib/python3.13/site-packages/nvidia/nccl/lib/libnccl.so.2"
for value in venv ./venv ../venv; do
    VIRTUAL_ENV=$value program/ask where error >output
    says output '^absent$'
    says output "^NCCL cannot be used: VIRTUAL_ENV=$value refused: not an absolute path"
done
VIRTUAL_ENV=$stage/missing program/ask where report >output
says output '^absent$'
says output "^wheel +$stage/missing/lib: cannot be read: No such file or directory$"
VIRTUAL_ENV='' program/ask load report >output
says output '^wheel +VIRTUAL_ENV is not set$'
