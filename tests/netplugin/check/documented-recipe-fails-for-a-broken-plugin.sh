# The CI recipe in docs/plugins/check.md accepts a good plugin, and fails for plugins that do not
# load, do not start, or lose data.

# The lines of "run: |", without the installation.
sed -n '/^```yaml/,/^```/s/^    //p' "$SOURCE/docs/plugins/check.md" | grep -v '^pip install' >recipe
equal "$(cut -d' ' -f1-3 recipe)" 'lazynccl plugin check'
mkdir bin build
ln -s "$TOOL" bin/lazynccl

# recipe STATUS FAILURES COMPILER-OPTION...: runs the recipe on a plugin built with these options.
recipe()
{
    wanted="$1 $2" status=0
    shift 2
    $CC -w -shared -fPIC -I"$BUILD/src/netplugin" "$@" -o build/libnccl-net-mine.so
    PATH=$stage/bin:$PATH sh -e recipe >said 2>&1 || status=$?
    equal "$* $status $(failed_trials plugin.json)" "$* $wanted"
}
plugin=$SOURCE/tests/netplugin/check/plugin.c
recipe 0 0 "$plugin"
recipe 0 0 "$plugin" '-DIN_PROPERTIES=is->speed = 0' # a warning
echo 'int not_there(void); void *used = not_there;' >undefined.c
recipe 1 1 "$plugin" undefined.c
recipe 1 1 "$plugin" '-DIN_INIT=return 3'
recipe 1 2 "$plugin" -DFAULT_SIZES
recipe 1 1 "$plugin" '-DIN_IRECV=abort()'
