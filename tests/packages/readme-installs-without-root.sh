# The lines of README under "Install", as they are printed, install the command and the libraries for
# an ordinary user with an empty home folder, and a program compiles with them.
need meson ninja pkg-config
mkdir tree home
for entry in "$SOURCE"/*; do
    case ${entry##*/} in build | dist) ;; *) cp -r "$entry" tree ;; esac
done
cp "$SOURCE/tests/variants/consumer.c" home/train.c
sed -n '/^## Install$/,/^## /s/^\$ //p' "$SOURCE/README.md" | grep -v '^sudo ' >lines
grep -q '^meson install -C build$' lines || fail "README has no lines to install: $(cat lines)"
sed -n 's/^\$ \(cc train.c .*pkg-config.*\)/cd ~\n\1/p' "$SOURCE/README.md" >>lines
grep -q '^cc train.c ' lines || fail "README has no line to compile"
cat >>lines <<'END'
./a.out
lazynccl vendor nccl -o third_party/lazynccl
lazynccl --version
END
chmod 755 .
[ "$(id -u)" != 0 ] || chown -R 65534:65534 tree home
cd tree
as_nobody env -i HOME="$stage/home" PATH="$PATH" LC_ALL=C.UTF-8 sh -eu ../lines >../log 2>&1 ||
    fail "$(tail -n 20 ../log)"
says ../log '^lazynccl [0-9]'
[ -e ../home/third_party/lazynccl/lazynccl.c ] || fail "no vendored copy"
equal "$(find ../home -maxdepth 1 -name '.*' ! -name '.' | sort)" ../home/.local
