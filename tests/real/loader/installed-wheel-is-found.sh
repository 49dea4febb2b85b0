# Every release's wheel is found in the active virtual environment, whatever its layout, and no
# other library.
need_release "$1"

site=$PWD/venv/lib/python3.11/site-packages
install_wheel "$1" "$site"
consumer "$SOURCE/tests/real/loader/take.c" take

VIRTUAL_ENV=$PWD/venv run ./take nccl nvrtc nvjitlink >said
named "$1"
says said "^took: $name $(number "$1") wheel $(echo "$site"/nvidia/*/lib/$file)\$"
equal "$(grep -c '^took: .* nowhere no file$' said)" 2
