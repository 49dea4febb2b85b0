# Without a release, the importer asks pip for the versions of the stub's first package and reads the
# newest. Two importers download it once, and keep what they read of the wheel. The pip of this test
# lists two versions and makes the wheel of either.
. "$SOURCE/tests/gen/toy.sh"
sed -i 's|^wheels = .*|wheels = ["nvidia/toy/lib"]|' toy.toml
cp toy.toml before.toml
for version in 1.2.0 1.3.0; do
    release $version
    mkdir -p wheels/toy-$version/nvidia
    cp -r toy wheels/toy-$version/nvidia/toy
done

mkdir modules modules/pip
: >modules/pip/__init__.py
cat >modules/pip/__main__.py <<'END'
import os
import shutil
import sys
import time

if sys.argv[1] == "index":
    print(f"{sys.argv[3]} (1.3.0)\nAvailable versions: 1.3.0, 1.2.0")
else:
    with open(f"{os.environ['STAGE']}/downloads", "a") as downloads:
        downloads.write("one\n")
    time.sleep(1)
    folder = sys.argv[sys.argv.index("--dest") + 1]
    release = next(word for word in sys.argv if "==" in word).replace("==", "-")
    archive = shutil.make_archive(f"{folder}/{release}", "zip",
                                  f"{os.environ['STAGE']}/wheels/{release}")
    os.rename(archive, archive.replace(".zip", "-py3-none-any.whl"))
END
export PYTHONPATH="$stage/modules" STAGE="$stage" XDG_CACHE_HOME="$stage/cache"
cp toy.toml other.toml
"$PYTHON" "$SOURCE/gen" import ./other.toml >other 2>&1 &
"$PYTHON" "$SOURCE/gen" import ./toy.toml >said 2>&1 || fail "$(cat said)"
wait $! || fail "$(cat other)"
equal "$(cat downloads)" one
equal "$(find cache -name '*.whl')" ''
says said '^toy toy-1\.3\.0: 3 exports, '
changed '< described = "1.2.0"
> described = "1.3.0"'
