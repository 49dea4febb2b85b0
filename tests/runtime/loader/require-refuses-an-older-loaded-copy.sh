# A loaded copy that is too old is an error, because a second copy would be worse.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.18.3 old
fake_library nccl 2.28.1 nvidia/nccl/lib

equal "$(./ask require=22703 where)" "require 0
wheel 22801 $stage/nvidia/nccl/lib/libnccl.so.2"
for how in open open-global; do
    ./ask $how="$stage/old/libnccl.so.2" require=22703 call string=2 mapped=libnccl >output
    says output '^call 2 0'
    says output "^NCCL cannot be used: $stage/old/libnccl.so.2: is 2.18.3, at least 2.27.3 "
    says output '; it is already loaded, and a second copy would be worse \(loaded\)'
    equal "$(grep -c '^mapped' output)" 1
done
# also as a handle
./ask open="$stage/old/libnccl.so.2" require=22703 handle call >output
says output '^call 2 0'
# a new enough copy is used
equal "$(./ask open="$stage/old/libnccl.so.2" require=21803 where)" "require 0
loaded 21803 $stage/old/libnccl.so.2"
