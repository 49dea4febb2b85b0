# Output options mean the same for every verb and are in its --help. For a misspelt option the
# nearest one is suggested.
root=$stage/root site=$stage/root/home/user/lib/python3.11/site-packages environment=
healthy
mv "$root/venv/bin" "$root/venv/pyvenv.cfg" "$root/home/user"
environment="PATH=/home/user/bin LAZYNCCL_LIBPTH=/home/user/lib NCCL_NET="
module=/home/user/lib/python3.11/site-packages/train/kernels.so

verbs=$("$TOOL" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
for verb in "" $verbs; do
    "$TOOL" $verb --help >help
    for option in -p -v -q --color --json; do
        case $verb in run | vendor | describe | link) break ;; esac # they have no output options
        says help "^  $option[[ ]"
    done
    says help '^  --help '
    equal "$(awk 'length > 100' help)" ""
    exits 3 "$TOOL" $verb --halp 2>err
    equal "$(cat err)" "lazynccl${verb:+ }$verb: unknown option: --halp; did you mean --help?"
done

# argued VERB: prints the verb with its required arguments.
argued()
{
    case $1 in
    explain) echo explain Failed to initialize any NET plugin ;;
    audit | symbols) echo "$1 $module" ;;
    *) echo "$1" ;;
    esac
}
for verb in "" $verbs; do
    case $verb in run | trace | plugin | stand-in | vendor | describe | link) continue ;; esac # these need arguments
    on_root $(argued "$verb") >brief || [ $? = 1 ] || fail "$verb"
    on_root $(argued "$verb") -v >more || [ $? = 1 ] || fail "$verb -v"
    on_root $(argued "$verb") -p >whole || [ $? = 1 ] || fail "$verb -p"
    on_root $(argued "$verb") -q >quiet || [ $? = 1 ] || fail "$verb -q"
    on_root $(argued "$verb") --color=always >colored || [ $? = 1 ] || fail "$verb --color"
    on_root $(argued "$verb") --color=never >plain || [ $? = 1 ] || fail "$verb --color"
    equal "$(cat quiet)" ""
    equal "$(cat plain)" "$(cat brief)"
    equal "$(sed 's/\x1b\[[0-9;]*m//g' colored)" "$(cat brief)"
    [ "$(wc -c <more)" -ge "$(wc -c <brief)" ] || fail "$verb -v prints less"
    says_not whole '^examining: .*~|= ?~|[.][.][.]/'
    # Except for the text of the command line.
    [ "$verb" = audit ] || [ "$verb" = symbols ] || says_not brief '^ *(target .*)?/home/user'
done

# home and site-packages are abbreviated at the start of a path
on_root find nccl >out
says out '^examining: python 3\.11 of ~$'
says out '^ +lazynccl +2\.28\.9 +wheel +.../nvidia/nccl/lib$'
on_root doctor >out || true
says out '^      LAZYNCCL_LIBPTH=/home/user/lib$'
