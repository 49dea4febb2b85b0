# `lazynccl plugin check` never exits with 0 for a version that did not start, whatever --fail-on and
# --allow say; a trial that failed counts unless --allow names its finding.
cat >plugin.c <<'C'
extern int not_there(void);
static int init(void *log) { return not_there(); }
struct { const char *name; void *operations[19]; } ncclNetPlugin_v8 = {"x", {init}};
C
$CC -w -shared -fPIC plugin.c -o undefined.so
sed 's/extern.*//; s/not_there()/3/' plugin.c >init.c
$CC -w -shared -fPIC init.c -o init.so
net_plugin connect.so "-DIN_CONNECT=return 3"

# checks STATUS FAILURES FILE [OPTION...]
checks()
{
    wanted="$1 $2" file=$3 status=0
    shift 3
    "$TOOL" plugin check "$file" "$@" >said 2>err || status=$?
    "$TOOL" plugin check "$file" --json "$@" >json 2>/dev/null || true
    equal "$file $* $status $(failed_trials json)" "$file $* $wanted"
}
net_plugin warns.so '-DIN_INIT=for (int i = 1; i < 5; i++) log(2, 16, "f", 1, "warning %d", i); return 3'
"$TOOL" plugin check warns.so >said && fail "$(cat said)"
equal "$(grep -c 'it warns: warning [123]$' said)" 3
says_not said 'warning 4'
for options in '' '--fail-on error' '--allow LN317'; do
    checks 1 1 undefined.so $options
    says said 'v8, start, load: .*undefined symbol'
    checks 1 1 init.so $options
    says said 'v8, start, init: it returns 3'
done
says said '^NCCL since    2\.20\.3   v8   failed$'

# --allow does not make an untried version count as tried.
checks 2 0 undefined.so --allow LN302
says err "^lazynccl plugin: cannot look at $stage/undefined\.so: net v8 does not work: LN302, which --allow excuses$"
says said '^allowed   LN302$'
checks 2 0 init.so --allow LN313 --fail-on error
checks 2 0 connect.so --allow LN320
says err 'net v12 does not work: LN320, which --allow excuses$'
checks 1 1 connect.so --fail-on error

# The failure counts even if another version works.
$CC -w -c -fPIC init.c
net_plugin works.o
$CC -shared init.o works.o -o both.so
checks 1 1 both.so
checks 2 0 both.so --allow LN313
says said '^NCCL since .* v8   failed$'
says said ' v12  passed$'
