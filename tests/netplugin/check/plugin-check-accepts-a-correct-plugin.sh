# `lazynccl plugin check` acts as NCCL with every version that a plugin exports, and finds no
# problems in a correct plugin.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

for version in 8 12; do
    $CC -w -c -fPIC -I"$BUILD/src/netplugin" -DVERSION=$version "$SOURCE/tests/netplugin/check/plugin.c" \
        -o $version.o
done
$CC -shared 8.o 12.o -o both.so
"$TOOL" plugin check both.so >said
equal "$(head -n 2 said)" "                v8  v12
start           ok   ok"
says_not said '^[a-z ]+ (no|\?)'
says said '^contexts         -   ok  contexts exist since v11$'
says said '^processes       ok   ok$'
equal "$(tail -n 1 said)" "$no_problems"
equal "$(grep -E '^NCCL since|^ +[0-9]' said)" "NCCL since    2.20.3   v8   passed
              2.30.3   v12  passed"

"$TOOL" plugin check both.so --interface 8 --device 1 --json >said
"$PYTHON" -c '
import json
said = json.load(open("said"))
[one] = said["interfaces"]
results = {trial["name"]: trial for trial in one["trials"]}
assert one["version"] == 8 and len(results) == 17, said
took = results["processes"].pop("milliseconds")
assert took > 0 and results["processes"] == {
    "name": "processes", "result": "passed", "why": None, "place": None, "findings": []}, results
assert results["flush"]["result"] == "skipped" and "GPU" in results["flush"]["why"], results
assert said["findings"] == [], said
docs = open("'"$SOURCE"'/docs/plugins/check.md").read()
for name in results:
    assert f"\n| {name} | " in docs, f"docs/plugins/check.md does not mention {name}"'

# a plugin with one receive at a time, and one for GPU memory
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DMAX_RECVS=1 "$SOURCE/tests/netplugin/check/plugin.c" -o one.so
"$TOOL" plugin check one.so >said
says said '^groups           -  maxRecvs is 1$'
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DCUDA "$SOURCE/tests/netplugin/check/plugin.c" -o cuda.so
"$TOOL" plugin check cuda.so >said
says said '^flush           ok$'

# unusable files
status=0
"$TOOL" plugin check both.so --device 2 >said 2>err || status=$?
equal "$status $(cat said)$(cat err)" "2 lazynccl plugin: there is no device 2"
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" '-DIN_INIT=return 2' -DLOG=no_GPU \
    "$SOURCE/tests/netplugin/check/plugin.c" -o driver.so
status=0
"$TOOL" plugin check driver.so >said 2>err || status=$?
equal "$status $(cat err)" \
    "2 lazynccl plugin: cannot look at $stage/driver.so: it cannot be tried without a GPU's driver"
says said '^note\[LN312\] '
