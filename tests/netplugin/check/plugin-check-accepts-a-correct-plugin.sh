# `lazynccl plugin check` acts as NCCL with every version that a plugin exports, and finds no
# problems in a correct plugin.
two_versions both.so
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
in_json said '[one] = said["interfaces"]
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

"$TOOL" plugin check both.so --interface net >said
says said '^start           ok   ok$'

# a plugin with one receive at a time, and one for GPU memory
net_plugin one.so -DMAX_RECVS=1
"$TOOL" plugin check one.so >said
says said '^groups           -  maxRecvs is 1$'
net_plugin cuda.so '-DIN_PROPERTIES=is->ptrSupport |= PTR_CUDA'
"$TOOL" plugin check cuda.so >said
says said '^flush           ok$'

# unusable files
exits 2 "$TOOL" plugin check both.so --device 2 >said 2>err
equal "$(cat said)$(cat err)" "lazynccl plugin: there is no device 2"
net_plugin driver.so '-DIN_INIT=return 2' -DLOG=no_GPU
exits 2 "$TOOL" plugin check driver.so >said 2>err
equal "$(cat err)" \
    "lazynccl plugin: cannot look at $stage/driver.so: it cannot be tried without a GPU's driver"
says said '^note\[LN312\] '
