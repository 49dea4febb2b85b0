# Every release's wheel is found in the active virtual environment, whatever its layout, and no
# other library.
need_release "$1"

site=$PWD/venv/lib/python3.11/site-packages
install_wheel "$1" "$site"
consumer "$SOURCE/tests/fake/ask.c" ask

VIRTUAL_ENV=$PWD/venv run ./ask nccl where nvrtc where nvjitlink where >said
named "$1"
says said "^wheel $(number "$1") $(echo "$site"/nvidia/*/lib/$file)\$"
equal "$(grep -cx absent said)" 2
