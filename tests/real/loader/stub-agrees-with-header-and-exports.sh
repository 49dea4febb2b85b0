# The importer finds nothing to change: stub, header and exports of the release agree.
need_release "$1"
"$PYTHON" -c 'import clang.cindex' 2>said || skip "$PYTHON has no libclang: $(tail -n 1 said)"

named "$1"
"$PYTHON" "$SOURCE/gen" import --check $name "$wheels/$1" >said 2>&1 ||
    fail "$(cat said)"
says said '[0-9][0-9] exports, [0-9][0-9]* declarations$'
