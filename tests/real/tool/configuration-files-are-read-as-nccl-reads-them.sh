# usage: ... RELEASE of NCCL: the value that lazynccl reports for a variable in a configuration file
# is the one that NCCL uses. What tells is NCCL_SOCKET_IFNAME, which ncclGetUniqueId() obeys.
need_release "$1"
[ ! -e /etc/nccl.conf ] || skip "this machine has an /etc/nccl.conf"
library=$(lib "$1")/libnccl.so.2 version=$(number "$1")
$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl
mkdir home
file=$stage/file.conf

# uses VALUE VARIABLE...: with these variables lazynccl reports this value, "" for unset, and NCCL
# takes lo for "lo", takes another interface if unset, and finds none with any other value.
uses()
{
    wanted=$1
    shift
    env NCCL_DEBUG=INFO "$@" ./host open="$library" call=ncclGetUniqueId >answer 2>&1 ||
        fail "$*: $(cat answer)"
    env LAZYNCCL_LIBPATH="$library" "$@" "$TOOL" --no-python --json >json || [ $? = 1 ]
    reported=$("$PYTHON" -c 'import json
print(*[row["value"] for row in json.load(open("json"))["set"] if row["name"] == "NCCL_SOCKET_IFNAME"])')
    equal "$*: $reported" "$*: $wanted"
    case $wanted in
    lo) says answer 'Bootstrap ?: Using lo:' ;;
    '') says answer '^ncclGetUniqueId 0 ' ;;
    *) says answer '^ncclGetUniqueId [1-9]' ;;
    esac
}

# reads VALUE TEXT: with this text in $NCCL_CONF_FILE, which counts from 2.23 on.
reads()
{
    printf "$2" >"$file"
    if [ "$version" -ge 22300 ]; then uses "$1" NCCL_CONF_FILE="$file"; else uses '' NCCL_CONF_FILE="$file"; fi
}
uses '' NCCL_DEBUG_SUBSYS=INIT
uses lo NCCL_SOCKET_IFNAME=lo
reads nosuch 'NCCL_SOCKET_IFNAME=nosuch\n'
reads nosuch '#NCCL_SOCKET_IFNAME=lo\nNCCL_SOCKET_IFNAME=nosuch\nNCCL_SOCKET_IFNAME=lo'
reads lo 'NCCL_SOCKET_IFNAME=lo\nNCCL_SOCKET_IFNAME=nosuch\n'
reads '' 'NCCL_SOCKET_IFNAME = nosuch\n'
reads '' 'export NCCL_SOCKET_IFNAME=nosuch\n'
reads '' ' NCCL_SOCKET_IFNAME=nosuch\n'
reads ' lo' 'NCCL_SOCKET_IFNAME= lo\n'
reads 'lo ' 'NCCL_SOCKET_IFNAME=lo \n'
if [ "$version" -ge 23003 ]; then
    reads lo 'NCCL_SOCKET_IFNAME=lo\r\n'
else
    reads "$(printf 'lo\r')" 'NCCL_SOCKET_IFNAME=lo\r\n'
fi

# the environment comes first; $HOME counts from 2.30.3 on, and not if NCCL_CONF_FILE is set
printf 'NCCL_SOCKET_IFNAME=nosuch\n' >"$file"
uses lo NCCL_CONF_FILE="$file" NCCL_SOCKET_IFNAME=lo
cp "$file" home/.nccl.conf
if [ "$version" -ge 23003 ]; then mine=nosuch; else mine=; fi
uses "$mine" HOME="$stage/home"
uses "$mine" HOME="$stage/home" NCCL_CONF_FILE=
uses '' HOME="$stage/home" NCCL_CONF_FILE=/nosuch
