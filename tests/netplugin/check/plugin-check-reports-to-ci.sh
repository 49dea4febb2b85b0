# `lazynccl plugin check` writes JUnit XML. --fail-on and --allow select the findings that decide
# the exit status.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DFAULT_SPEED "$SOURCE/tests/netplugin/check/plugin.c" -o warned.so
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DFAULT_SIZES \
    "$SOURCE/tests/netplugin/check/plugin.c" -o failed.so

# checks STATUS FILE [OPTION...]
checks()
{
    wanted=$1 file=$2 status=0
    shift 2
    "$TOOL" plugin check "$file" --junit junit.xml "$@" >said 2>err || status=$?
    equal "$* $status" "$* $wanted"
}
checks 1 warned.so
says said '^warning\[LN317\] '
checks 0 warned.so --fail-on error
checks 0 warned.so --allow LN316,LN317
checks 1 warned.so --allow LN316
checks 3 warned.so --allow LN99
equal "$(cat err)" 'lazynccl plugin: --allow takes finding IDs, not: LN99; try: lazynccl plugin --help'
checks 3 warned.so --fail-on note
checks 1 failed.so --fail-on error

checks 1 failed.so
"$PYTHON" -c '
import xml.etree.ElementTree as tree
[suite] = tree.parse("junit.xml").getroot()
assert suite.get("name") == "net v12" and suite.get("tests") == "17", suite.attrib
cases = {case.get("name"): case for case in suite}
[failure] = cases["sizes"]
assert failure.tag == "failure" and failure.get("type") == "LN324", failure.attrib
assert "for 100 bytes in a buffer of 4096" in failure.get("message"), failure.attrib
[skipped] = cases["flush"]
assert skipped.tag == "skipped", skipped
assert not list(cases["messages"]), "messages"
assert cases["sizes"].find("system-out") is None, "nothing is excused"
assert float(cases["messages"].get("time")) > 0, cases["messages"].attrib
assert float(suite.get("time")) > 0.01, suite.attrib
wrong = sum(any(part.tag == "failure" for part in case) for case in suite)
assert suite.get("failures") == str(wrong), suite.attrib'
checks 2 failed.so --junit nowhere/junit.xml
says err 'nowhere/junit.xml: No such file or directory$'

# Every line of a trial is in the XML.
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DMAX_RECVS=0 -DFAULT_POINTERS \
    "$SOURCE/tests/netplugin/check/plugin.c" -o devices.so
checks 1 devices.so
"$PYTHON" -c '
import xml.etree.ElementTree as tree
[failure] = tree.parse("junit.xml").getroot()[0][0]
lines = failure.text.strip().splitlines()
assert len(lines) == 2 and all(line.startswith("LN316: ") for line in lines), lines'

# Findings that do not count are listed. JSON also has the durations.
checks 0 failed.so --allow LN324
equal "$(tail -n 1 said)" 'allowed   LN324'
"$PYTHON" -c '
import xml.etree.ElementTree as tree
[suite] = tree.parse("junit.xml").getroot()
cases = {case.get("name"): case for case in suite}
[out] = cases["sizes"]
assert out.tag == "system-out" and "allowed: LN324: " in out.text, out.text'
"$TOOL" plugin check failed.so --allow LN324 --json >json
"$PYTHON" -c '
import json
[one] = json.load(open("json"))["interfaces"]
trials = {trial["name"]: trial for trial in one["trials"]}
assert sum(trial["milliseconds"] for trial in trials.values()) > 10, trials
[finding] = [f for f in trials["sizes"]["findings"]][:1]
assert finding["id"] == "LN324" and finding["counts"] is False, finding
assert trials["messages"]["findings"] == [], trials'

# The log contains bytes that are not UTF-8, and characters that XML forbids.
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" '-DIN_INIT=TABLE.name = "\xff\xef\xbf\xbe\1\xc3\xa4<"' \
    "$SOURCE/tests/netplugin/check/plugin.c" -o renamed.so
checks 0 renamed.so
"$PYTHON" -c '
import xml.etree.ElementTree as tree
text = tree.parse("junit.xml").getroot()[0][0].find("system-out").text
assert r"\xff\xef\xbf\xbe\x01\u00e4<".replace(r"\u00e4", chr(0xe4)) in text, text'
