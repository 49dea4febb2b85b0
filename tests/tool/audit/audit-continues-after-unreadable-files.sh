# Each unreadable path is reported in one line with status 2, and the others are audited; links below a
# folder are not followed. every-verb-reports-a-bad-file-in-one-line.sh has all kinds of such files.

# audits LINES ARGUMENT...: status 2, with this many lines on stderr.
audits()
{
    lines=$1
    shift
    exits 2 timeout 20 "$TOOL" audit "$@" >out 2>err
    equal "$(wc -l <err)" "$lines"
}

mkdir empty-folder
$CC -fPIC -shared -o good.so -x c /dev/null
head -c 900 good.so >short.so
audits 3 nowhere short.so "$(printf 'new\nline\033[31m')" good.so
says err '^lazynccl audit: .*/nowhere: No such file or directory$'
says err '/short\.so: truncated: '
says err '/new\\x0aline\\x1b\[31m: No such file or directory$'
says out '^good\.so: 1 ELF file, '
"$TOOL" audit empty-folder >out
says out '^empty-folder: 0 ELF files, '
"$TOOL" audit --json good.so nowhere 2>err | in_json /dev/stdin 'assert [one["path"] for one in said["audited"]] == ["good.so"], said'

# a folder: links out of it or to themselves, texts and FIFOs are skipped; unreadable files are
# reported
mkdir -p tree/below/deeper outside
cp good.so tree/below/deeper/
cp good.so outside/
ln -s ../../tree tree/below/round
ln -s ../outside tree/out
ln -s deeper/good.so tree/below/link.so
ln -s / tree/root
mkfifo tree/fifo
echo text >tree/text.so
truncate -s 4G tree/sparse
"$TOOL" audit tree/ >out 2>err || fail "$(cat err)"
equal "$(cat err out)" "tree/: 1 ELF file, 0 depend on NVIDIA libraries"
cp short.so tree/
audits 1 tree
says err '/tree/short\.so: truncated: '
says out '^tree: 1 ELF file'
if [ "$(id -u)" != 0 ]; then
    mkdir tree/closed
    chmod 0 tree/closed
    audits 2 tree
    chmod 700 tree/closed
fi
deep=tree
for i in $(seq 120); do deep=$deep/d; done
mkdir -p "$deep"
audits 2 tree
says err ': too deep$'
