# usage: ... ENVIRONMENT: the audit of a real site-packages agrees with readelf and ld.so, and with
# expected/ENVIRONMENT, which was reviewed by hand. Of PyTorch and JAX as pip installs them, audit and
# doctor report notes only, and audit counts them in one line.
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

case $1 in
torch-* | jax-*)
    "$TOOL" audit --root "$base" "${packages#"$base"}" >said || fail "$(cat said)"
    equal "$(grep -c '^[0-9]* notes\{0,1\} on files that packages installed: -v shows them$' said)" 1
    says_not said '^(error|warning|note)\['
    "$TOOL" doctor --python "$base" >said || fail "$(cat said)"
    equal "$(grep -A 1 '^note.LN126. there is no NVIDIA driver here$' said | grep -c '^ ')" 0
    ;;
esac
