# Debian's rdma-core: its headers agree with the stubs of libibverbs and libmlx5, its libraries export
# what the stubs say in the versions that they say, and a program that uses the inline functions of
# verbs.h, as UCX and Mooncake do, does the same linked and lazily, and starts without the libraries.

root=$("$PYTHON" "$SOURCE/tests/real/any/debs.py" libibverbs-dev ibverbs-providers libnl-3-200 libnl-route-3-200 |
    tail -n 1) || skip "Debian's packages cannot be downloaded"
libraries=$root/usr/lib/$($CC -print-multiarch)
path=$libraries:$root/lib/$($CC -print-multiarch)
"$PYTHON" - "$SOURCE" "$libraries" <<'END'
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from gen.describe import exports
from gen.library import header_check
from gen.stub.load import load
from gen.stub.symbols import versions

for name in ("ibverbs", "mlx5"):
    stub = load(f"{sys.argv[1]}/stubs/others/{name}.toml")
    Path(f"{name}.c").write_text(header_check.render(stub))
    found = exports.read(Path(sys.argv[2], stub.sonames[0]))
    for function in stub.functions:
        there = found.versions.get(function.name)
        if not there and function.name not in stub.optional:
            sys.exit(f"{stub.sonames[0]} lacks {function.name}")
        if there and there not in versions(stub, function.name):
            sys.exit(f"{function.name} has the version {there}")
END
for name in ibverbs mlx5; do
    $CC -std=gnu11 -w -fsyntax-only -I "$root/usr/include" $name.c
done

with_libc >program.c <<'END'
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

static int poll_cq(struct ibv_cq *cq, int number, struct ibv_wc *wc)
{
    return (void)cq, (void)wc, number + 1;
}

int main(void)
{
    struct ibv_context context = {.ops = {.poll_cq = poll_cq}};
    struct ibv_cq cq = {.context = &context};
    struct ibv_port_attr port = {.lid = 1};
    struct ibv_device **list;
    int count = 7;

    printf("inline %d\n", ibv_poll_cq(&cq, 1, NULL)); /* a pointer in a struct */
    errno = 0;
    list = ibv_get_device_list(&count);
    printf("devices %d, errno %d\n", count, list ? 0 : errno);
    if (list)
        ibv_free_device_list(list);
    printf("fork %s\n", ibv_fork_init() ? "fails" : "works");
    printf("text %s\n", ibv_wc_status_str(IBV_WC_SUCCESS));
    printf("rate %d\n", ibv_rate_to_mbps(IBV_RATE_10_GBPS));
    if (ibv_rate_to_mbps(IBV_RATE_10_GBPS) < 0) { /* inline functions that call the library's */
        printf("mr %p, port %d\n", (void *)ibv_reg_mr(NULL, NULL, 0, 0), ibv_query_port(&context, 1, &port));
        printf("mlx5 %d\n", mlx5dv_query_device(&context, NULL));
    }
    return 0;
}
END
"$PYTHON" "$SOURCE/gen" vendor ibverbs mlx5 -o copy
$CC -std=gnu11 -Wall -Werror -I "$root/usr/include" program.c copy/lazynccl.c -pthread -ldl -o lazy
$CC -std=gnu11 -Wall -Werror -I "$root/usr/include" program.c -L "$libraries" -libverbs -lmlx5 \
    -Wl,--allow-shlib-undefined -o linked
! readelf -d lazy | grep -E 'NEEDED.*(ibverbs|mlx5)' || fail "NEEDED"
equal "$(LD_LIBRARY_PATH=$path ./lazy)" "$(LD_LIBRARY_PATH=$path ./linked)"
LAZYVERBS_LIBPATH=$stage/libibverbs.so.1:$stage/libmlx5.so.1 ./lazy >said
equal "$(grep -v '^text' said)" "inline 2
devices 0, errno 38
fork fails
rate -1
mr (nil), port 38
mlx5 38"
says said '^text libibverbs cannot be used: '
