# The second of NVRTC and nvJitLink is found where the first was, with the same CUDA major, even if
# wheels of both majors are installed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
nvrtc_12=nvidia-cuda-nvrtc-cu12-12.8.93 nvjitlink_12=nvidia-nvjitlink-cu12-12.9.86
nvrtc_13=nvidia-cuda-nvrtc-13.0.88 nvjitlink_13=nvidia-nvjitlink-13.0.88
newest=nvidia-nvjitlink-13.5.37
need_release $nvrtc_12 $nvjitlink_12 $nvrtc_13 $nvjitlink_13 $newest

site=$PWD/venv/lib/python3.11/site-packages
for release in $nvrtc_12 $nvjitlink_12 $nvrtc_13 $nvjitlink_13; do
    install_wheel $release "$site"
done
export VIRTUAL_ENV="$PWD/venv"
twelve="took: nvrtc 120800 NVRTC $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12
took: nvjitlink 120900 NVJITLINK $site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
thirteen="took: nvrtc 130000 NVRTC $site/nvidia/cu13/lib/libnvrtc.so.13
took: nvjitlink 130000 NVJITLINK $site/nvidia/cu13/lib/libnvJitLink.so.13"

# pair PROGRAM EXPECTED NVRTC-LOCATION NVJITLINK-LOCATION STEP...: prints EXPECTED and these search
# locations.
pair()
{
    program=$1 expected=$(echo "$2" | sed "s/NVRTC /$3 /; s/NVJITLINK /$4 /" | sort)
    shift 4
    run ./"$program" "$@" report >said
    says said '^compile: 0$'
    says said '^link: 0$'
    equal "$(grep ^took: said | sort -u)" "$expected"
    says_not said '^warning'
}

# Plain names: the newest major first, unless the partner has the other.
consumer "$SOURCE/tests/real/loader/pair.c" plain $(headers $nvrtc_13 $newest) -DNVJITLINK_NO_INLINE
pair plain "$thirteen" wheel partner compile link
pair plain "$thirteen" partner wheel create compile link
(
    export LAZYNCCL_LIBPATH="$site/nvidia/cuda_nvrtc/lib"
    pair plain "$twelve" env partner compile link
    export LAZYNCCL_LIBPATH="$site/nvidia/nvjitlink/lib"
    pair plain "$twelve" partner env create compile link
    # a file does not determine the other's major
    export LAZYNCCL_LIBPATH="$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
    pair plain "$twelve" env partner compile link
)
(
    export LAZYNCCL_CUDA=12
    pair plain "$twelve" wheel partner compile link
    pair plain "$twelve" partner wheel create compile link
)

# Versioned names: the program determines the major.
consumer "$SOURCE/tests/real/loader/pair.c" of_12 $(headers $nvrtc_12 $nvjitlink_12)
pair of_12 "$twelve" wheel partner compile link
pair of_12 "$twelve" partner wheel create compile link
consumer "$SOURCE/tests/real/loader/pair.c" of_13 $(headers $nvrtc_13 $newest)
pair of_13 "$thirteen" wheel partner compile link
pair of_13 "$thirteen" partner wheel create compile link
