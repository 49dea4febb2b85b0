# The NCCL beside PyTorch is newer than the one that it was built with, and prints (verl#6621).
package torch 2.15.0 torch/__init__.py
sed -i 's/^$/Requires-Dist: nvidia-nccl-cu12==2.27.5; platform_system == "Linux"\n/' \
    "$site/torch-2.15.0.dist-info/METADATA"
