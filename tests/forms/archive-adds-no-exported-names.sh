#!/bin/sh
# No name of ours or of the libraries leaves a program or a library that holds the archive, even if
# it exports all it has.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

consumer "$SOURCE/tests/forms/consumer.c" consumer -rdynamic
consumer "$SOURCE/tests/forms/consumer.c" libconsumer.so -shared -fPIC
for file in consumer libconsumer.so; do
    nm -D --defined-only "$file" >names
    says names ' main$'
    says_not names 'nccl|nvrtc|nvJitLink'
done
