# In a locale without UTF-8 people get ASCII in columns that stay aligned; a locale that is not set,
# or whose data are missing, says nothing against UTF-8; JSON is always UTF-8.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
need_tool

root=$stage/root environment= plugin_needs= site=$stage/root/venv/lib/python3.11/site-packages
healthy

# shown LOCALE... -- ARGUMENT...: what the command prints with these variables.
shown()
{
    set_so=
    while [ "$1" != -- ]; do
        set_so="$set_so $1"
        shift
    done
    shift
    env -i PATH=/venv/bin HOME=/home/user $set_so "$TOOL" "$@" --root "$root" || [ $? = 1 ]
}

for line in find "find -v" audit-tree "doctor LN115" --help; do
    case $line in
    audit-tree) set -- audit --tree /venv/lib/python3.11/site-packages/train/kernels.so ;;
    *) set -- $line ;;
    esac
    shown LC_ALL=C.UTF-8 -- "$@" >utf8
    for locale in LC_ALL=C LANG=POSIX LC_CTYPE=de_DE.ISO-8859-1 "LANG=C.UTF-8 LC_ALL=C"; do
        shown $locale -- "$@" >ascii
        if LC_ALL=C grep '[^ -~]' ascii; then fail "$locale $*: not ASCII"; fi
    done
    for locale in "" LANG=no_SUCH.UTF-8 LC_CTYPE=en_US.utf8 "LC_ALL= LANG=C.UTF-8"; do
        equal "$(shown $locale -- "$@")" "$(cat utf8)"
    done
    sed 's/…\([^ ]*\)   *\(...\)/...\1 \2/g; s/…/.../g; s/·/-/g; s/→/->/g; s/[│├]/|/g; s/└/`/g; s/─/-/g' utf8 |
        tr -s ' ' >expected
    equal "$(tr -s ' ' <ascii)" "$(cat expected)"
done
shown LC_ALL=C -- find >ascii
equal "$(grep -c '\.\.\./' ascii)" 3
says ascii ' - '
equal "$(grep -o '^.* wheel$' ascii | sed 's/wheel$//' | awk '{ print length }' | uniq | wc -l)" 1
shown LC_ALL=C -- find --json >c.json
equal "$(cat c.json)" "$(shown LC_ALL=C.UTF-8 -- find --json)"
