# usage: ... ENVIRONMENT: the audit of a real site-packages agrees with readelf and ld.so, and with
# expected/ENVIRONMENT, which was reviewed by hand.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/command.sh"
. "$SOURCE/tests/real/support/environment.sh"
need_environment "$1"
need readelf

# the environment's own folder is the root, so this machine's files do not count
status=0
"$TOOL" audit --json --root "$base" "${packages#"$base"}" >json 2>err || status=$?
equal "$(cat err)" ""
equal "$status" "$("$PYTHON" -c 'import json
print(int(any(found["severity"] != "note" for found in json.load(open("json"))["findings"])))')"
"$PYTHON" "$SOURCE/tests/real/support/readelf.py" "$base" $ldso <json >said 2>&1 || fail "$(cat said)"
"$PYTHON" "$SOURCE/tests/real/support/audited.py" <json >found
diff -u "$SOURCE/tests/real/support/expected/$1" found >said || fail "$(cat said)"
