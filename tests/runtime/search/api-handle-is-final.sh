# lazynccl_set_handle accepts the program's own dlopen handle, whatever its file's name and folder.
fake_library nccl 2.28.1 mine
mv mine/libnccl.so.2 mine/private.so
fake_library nccl 2.28.2 env
fake_library nvrtc 12.9 nvrtc

export LAZYNCCL_LIBPATH="$stage/env"
equal "$(./ask open="$stage/mine/private.so" handle where call)" "set_handle 0
api 22801 $stage/mine/private.so
call 0 22801.0"
for change in chdir=/ remove=gone.so; do # the file is not searched again
    cp mine/private.so gone.so
    ./ask open=./gone.so $change handle call >output
    equal "$(cat output)" "set_handle 0
call 0 22801.0"
done

shows '^absent$' ./ask open="$stage/nvrtc/libnvrtc.so.12" handle where report
says output '^api       the handle: exports none of its functions$'
says_not output '^env '
