# An invalid command line exits with 3 and one line that says what to do. Help and version are
# printed to stdout.

# refuses LINE ARGUMENT...: status 3, with this line on stderr.
refuses()
{
    line=$1
    shift
    exits 3 "$TOOL" "$@" >out 2>err
    equal "$(cat out)" ""
    equal "$(cat err)" "$line"
}

refuses 'lazynccl: unknown verb: frobnicate; try: lazynccl --help' frobnicate --json
refuses 'lazynccl: unknown verb: fnid; did you mean find?' fnid nccl
refuses 'lazynccl: unknown option: --all; try: lazynccl --help' --all
refuses 'lazynccl: give the verb before: --min; try: lazynccl --help' --min 2 find
refuses 'lazynccl: unknown verb: fnid; did you mean find?' --json fnid
refuses 'lazynccl: unknown verb: -; try: lazynccl --help' - find
refuses "lazynccl run: another verb's option: -v; try: lazynccl run --help" -v run -- ls
refuses 'lazynccl symbols: no file; try: lazynccl symbols --help' symbols
refuses 'lazynccl symbols: unknown option: --all; try: lazynccl symbols --help' symbols --all a
refuses 'lazynccl symbols: more than one file: b; try: lazynccl symbols --help' symbols a b
refuses 'lazynccl plugin: neither inspect nor check; try: lazynccl plugin --help' plugin
refuses 'lazynccl plugin: neither inspect nor check: look; try: lazynccl plugin --help' plugin look a
refuses 'lazynccl plugin: no file; try: lazynccl plugin --help' plugin check
refuses 'lazynccl plugin: more than one file: b; try: lazynccl plugin --help' plugin inspect a b
refuses 'lazynccl plugin: --seconds takes a number from 1 to 3600, not: 0; try: lazynccl plugin --help' \
    plugin check a --seconds 0
refuses "lazynccl find: --pid takes a process's number, not: self; try: lazynccl find --help" \
    find --pid self
refuses 'lazynccl doctor: --color takes always, auto or never, not: red; try: lazynccl doctor --help' \
    doctor --color=red
refuses 'lazynccl doctor: takes no value: --json=1; try: lazynccl doctor --help' doctor --json=1
refuses 'lazynccl find: no such library: ncl; did you mean nccl?' find ncl
refuses 'lazynccl find: no such library: NCL; did you mean nccl?' find nvrtc NCL
refuses 'lazynccl audit: unknown option: --jsn; did you mean --json?' audit --jsn a
refuses "lazynccl audit: another verb's option: --from; try: lazynccl audit --help" audit --from=a b
refuses "lazynccl run: another verb's option: -v; try: lazynccl run --help" run -v -- ls
refuses 'lazynccl: unknown option: -x; try: lazynccl --help' -vx
refuses 'lazynccl plugin: a plugin is called on this machine and in this environment only; try: lazynccl plugin --help' \
    plugin check a --no-python
refuses 'lazynccl doctor: only lazynccl plugin looks for LN320; more: lazynccl explain LN320' doctor LN320
for other in --python=/usr --from=/bin/sh --pid=1 --no-python; do
    refuses "lazynccl doctor: a file or an environment is examined for itself: use it without: ${other%%=*}; try: lazynccl doctor --help" \
        doctor "$TOOL" $other
done
refuses 'lazynccl doctor: only lazynccl audit looks for LN501; more: lazynccl explain LN501' doctor LN501

refuses 'lazynccl describe: wants headers, a library and -o NAME.toml; try: lazynccl describe --help' \
    describe libz.so.1 -o z.toml
# an unset variable in a script
for verb in audit symbols stand-in find doctor plugin trace explain; do
    refuses "lazynccl $verb: an argument is empty; try: lazynccl $verb --help" $verb ''
done
refuses 'lazynccl find: no value for: --from; try: lazynccl find --help' find --from ''
refuses 'lazynccl doctor: no value for: --root; try: lazynccl doctor --help' doctor --root=
refuses 'lazynccl stand-in: no value for: -o; try: lazynccl stand-in --help' stand-in nccl -o ''
"$TOOL" plugin inspect "$TOOL" --allow '' >out || [ $? = 1 ] # a list may be empty
equal "$("$TOOL" run -- printf '%s.' '' a)" .a.
"$TOOL" explain -- printf '%s.' '' a >out

# answers PATTERN ARGUMENT...: status 0, with a matching line on stdout.
answers()
{
    pattern=$1
    shift
    "$TOOL" "$@" >out 2>err || fail "$* fails"
    equal "$(cat err)" ""
    says out "$pattern"
}

answers '^lazynccl [0-9]+\.[0-9.]+$' --version
answers '^  symbols ' --help
answers 'Exit status: 0 ' --help
answers '^usage: lazynccl symbols ' symbols --help
answers '^usage: lazynccl symbols ' symbols -h
answers '^usage: lazynccl symbols ' --json --help symbols
"$TOOL" symbols nccl --json --color=never >after
"$TOOL" --json --color=never symbols nccl >before # as for git and cargo
cmp before after
answers '^usage: lazynccl symbols ' help symbols
answers '^  symbols ' -h
answers '^  symbols ' help
answers '^usage: lazynccl symbols ' symbols --json nowhere --help

exits 3 "$TOOL" symbols -- --help >out 2>err
equal "$(cat err)" 'lazynccl symbols: no such file, library or function: --help; try: lazynccl symbols --help'
exits 2 "$TOOL" --help >/dev/full 2>err
says err 'cannot write the answer'
