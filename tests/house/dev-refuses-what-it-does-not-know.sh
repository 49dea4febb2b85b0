# ./dev VERB --help prints the help of that verb in 79 columns and runs nothing. ./dev --help prints
# six verbs, --help all prints every verb. An unknown verb or test and an excess argument are
# refused in one line, before anything is installed.

mkdir -p "a b/packaging"
cp "$SOURCE/dev" "a b/dev"
cp "$SOURCE/packaging/setup.sh" "a b/packaging"
cd "a b"
for verb in $(sed -n 's/^verb_\([a-z]*\)()$/\1/p' dev); do
    sh dev "$verb" --help >help 2>&1 || fail "./dev $verb --help ended with $?: $(cat help)"
    says help "^$verb "
    says_not help '^==>'
    says_not help '.{80}' # columns of a terminal
    [ ! -e build ] || fail "./dev $verb --help made a build folder"
done

# refused MESSAGE ARGUMENT...
refused()
{
    message=$1
    shift
    if sh dev "$@" >output 2>&1; then
        fail "./dev $* ended with 0"
    fi
    equal "$(cat output)" "$message"
}
refused "dev: demo takes no arguments: remove twice" demo twice
refused "dev: clean takes no arguments: remove all" clean all
refused "dev: unknown verb 'biuld': see ./dev --help" biuld
refused "dev: unknown verb '--versoin': see ./dev --help" --versoin
mkdir -p tests/runtime/search
: >tests/runtime/search/a-rule.sh
refused "dev: no test or suite is named 'serch': tests are files in tests/, suites are folders" \
    test a-rule search serch

sh dev --help >help
equal "$(sed -n 's/^\([a-z]*\) .*/\1/p' help | grep -vxe usage -e '' | uniq | xargs)" \
    "setup demo test vendor describe clean"
says help '^\./dev --help all '
sh dev --help all >help
for verb in $(sed -n 's/^verb_\([a-z]*\)()$/\1/p' dev); do
    says help "^$verb "
done

cp "$SOURCE/meson.build" .
equal "$(sh dev --version)" "lazynccl $(sed -n "s/^## \([0-9.]*\).*/\1/p" "$SOURCE/NEWS.md" | head -n 1)"
equal "$(sh dev -V)" "$(sh dev --version)"
