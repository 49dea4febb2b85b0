# A module without a search path, whose package opens the wheel's library before it.
verb="audit -v /venv/lib/python3.11/site-packages"
module "$site/train/kernels.so" kernels.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
package train 1.0 train/kernels.so
sed -i '/^Version/a Requires-Dist: cuda-pathfinder' "$site/train-1.0.dist-info/METADATA"
# what the package installed is only counted
on_root audit /venv/lib/python3.11/site-packages >said || fail "$(cat said)"
says said '^1 note on files that packages installed: -v shows them$'
