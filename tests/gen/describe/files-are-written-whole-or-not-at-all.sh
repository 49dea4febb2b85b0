# What vendor and describe cannot write or read gets one line that names the file, and leaves nothing
# behind. Devices, pipes and folders are never replaced, and links stay.
echo 'int toyStart(void);' >toy.h
echo 'int toyStart(void) { return 0; }' >toy.c
library toy.c libtoy.so.1
line='
'
: >file
mkfifo pipe pipe.so
mkdir folder
ln -s loop loop
printf x >"a${line}b"

# refuses PATTERN JOB ARGUMENT...: one line, and neither a new file nor another kind of file.
refuses()
{
    wanted=1
    case $1 in '^lazynccl vendor: '*) wanted=3 ;; esac
    pattern=$1 status=0
    shift
    find . -name said -prune -o -printf '%y %p\n' | sort >before
    timeout 20 "$PYTHON" -B "$SOURCE/gen" "$@" >said 2>&1 </dev/null || status=$?
    equal "$status $(wc -l <said)" "$wanted 1"
    says said "$pattern"
    find . -name said -prune -o -printf '%y %p\n' | sort >after
    equal "$(grep -v -e before -e after after)" "$(grep -v -e before -e after before)"
}

for folder in file pipe loop file/below "a${line}b"; do
    refuses '(file|pipe|loop|a\\x0ab).*: Not a directory$' vendor nccl -o "$folder"
done
refuses '^lazynccl vendor: no such library: nowhere; try: lazynccl vendor --help$' vendor nowhere -o new/folder
refuses '^/proc/nothing: No such file' vendor nccl -o /proc/nothing
refuses 'pipe.so: not a regular file' vendor ./pipe.so -o new
refuses '^lazynccl vendor: no such library: a\\x0ab; ' vendor "a${line}b" -o new
(
    ulimit -f 1
    trap '' XFSZ
    refuses 'new/folder/lazynccl.c: File too large$' vendor nccl -o new/folder
)
for folder in file pipe loop; do
    refuses "^lazynccl link: $folder: Not a directory\$" link ./libtoy.so.1 -o $folder
done
refuses '^lazynccl link: ./nowhere.so: No such file' link ./nowhere.so -o new
refuses '^lazynccl link: ./pipe.so: not a shared library$' link ./pipe.so -o new/folder
for option in -D --pass; do
    refuses '^describe: -D or --pass: macro name' describe toy.h libtoy.so.1 -o new.toml $option 1x
done
for output in pipe folder loop; do
    refuses "^describe: $output: not a regular file\$" describe toy.h libtoy.so.1 -o $output --name toy
done
refuses '^describe: /proc/toy.toml: No such file' describe toy.h libtoy.so.1 -o /proc/toy.toml
refuses '^describe: pipe: not a regular file' describe toy.h pipe -o toy.toml
exits 2 "$PYTHON" -S -B "$SOURCE/gen" describe toy.h libtoy.so.1 -o toy.toml >said 2>&1
equal "$(wc -l <said)" 1
says said 'libclang for Python is missing: install python3-clang .*: pip install libclang'

# A link stays, and the file that it leads to is replaced.
ln -s folder/toy.toml toy.toml
describe 0 toy.h libtoy.so.1 -o toy.toml
[ -L toy.toml ] && [ -s folder/toy.toml ] || fail "$(ls -l toy.toml folder)"
equal "$(ls folder)" toy.toml

# Without rights, without memory
if [ "$(id -u)" != 0 ]; then
    mkdir closed
    chmod 555 closed
    refuses '^closed/new: Permission denied: give a folder that you may write to$' vendor nccl -o closed/new
    refuses '^describe: closed/toy.toml: Permission denied: give a folder that you may write to$' describe toy.h libtoy.so.1 -o closed/toy.toml
fi
pages=$("$PYTHON" -c 'print(open("/proc/self/statm").read().split()[0])')
(
    ulimit -v $((pages * $(getconf PAGESIZE) / 1024 + 8000)) # CPython reports some smaller limits as a SystemError
    refuses 'out of memory$' vendor nccl -o new
)
