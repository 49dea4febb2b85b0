# The demo works in a tree and a build folder with blanks in their names, fits a terminal of 80
# columns, and explains itself: one program loads the libraries at startup, the other does not, and
# a failing call says why.

tree="$stage/blank ü"
mkdir "$tree"
for entry in "$SOURCE"/*; do
    case $entry in
    */build | */dist | */tests) ;;
    *) cp -r "$entry" "$tree" ;;
    esac
done
COLUMNS=80 "$PYTHON" "$tree/docs/examples/main-job/demo.py" "$SITE" "$stage/out ü" >shown ||
    fail "the demo ended with $?: $(cat shown)"

says shown '^  as usual +█+[▏▎▍▌▋▊▉]* +[0-9.]+ MiB$'
says shown '^  with lazynccl +[█▏▎▍▌▋▊▉]+ +[0-9.]+ MiB$'
says shown '^  as usual +error while loading shared libraries: libnvrtc.so.13: cannot$'
says shown '^  with lazynccl +started: [0-9.]+ MiB of memory$'
says shown 'NCCL returned 2: NCCL cannot be used:'
says shown '^ +mapped nvidia/nccl/lib/libnccl.so.2$'
"$PYTHON" -c 'print(*[line for line in open("shown", encoding="utf-8") if len(line) > 81])' >long
equal "$(tr -d '\n ' <long)" ""

# It also works in a narrow terminal, and if its reader ends early.
COLUMNS=10 "$PYTHON" "$tree/docs/examples/main-job/demo.py" "$SITE" "$stage/out ü" 2>err | sed 20q >shown
says shown '^  with lazynccl +[█▏▎▍▌▋▊▉]+ +[0-9.]+ MiB$'
equal "$(cat err)" ""
