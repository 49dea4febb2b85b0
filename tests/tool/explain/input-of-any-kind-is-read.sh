# Every kind of input is read to its end: terminal sequences, progress bars, any length, a
# file that grows. Input that cannot be read is reported in one line.

message='OSError: libnccl.so: cannot open shared object file: No such file or directory'
answer='ld.so did not find libnccl.so, a name without a number, which the program needs'
explain()
{
    status=0
    "$TOOL" explain "$@" --no-python >out 2>err || status=$?
}
understood()
{
    equal "$(cat err)" ''
    grep -qxF "$answer" out || fail "$1: $(head -n 3 out)"
}

printf 'Zeile ä\r\n%s\r\n' "$message" >dos.log
explain dos.log
understood 'lines of Windows'
says out '^  line 2: OSError'
for code in UTF-16 UTF-16LE UTF-16BE; do
    iconv -f UTF-8 -t $code dos.log >text.log
    explain text.log
    equal "$status $(cat err)" '2 lazynccl explain: text.log: is UTF-16: iconv -f UTF-16 -t UTF-8 converts it'
done
printf '\033[31mOSError:\t\033[1mlibnccl.so\033[0m: cannot open \033]8;;http://x\033\\shared object file\a\n' >text.log
explain text.log
understood escapes
printf '\r  0%%|   |\r 50%%|## |\r100%%|###|\r%s\r' "$message" >text.log
explain text.log
understood 'progress bar'
printf 'a\0b\n%s' "$message" >text.log # a NUL here and there does not make it binary
explain text.log
understood NUL

# A message is found before and after 100 MiB of progress output.
{
    echo 'n1:1:1 [0] init.cc:1 NCCL WARN Error: network not found'
    yes 'rank 3: step loss=0.1' | head -c 100M
} >big.log
explain big.log
equal "$(sed -n 1p out)" 'NCCL_NET is set but empty [LN202]'
echo "$message" >>big.log
sed -i 1d big.log
explain big.log
understood 'a long file'
says out '^  line: .*OSError'
explain <big.log
equal "$(head -c 100 out)" "$(head -c 100 big.log)"
rm big.log
# one library's message before 70,000 other lines; the lines of a healthy start are no fault then, either
{
    echo "$message"
    seq -f 'step %.0f: the gradients were reduced, loss 0.1' 70000
} >long.log
explain long.log
understood 'the beginning of a long log'
explain <long.log
grep -qxF "$answer" out || fail 'the beginning of a long pipe'
sed -i 1d long.log
cat "$SOURCE/tests/tool/explain/logs/healthy.log" long.log >healthy.log
explain healthy.log
equal "$status $(wc -c <out)" '2 0'
says err '^lazynccl explain: no known message'

# What is not read is said: the end of a line, and messages of very many kinds before the last MiB.
{
    echo "$message"
    head -c 70000 /dev/zero | tr '\0' x
    echo "$message"
} >wide.log
explain wide.log
grep -qxF "$answer" out || fail 'a wide line'
equal "$(cat err)" 'lazynccl explain: not read: 1 lines after 65536 bytes'
{
    seq -f '%.0f' 5000 | sed 's/./& /g; y/0123456789/abcdefghij/; s/.*/h:1:1 [0] a.cc:1 NCCL WARN & has a word of its own in every line of this long log/'
    seq -f 'step %.0f: the gradients were reduced, loss 0.1' 70000
} >varied.log
explain varied.log
says err '^lazynccl explain: not read: [0-9]* lines with messages of many kinds$'

# a file that grows all the time ends where it ended at first
while :; do echo "$message" >>grows.log; done &
writer=$!
while [ ! -s grows.log ]; do :; done
timeout 60 "$TOOL" explain grows.log --no-python >out || [ $? = 0 ] || fail 'no end'
kill $writer
grep -qxF "$answer" out || fail 'what grows is not read'

# one clear line
cp "$TOOL" binary
explain binary
equal "$status $(cat out) $(cat err)" '2  lazynccl explain: binary: is not text'
if [ "$(id -u)" != 0 ]; then
    : >secret && chmod 0 secret
    explain secret
    equal "$status $(cat err)" '2 lazynccl explain: secret: Permission denied'
fi
head -c 3000 /dev/urandom >noise
"$TOOL" explain --no-python <noise >out 2>err || equal "$? $(cat err)" '2 lazynccl explain: standard input: is not text'
kinds="explain reads errors of loaders and linkers, error codes of NVIDIA's libraries, NCCL's lines \
about networks and plugins, and IDs of findings; lazynccl doctor examines the machine"
: >empty
mkdir folder
for empty in empty folder; do
    explain $empty
    equal "$status $(cat err)" "2 lazynccl explain: no known message: $kinds"
done

# the regular files in a folder; one that is no text is named, and the others are read
mkdir folder/below
echo "$message" >folder/below/job.log
mkfifo folder/pipe && "$PYTHON" -c "import socket; socket.socket(socket.AF_UNIX).bind('folder/socket')"
explain folder
equal "$status" 2
echo "$message" >folder/rank1.log
explain folder
understood 'a folder'
cp "$TOOL" folder/binary
explain folder dos.log
equal "$status $(cat err)" '2 lazynccl explain: folder/binary: is not text'
grep -qxF "$answer" out || fail 'the other files'

explain nosuch.log
equal "$status $(cat err)" '2 lazynccl explain: nosuch.log: No such file or directory, and no known message: '"$kinds"
ln -s ring ring
explain ring
equal "$status $(cat err)" '2 lazynccl explain: ring: Too many levels of symbolic links, and no known message: '"$kinds"
