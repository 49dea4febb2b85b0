# `lazynccl plugin check` writes JUnit's XML, and its exit status counts the findings that are to count.
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
equal "$(cat err)" 'lazynccl plugin: --allow wants ids of findings, not: LN99; try: lazynccl plugin --help'
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
assert "of 100 bytes in room for 4096 it says" in failure.get("message"), failure.attrib
[skipped] = cases["flush"]
assert skipped.tag == "skipped", skipped
assert not list(cases["messages"]), "messages"
wrong = sum(any(part.tag == "failure" for part in case) for case in suite)
assert suite.get("failures") == str(wrong), suite.attrib'
checks 2 failed.so --junit nowhere/junit.xml
says err 'nowhere/junit.xml: No such file or directory$'
