# The exit status and the JSON of `lazynccl plugin check` tell CI which trials failed. --fail-on and
# --allow select the findings that decide. The removed options name what replaces them.
net_plugin warned.so '-DIN_PROPERTIES=is->speed = 0'
net_plugin failed.so -DFAULT_SIZES

# checks STATUS FILE [OPTION...]
checks()
{
    wanted=$1 file=$2 status=0
    shift 2
    "$TOOL" plugin check "$file" "$@" >said 2>err || status=$?
    equal "$* $status" "$* $wanted"
}

# In JSON: the interface, and its trials by name.
trials='[one] = said["interfaces"]
trials = {trial["name"]: trial for trial in one["trials"]}
'
checks 1 warned.so
says said '^warning\[LN317\] '
checks 0 warned.so --fail-on error
checks 0 warned.so --allow LN316,LN317
checks 1 warned.so --allow LN316
checks 3 warned.so --allow LN99
equal "$(cat err)" 'lazynccl plugin: --allow takes finding IDs, not: LN99; try: lazynccl plugin --help'
checks 3 warned.so --fail-on note
checks 1 failed.so --fail-on error

checks 1 failed.so --json
in_json said "$trials"'
assert one["kind"] == "net" and one["version"] == 12 and len(trials) == 17, one
[finding] = [each for each in trials["sizes"]["findings"] if each["counts"]]
assert trials["sizes"]["result"] == "failed" and finding["id"] == "LN324", finding
assert "for 100 bytes in a buffer of 4096" in finding["text"], finding
assert trials["flush"]["result"] == "skipped", trials["flush"]
assert trials["messages"]["result"] == "passed" and not trials["messages"]["findings"]
assert sum(trial["milliseconds"] for trial in trials.values()) > 10, trials'

# Every line of a trial is in it.
net_plugin devices.so -DMAX_RECVS=0 '-DIN_PROPERTIES=is->ptrSupport = PTR_CUDA'
checks 1 devices.so --json
in_json said "$trials"'
assert [each["id"] for each in trials["start"]["findings"]] == ["LN316", "LN316"], trials["start"]'

# Findings that do not count are listed.
checks 0 failed.so --allow LN324
equal "$(tail -n 1 said)" 'allowed   LN324'
checks 0 failed.so --allow LN324 --json
in_json said "$trials"'
[finding] = trials["sizes"]["findings"]
assert finding["id"] == "LN324" and finding["counts"] is False, finding'

# The log contains bytes that are not UTF-8.
net_plugin renamed.so '-DIN_INIT=TABLE.name = "\xff\xef\xbf\xbe\1\xc3\xa4<"'
checks 0 renamed.so --json
in_json said "$trials"'text = trials["start"]["findings"][0]["text"]
assert text.endswith("<\" after it") and "\\xff" in text and "\xff" not in text, text'

checks 3 failed.so --junit=plugin.xml
equal "$(cat err)" \
    'lazynccl plugin: --junit: removed in 0.2; use the exit status, and --json for the trials'
checks 3 failed.so --replay recording
says err '^lazynccl plugin: --replay: removed in 0\.2; .* lazynccl run --trace '
