# The tests' own tables and those generated from the net description agree with NCCL's nccl_net.h,
# which wheels up to 2.23 contain: v4 to v8, every member's offset and type.

# The parts of nccl_net.h's includes that it needs.
echo 'typedef int ncclResult_t, ncclDataType_t, ncclRedOp_t;' >nccl.h
echo 'typedef LOG ncclDebugLogger_t;' >nccl_common.h
echo 'typedef struct DEVICE_HANDLE ncclNetDeviceHandle_v7_t, ncclNetDeviceHandle_v8_t;
typedef int ncclNetDeviceType;' >net_device.h

cat >check.c <<'C'
#include INCLUDED
#include "nccl_net.h"

/* The tests' own tables exist in one VERSION at a time. */
#ifdef VERSION
#define CHECKED(version) (VERSION == version)
#else
#define CHECKED(version) 1
#endif
#define OWN_(kind, version) OWN_##kind(version)
#define OWN(kind, version) struct OWN_(kind, version)
#define AT(type, other, member)                                                                    \
    _Static_assert(offsetof(type, member) == offsetof(other, member), #member)
#define IS(type, other, member)                                                                    \
    AT(type, other, member);                                                                       \
    _Static_assert(__builtin_types_compatible_p(__typeof__(((type *)0)->member),                   \
                                                __typeof__(((other *)0)->member)), #member)
#define TABLE(version, of_properties)                                                              \
    _Static_assert(sizeof(ncclNet_v##version##_t) == sizeof(OWN(TABLE, version)), "table");        \
    _Static_assert(sizeof(ncclNetProperties_v##of_properties##_t) ==                               \
                   sizeof(OWN(PROPERTIES, version)), "properties");                                \
    BOTH(AT, version, name) BOTH(INIT, version, init) BOTH(IS, version, devices)                   \
    BOTH(AT, version, getProperties) BOTH(IS, version, listen) BOTH(IS, version, connect)          \
    BOTH(IS, version, accept) BOTH(IS, version, regMr) BOTH(IS, version, deregMr)                  \
    BOTH(IS, version, isend) BOTH(IS, version, irecv) BOTH(IS, version, iflush)                    \
    BOTH(IS, version, test) BOTH(IS, version, closeSend) BOTH(IS, version, closeRecv)              \
    BOTH(IS, version, closeListen)                                                                 \
    MEMBER(of_properties, version, name) MEMBER(of_properties, version, pciPath)                   \
    MEMBER(of_properties, version, guid) MEMBER(of_properties, version, ptrSupport)                \
    MEMBER(of_properties, version, speed) MEMBER(of_properties, version, port)                     \
    MEMBER(of_properties, version, maxComms)
#define BOTH(how, version, member) how(ncclNet_v##version##_t, OWN(TABLE, version), member);
#define MEMBER(of, version, member)                                                                \
    AT(ncclNetProperties_v##of##_t, OWN(PROPERTIES, version), member);
#define GROUPED(of, version) MEMBER(of, version, latency) MEMBER(of, version, maxRecvs)
#define OFFLOADED(of, version)                                                                     \
    MEMBER(of, version, netDeviceType) MEMBER(of, version, netDeviceVersion)                       \
    BOTH(IS, version, getDeviceMr) BOTH(IS, version, irecvConsumed)

#if CHECKED(5)
TABLE(5, 6) GROUPED(6, 5)
#endif
#if CHECKED(6)
TABLE(6, 6) GROUPED(6, 6) BOTH(IS, 6, regMrDmaBuf)
#endif
#if HAS == 4 && CHECKED(4)
TABLE(4, 4)
#endif
#if HAS >= 7 && CHECKED(7)
TABLE(7, 7) GROUPED(7, 7) OFFLOADED(7, 7) BOTH(IS, 7, regMrDmaBuf)
#endif
#if HAS >= 8 && CHECKED(8)
TABLE(8, 8) GROUPED(8, 8) OFFLOADED(8, 8) BOTH(IS, 8, regMrDmaBuf) MEMBER(8, 8, regIsGlobal)
#endif
C

# check OWN OPTION...: compiles check.c with the table that the options OWN name.
check()
{
    own=$1
    shift
    $CC -std=gnu11 -w -fsyntax-only -I. -I"$SOURCE/tests/netplugin/fake" -I"$BUILD/src/netplugin" \
        $own -DHAS="$has" "$@" check.c || fail "$release: $own $*"
}

# agrees RELEASE HAS OPTION...: the tables agree with this release's header.
agrees()
{
    release=$1 has=$2
    shift 2
    need_release "$release"
    cp "$(include "$release")/nccl_net.h" .
    for version in 4 5 6 7 8; do
        check '-DINCLUDED="versions.h" -DOWN_TABLE(v)=net_table -DOWN_PROPERTIES(v)=net_properties
            -DLOG=net_log -DDEVICE_HANDLE=net_device_handle' -DVERSION=$version "$@"
    done
    check '-DINCLUDED="lazynccl_net.h" -DOWN_TABLE(v)=lazynccl_net_v##v
        -DOWN_PROPERTIES(v)=lazynccl_net_properties_v##v
        -DLOG=lazynccl_net_log -DDEVICE_HANDLE=lazynccl_net_device_handle' "$@"
}

agrees nvidia-nccl-cu11-2.13.4 4 '-DINIT=AT' # its log levels have another type
agrees nvidia-nccl-cu12-2.19.3 7 '-DINIT=IS'
agrees nvidia-nccl-cu12-2.20.5 8 '-DINIT=IS'
