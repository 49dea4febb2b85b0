# A Python from whose site-packages nothing is loaded yet: they are found by the path that it was
# called by, which for a virtual environment is a link out of it; in any other program they count for
# nothing.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
mkdir -p base/bin venv/bin elsewhere
consumer "$SOURCE/tests/fake/ask.c" base/bin/python3.11
ln -s "$stage/base/bin/python3.11" venv/bin/python3
ln -s python3 venv/bin/python
ln -s "$stage/base/bin/python3.11" elsewhere/python
ln -s "$stage/base/bin/python3.11" venv/bin/ask
site=$stage/venv/lib/python3.11/site-packages
fake_library nccl 2.28.1 "$site/nvidia/nccl/lib"
fake_library nccl 2.27.3 other/lib/python3/dist-packages/nvidia/nccl/lib
wanted="wheel 22801 $site/nvidia/nccl/lib/libnccl.so.2"

for program in python python3; do
    equal "$("$stage/venv/bin/$program" where)" "$wanted"
    equal "$(PATH=$stage/venv/bin:$PATH $program where)" "$wanted"
    # a script whose first line names it
    printf '#!%s where\n' "$stage/venv/bin/$program" >script
    chmod +x script
    equal "$(./script | head -n 1)" "$wanted"
done
for program in "$stage/base/bin/python3.11" "$stage/elsewhere/python" "$stage/venv/bin/ask" \
    venv/bin/python; do
    equal "$($program where)" absent
done

# before VIRTUAL_ENV, which may be of another shell; Debian's folder has a name of its own
equal "$(VIRTUAL_ENV=$stage/other "$stage/venv/bin/python" where)" "$wanted"
equal "$(VIRTUAL_ENV=$stage/other "$stage/base/bin/python3.11" where)" \
    "wheel 22703 $stage/other/lib/python3/dist-packages/nvidia/nccl/lib/libnccl.so.2"
