# Pasted messages, in complete lines with context, give the right finding first. An unrecognized
# message exits with 2, and says what to do next.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

mkdir root
recognised=0
while read -r mark id source && IFS= read -r message; do
    status=0
    equal "$mark" ==
    case $id$message in
    LN*LNK[0-9]*) looked=none ;; # of Windows: nothing is looked for on this machine
    *) looked=$id ;;
    esac
    "$TOOL" explain "$message" --root "$stage/root" --no-python --json >out 2>err || status=$?
    equal "$(cat err)" ""
    case $id$message in # the root is empty, so a library that was not found is missing
    LN115*lib*.so.[0-9]*) here=1 found="['LN115']" ;;
    *) here=0 found='[]' ;;
    esac
    equal "$("$PYTHON" -c 'import json, sys
said = json.load(open("out"))
print(said["answer"] if sys.argv[1].islower() else (said["looked_for"] or ["none"])[0],
      said["schema_version"], bool(said["means"]),
      [one["id"] for one in said["findings"]])' "$id")" "$looked 1 True $found"
    equal "$status" $here
    # also from a pipe, as the last of many lines
    printf 'Traceback (most recent call last):\n  File "x.py", line 1\n%s\n' "$message" |
        "$TOOL" explain --root "$stage/root" --no-python >piped || [ $? = $here ]
    case $looked in
    LN*) tr -s ' \n' ' ' <piped | grep -q "\[$id\]" || fail "no $id in $(cat piped)" ;;
    esac
    recognised=$((recognised + 1))
done <"$SOURCE/tests/tool/explain/cases/wording.txt"
[ "$recognised" -ge 83 ] || fail "only $recognised messages"

# from nowhere: what to run and paste next, NCCL_DEBUG only where NCCL has a part; a document for programs
for text in 'Segmentation fault' 'node1:1:1 [0] misc.cc:1 NCCL WARN something that is new'; do
    status=0
    "$TOOL" explain "$text" >out 2>err || status=$?
    equal "$status $(cat err)" "2 lazynccl explain: no known message of a loader, CUDA or NCCL in this text"
    says out '^  help: lazynccl doctor checks for all'
    equal "$text $(grep -c NCCL_DEBUG=WARN out)" "$text $(echo "$text" | grep -c NCCL)"
done
says out '^  line NCCL WARN something that is new$'
"$TOOL" explain 'Segmentation fault' --json >json 2>err || [ $? = 2 ]
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert said["means"] is None and said["not_examined"] and len(said["next"]) == 1, said'
status=0
"$TOOL" explain LN999 >out 2>err </dev/null || status=$?
equal "$status $(cat out) $(cat err)" \
    '3  lazynccl explain: no such finding: LN999; try: lazynccl explain --help'
