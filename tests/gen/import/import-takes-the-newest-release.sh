# Without a release, the importer asks pip for the versions of the stub's first package and reads the
# newest. Two importers download it once, and keep what they read of the wheel. The pip of this test
# lists two versions and makes the wheel of either.
sed -i 's|^wheels = .*|wheels = ["nvidia/toy/lib"]|' toy.toml
cp toy.toml before.toml
for version in 1.2.0 1.3.0; do
    release $version
    mkdir -p wheels/toy-$version/nvidia
    cp -r toy wheels/toy-$version/nvidia/toy
done
fake_pip toy=1.3.0,1.2.0
export SECONDS_OF_DOWNLOAD=1
cp toy.toml other.toml
"$PYTHON" "$SOURCE/gen" import ./other.toml >other 2>&1 &
"$PYTHON" "$SOURCE/gen" import ./toy.toml >said 2>&1 || fail "$(cat said)"
wait $! || fail "$(cat other)"
equal "$(cat downloads)" one
equal "$(find cache -name '*.whl')" ''
says said '^toy toy-1\.3\.0: 3 exports, '
changed '< described = "1.2.0"
> described = "1.3.0"'
