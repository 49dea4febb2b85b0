# Shared by the tests of plugin check.

# net_plugin FILE [COMPILER-OPTION...]: builds plugin.c as a library or as an object, by the file's
# name. The options make it misbehave.
net_plugin()
{
    made=$1
    shift
    case $made in
    *.o) set -- -c "$@" ;;
    *) set -- -shared "$@" ;;
    esac
    $CC -w -fPIC "$SOURCE/tests/netplugin/check/plugin.c" -o "$made" "$@"
}

# two_versions FILE: builds a library that has plugin.c with v8 and with v12.
two_versions()
{
    net_plugin v8.o -DVERSION=8
    net_plugin v12.o -DVERSION=12
    $CC -shared v8.o v12.o -o "$1"
}

# failed_trials FILE: how many trials in this JSON have a finding that counts.
failed_trials()
{
    in_json "$1" 'print(sum(any(finding["counts"] for finding in trial["findings"])
          for each in said["interfaces"] for trial in each["trials"]))'
}
