# Location "toolkit" searches lib64, lib and targets/*/lib of NCCL_HOME (NCCL only), CUDA_PATH and
# CUDA_HOME.
export LAZYNCCL_SEARCH=toolkit LAZYNCCL_CUDA=12

for variable in NCCL_HOME CUDA_PATH CUDA_HOME; do
    patch=0
    for below in targets/x86_64-linux/lib lib lib64; do # each wins over the one before
        patch=$((patch + 1))
        fake_library nccl 2.28.$patch $variable/$below
        equal "$(env $variable="$stage/$variable" ./ask where)" \
            "toolkit 2280$patch $stage/$variable/$below/libnccl.so.2"
    done
    fake_library nvrtc 12.9 $variable/lib64
    env $variable="$stage/$variable" ./ask nvrtc where >output
    case $variable in
    NCCL_HOME) says_not output "$stage" ;;
    *) says output "^toolkit 120900 $stage/$variable/lib64/libnvrtc.so.12$" ;;
    esac
done

export NCCL_HOME="$stage/NCCL_HOME" CUDA_PATH="$stage/CUDA_PATH" CUDA_HOME="$stage/CUDA_HOME"
for variable in NCCL_HOME CUDA_PATH CUDA_HOME; do
    equal "$(./ask where)" "toolkit 22803 $stage/$variable/lib64/libnccl.so.2"
    rm -r "$stage/$variable"
done
