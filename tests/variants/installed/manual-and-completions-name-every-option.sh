# The manual pages and the shells' completions are installed, well-formed, and name every verb and
# option of the command's help.
need_tool

man=$(find "$stage/away" -name lazynccl.1) || true
bash=$(find "$stage/away" -path '*/bash-completion/completions/lazynccl')
zsh=$(find "$stage/away" -path '*/zsh/site-functions/_lazynccl')
fish=$(find "$stage/away" -path '*/fish/vendor_completions.d/lazynccl.fish')
schema=$(find "$stage/away" -path '*/share/lazynccl/lazynccl.schema.json')
[ -n "$schema" ] || fail "the JSON schema is not installed"
[ -n "$man" ] && [ -n "$bash" ] && [ -n "$zsh" ] && [ -n "$fish" ] || fail "not installed: $man, $bash, $zsh, $fish"

sed 's/\\-/-/g' "$man" >plain
for page in "${man%.1}"-*.1; do
    verb=${page##*/lazynccl-} verb=${verb%.1}
    "$TOOL" "$verb" --help >help 2>&1 || fail "$page: no verb $verb"
done
verbs=$("$TOOL" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
[ "$(echo "$verbs" | wc -l)" -gt 4 ] || fail "too few verbs in the help: $verbs"
for verb in $verbs; do
    says plain "^\.BR lazynccl-$verb \(1\)$"
    says "$zsh" "^    '$verb:"
    says "$fish" "__fish_use_subcommand -a $verb "
    "$TOOL" "$verb" --help >help-of
    grep -o -e '^  --[a-z-]*' -e '^  -[a-z] ' help-of | tr -d ' ' >options
    says options '^--help$'
    sed 's/\\-/-/g' "${man%.1}-$verb.1" >part
    sed -n '/^Examples:/,/^$/s/^  \(lazynccl .*\)/\1/p' help-of >examples
    [ -s examples ] || fail "$verb: no example"
    while read -r example; do
        grep -qF "$example" part || fail "lazynccl-$verb.1 lacks: $example"
    done <examples
    while read -r option; do
        says part "^\\\\fB$option\\\\fR|$option"
        says "$bash" " $verb:-\*\).*[' ]$option[' ]"
        sed -n "/^  $verb)/,/;;/p" "$zsh" >zsh-part
        says zsh-part "'$option(=-)?\["
        name=${option#-}
        says "$fish" "__fish_seen_subcommand_from $verb' -[ls] ${name#-} "
    done <options
done

# the completions work in the shells that are installed
equal "$(tail -n 3 "$zsh")" '  esac
}
_lazynccl "$@"'
if command -v groff >/dev/null; then
    for device in utf8 ascii; do
        equal "$(groff -man -ww -z -T $device "$man" "${man%.1}"-*.1 2>&1)" ""
    done
fi
if command -v zsh >/dev/null; then
    zsh -n "$zsh" || fail "zsh rejects $zsh"
fi
if command -v fish >/dev/null; then
    fish -n "$fish" || fail "fish rejects $fish"
    # completes LINE: what fish proposes after it
    completes()
    {
        HOME=$stage fish --no-config -c "source '$fish'; complete -C '$1'" | cut -f 1 | sort | tr '\n' ' '
    }
    mkdir fish
    cd fish
    touch train.py
    equal "$(completes 'lazynccl find nv')" "nvfatbin nvjitlink nvjpeg nvml nvrtc nvshmem nvvm "
    equal "$(completes 'lazynccl doctor t')" ""
    equal "$(completes 'lazynccl help do')" "doctor "
    equal "$(completes 'lazynccl plugin check --fail-on ')" "error warning "
    equal "$(completes 'lazynccl run --lazy cublas,nvr')" "cublas,nvrtc "
    equal "$(completes 'lazynccl run -- cat trai')" "train.py "
    cd ..
fi
need bash
cat >try.sh <<'END'
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_lazynccl
echo "${COMPREPLY[*]}"
END
touch 'a file' other
equal "$(bash try.sh "$bash" lazynccl au)" "audit"
equal "$(bash try.sh "$bash" lazynccl --js)" "--json"
equal "$(bash try.sh "$bash" lazynccl find --l)" "--load"
equal "$(bash try.sh "$bash" lazynccl find --color = al)" "always"
equal "$(bash try.sh "$bash" lazynccl find nv)" "nvrtc nvjitlink nvfatbin nvjpeg nvml nvshmem nvvm"
equal "$(bash try.sh "$bash" lazynccl find --color =)" "always auto never"
equal "$(bash try.sh "$bash" lazynccl find ot)" ""
equal "$(bash try.sh "$bash" lazynccl doctor ot)" "other"
equal "$(bash try.sh "$bash" lazynccl help do)" "doctor"
equal "$(bash try.sh "$bash" lazynccl run --lazy cublas,nvm)" "cublas,nvml"
equal "$(bash try.sh "$bash" lazynccl run -- cat ot)" "other"
equal "$(bash try.sh "$bash" lazynccl explain -- cat ot)" "other"
equal "$(bash try.sh "$bash" lazynccl stand-in ot)" "other"
equal "$(bash try.sh "$bash" lazynccl plugin check --fail-on e)" "error"
equal "$(bash try.sh "$bash" lazynccl plugin check --allow LN317,LN31)" \
    "$(for i in 0 1 2 3 4 5 6 7 8 9; do printf 'LN317,LN31%s ' $i; done | sed 's/ $//')"
equal "$(bash try.sh "$bash" lazynccl audit "a ")" "a file"
equal "$(bash try.sh "$bash" lazynccl find --from ot)" "other"
equal "$(bash try.sh "$bash" lazynccl explain LN107)" "LN107"
equal "$(bash try.sh "$bash" lazynccl doctor LN107)" "LN107"
equal "$(bash try.sh "$bash" lazynccl plugin ch)" "check"
equal "$(bash try.sh "$bash" lazynccl plugin check ot)" "other"
