# The package of the module that needs the library says which of NVIDIA's packages has it.
rm -r "$site/nvidia/nccl" "$site"/nvidia_nccl_cu12-*
for package in another train; do
    mkdir "$site/$package-1.0.dist-info"
    printf 'Name: %s\nVersion: 1.0\nRequires-Dist: nvidia-nccl-cu13==%s; platform_system == "Linux"\n' \
        $package 2.2$([ $package = train ] && echo 9 || echo 8).3 >"$site/$package-1.0.dist-info/METADATA"
done
echo train/kernels.so,, >"$site/train-1.0.dist-info/RECORD"
