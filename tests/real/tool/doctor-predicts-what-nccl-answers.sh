# usage: ... RELEASE of NCCL: doctor reports that no interface or address is left exactly if
# ncclGetUniqueId() fails, that the loopback interface is taken exactly if it is, and which lines of
# configuration files count.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/command.sh"
need_release "$1"
[ ! -e /etc/nccl.conf ] || skip "this machine has an /etc/nccl.conf"
library=$(lib "$1")/libnccl.so.2 version=$(number "$1")
$CC -Wall -Werror "$SOURCE/tests/real/loader/unique-id.c" -o unique-id -ldl
mkdir home
ids='LN211 LN212 LN213 LN215 LN402 LN403 LN404'

# runs nccl and doctor with the variables in "$@", into the files `answer` and `told`
both()
{
    env NCCL_DEBUG=INFO "$@" $within ./unique-id "$library" >answer 2>&1 || fail "$*: $(cat answer)"
    says answer '^code '
    env LAZYNCCL_LIBPATH="$library" "$@" $within "$TOOL" doctor $ids --no-python >told 2>&1 ||
        [ $? = 1 ] || fail "$*: $(cat told)"
}

# agree VARIABLE...: NCCL fails exactly if doctor reports an error.
agree()
{
    both "$@"
    fails=$(grep -cm1 '^code [1-9]' answer || :) errors=$(grep -c '^error\[' told || :)
    [ "$fails" = $((errors > 0)) ] || fail "$*: doctor and NCCL disagree:
$(cat told answer)"
}

# agree_on_loopback VARIABLE...: and takes the loopback interface exactly if there is a warning.
agree_on_loopback()
{
    agree "$@"
    # NCCL 2.32.3 now and then writes its buffered lines twice.
    takes=$(grep -Ecm1 'Bootstrap ?: Using lo:' answer || :)
    told=$(grep -c '^warning\[LN212\]' told || :)
    [ "$takes" = "$told" ] || fail "$*: doctor and NCCL disagree on the loopback interface:
$(cat told answer)"
}

# finds IDS VARIABLE...: and doctor has only these findings.
finds()
{
    wanted=$1
    shift
    agree "$@"
    equal "$*: $(sed -n 's/^[a-z]*\[\(LN...\)\].*/\1/p' told | sort | paste -sd' ' -)" "$*: $wanted"
}

interfaces()
{
    for names in nosuch nosuch,lo ' lo' lo lo:80 lo,nosuch =l =lo ==lo ^lo ^nosuch ^=l ^= ,, ^,, \
        $(sed -n 's/^ *\([^ ]*\):.*/\1 =\1 ^\1 \1,lo/p' /proc/net/dev); do
        agree_on_loopback NCCL_SOCKET_IFNAME="$names"
    done
    for names in x ^ =; do # too short: NCCL ignores it
        finds '' NCCL_SOCKET_IFNAME=$names
    done
    agree NCCL_SOCKET_FAMILY=AF_INET6
    agree NCCL_SOCKET_FAMILY=AF_INET6 NCCL_SOCKET_IFNAME=lo
}
within=
interfaces
if unshare -rn ip link set lo up 2>/dev/null; then # with the loopback interface only
    printf 'ip link set lo up\nexec "$@"\n' >alone
    within="unshare -rn sh ./alone"
    interfaces
    within=
fi

# addresses
for address in 127.0.0.1 127.0.0.1:4711 localhost:4711 '[::1]:4711' garbage '' :4711; do
    agree NCCL_COMM_ID="$address"
done
case ${1##*-} in
2.29.*) # takes the loopback interface without a warning: the others cannot reach it
    both NCCL_COMM_ID=240.1.2.3:4711
    says answer 'Bootstrap ?: Using lo:'
    says told '^error\[LN215\]'
    ;;
*) finds LN215 NCCL_COMM_ID=240.1.2.3:4711 ;;
esac

# configuration files: $NCCL_CONF_FILE counts from 2.23 on, $HOME from 2.30.3 on
file=$stage/file.conf
if [ "$version" -ge 22300 ]; then counts=LN211 ignored=; else counts=LN403 ignored=LN403; fi
conf()
{
    printf "$2" >"$file"
    finds "$1" NCCL_CONF_FILE="$file"
}
conf "$counts" 'NCCL_SOCKET_IFNAME=nosuch\n'
conf "$counts" '#NCCL_SOCKET_IFNAME=lo\nNCCL_SOCKET_IFNAME=nosuch\nNCCL_SOCKET_IFNAME=lo'
conf "${ignored:-LN212}" 'NCCL_SOCKET_IFNAME=lo\nNCCL_SOCKET_IFNAME=nosuch\n'
conf "${ignored:-LN402}" 'NCCL_SOCKET_IFNAME = nosuch\n'
conf "${ignored:-LN402}" 'export NCCL_SOCKET_IFNAME=nosuch\n'
conf "${ignored:-LN402}" ' NCCL_SOCKET_IFNAME=nosuch\n'
conf "${ignored:-LN211 LN402}" 'NCCL_SOCKET_IFNAME= lo\n'
conf "${ignored:-LN211 LN402}" 'NCCL_SOCKET_IFNAME=lo \n'
if [ "$version" -ge 23003 ]; then
    conf LN212 'NCCL_SOCKET_IFNAME=lo\r\n'
else
    conf "${ignored:-LN211 LN402}" 'NCCL_SOCKET_IFNAME=lo\r\n'
fi
printf 'NCCL_SOCKET_IFNAME=nosuch\n' >"$file"
finds "LN212${ignored:+ LN403}" NCCL_CONF_FILE="$file" NCCL_SOCKET_IFNAME=lo
cp "$file" home/.nccl.conf
if [ "$version" -ge 23003 ]; then mine='LN211 LN404'; else mine=LN404; fi
finds "$mine" HOME="$stage/home"
finds "$mine" HOME="$stage/home" NCCL_CONF_FILE=
finds "LN403${ignored:+ LN404}" HOME="$stage/home" NCCL_CONF_FILE=/nosuch

# variables: the library's file has hundreds of names
ids=LN405
finds '' NCCL_MIN_NCHANNELS=2
finds LN405 NCCL_MIN_NCHANNEL=2
says told '^ +help: did you mean NCCL_MIN_NCHANNELS\?$'
