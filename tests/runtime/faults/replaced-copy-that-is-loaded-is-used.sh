# If the program has loaded the library, by a relative or absolute name, and the file was replaced
# or removed afterwards, the loaded copy is used and no second one is loaded.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 first
fake_library nccl 2.28.2 second
fake_library nccl 2.27.3 nvidia/nccl/lib # a wheel next to the program
status=0
for name in ./lib/libnccl.so.2 "$stage/lib/libnccl.so.2"; do
    for change in rename=second/libnccl.so.2:lib/libnccl.so.2 remove=lib/libnccl.so.2; do
        rm -rf lib
        cp -r first lib
        said=$(./ask open=$name $change where | tail -n 1)
        cp first/libnccl.so.2 second/
        echo "opened as $name, then $change: $said"
        case $said in
        "loaded 22801 "*) ;;
        *) status=1 ;;
        esac
    done
done
exit $status
