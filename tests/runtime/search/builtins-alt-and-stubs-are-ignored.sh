# In a folder, libnvrtc-builtins, libnvrtc.alt and names without a version are ignored. Files in
# stubs/ are always ignored. A file that a setting assigns is judged by its exports.
fake_library nvrtc 12.9 good
export LAZYNCCL_LIBPATH

mkdir odd
for name in libnvrtc-builtins.so.12.9 libnvrtc.alt.so.12 libnvrtc-builtins.alt.so.12.9 \
    libnvrtc_static.so.12; do
    cp good/libnvrtc.so.12 odd/$name
    LAZYNCCL_LIBPATH=$stage/odd
    equal "$(./ask nvrtc where)" absent
    LAZYNCCL_LIBPATH=nvrtc=$stage/odd/$name
    equal "$(./ask nvrtc where)" "env 120900 $stage/odd/$name"
    rm odd/$name
done
cp good/libnvrtc.so.12 odd/libnvrtc.so
LAZYNCCL_LIBPATH=$stage/odd
equal "$(./ask nvrtc where)" absent
LAZYNCCL_LIBPATH=$stage/odd/libnvrtc.so # a file that bears the name is not ignored
equal "$(./ask nvrtc where)" "env 120900 $stage/odd/libnvrtc.so"

mkdir stubs
cp good/* stubs
for entry in stubs stubs/ stubs/libnvrtc.so.12 good/../stubs; do
    LAZYNCCL_LIBPATH=$stage/$entry
    shows '^absent$' ./ask nvrtc where report
    says output "^env .*stubs/*libnvrtc.so.12: for linking only"
done
unset LAZYNCCL_LIBPATH
export LAZYNCCL_SEARCH=system LAZYNCCL_CUDA=12
LD_LIBRARY_PATH=$stage/stubs ./ask nvrtc where report >output
says_not output "^system 120900"
LD_LIBRARY_PATH=$stage/stubs:$stage/good ./ask nvrtc where report >output
says output "^system 120900 $stage/good/libnvrtc.so.12$"

# Only the name of the innermost folder counts, and it must be the whole name.
mkdir -p stubs/venv
mv good stubs/venv
export LAZYNCCL_SEARCH=env
for folder in stubs/venv/good stubs/tubs stubs/stubz; do
    [ -e $folder ] || cp -r stubs/venv/good $folder
    equal "$(LAZYNCCL_LIBPATH=$stage/$folder ./ask nvrtc where)" "env 120900 $stage/$folder/libnvrtc.so.12"
done
