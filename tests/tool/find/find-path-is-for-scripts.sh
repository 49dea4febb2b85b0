# `find --path` prints a path alone, and `find --export` a line for shells; neither prints anything if
# there is no file, or it is not safe to name it in a script (vllm#15525: VLLM_NCCL_SO_PATH).

# finds [OPTION...]: of an environment in the folder $here
finds()
{
    status=0
    VIRTUAL_ENV="$here" LAZYNCCL_SEARCH=wheel "$TOOL" find nccl --no-python "$@" \
        >found 2>said || status=$?
}
# refuses TEXT: neither option prints anything
refuses()
{
    for option in --path --export; do
        finds $option
        equal "$status:$(cat found)" 1:
        equal "$(wc -l <said)" 1
        says said "^lazynccl find: nccl: $1$"
    done
}
below=lib/python3.11/site-packages/nvidia/nccl/lib

here=$stage/venv
fake_library nccl 2.20.3 "$here/$below"
touch "$here/pyvenv.cfg"
finds --path
equal "$status:$(cat found)" "0:$here/$below/libnccl.so.2"
[ -z "$(cat said)" ] || fail "$(cat said)"
finds --export
equal "$(cat found)" "export LAZYNCCL_LIBPATH='nccl=$here/$below/libnccl.so.2'"
eval "$(cat found)"
equal "$("$TOOL" find nccl --no-python --path)" "$here/$below/libnccl.so.2"
unset LAZYNCCL_LIBPATH
finds --path --min 2.21
equal "$status:$(cat found)" 1:

chmod o+w "$here/$below"
refuses 'other users can replace the file'
chmod o-w "$here/$below"
for name in 'a:b' "it's" "$(printf 'a\tb')" "$(printf 'a\302\233b')"; do
    mv "$here" "$stage/$name"
    here=$stage/$name
    refuses 'its path has a colon, a quote or a control character'
done
rm -r "$here"
refuses 'no file found'
