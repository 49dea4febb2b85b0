# All Python passes ruff, and mypy with --strict; their settings are in pyproject.toml.
"$PYTHON" -c 'import mypy, ruff' 2>/dev/null || skip "ruff or mypy is not installed: run ./dev setup"

cd "$SOURCE"
"$PYTHON" -m ruff check --no-cache gen tests packaging docs src >"$stage/said" 2>&1 || fail "ruff: $(cat "$stage/said")"
"$PYTHON" -m mypy --cache-dir "$BUILD/mypy" >"$stage/said" 2>&1 || fail "mypy: $(cat "$stage/said")"
says "$stage/said" '^Success: no issues found in [1-9][0-9]{2} source files$'
