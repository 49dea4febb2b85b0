# Copies of libibverbs and libmlx5: an absent call fails as its manual page says, and binds to the version of a
# direct link. Functions that came after rdma-core 33 may be missing; without any other the library is absent.

vendor copy ibverbs mlx5
says copy/lazynccl.c 'riscv64' # rdma-core is not only for NVIDIA's machines
cat >verbs.h <<'END'
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
struct ibv_device **ibv_get_device_list(int *);
void ibv_free_device_list(struct ibv_device **);
int ibv_fork_init(void);
int ibv_query_gid(void *, unsigned char, int, void *);
int ibv_query_device(void *, void *);
int ibv_dm_export_dmabuf_fd(void *);
ssize_t _ibv_query_gid_table(void *, void *, size_t, unsigned, size_t);
void *ibv_reg_dmabuf_mr(void *, unsigned long long, size_t, unsigned long long, int, int);
const char *ibv_wc_status_str(int);
int mlx5dv_query_device(void *, void *);
int mlx5dv_qp_cancel_posted_send_wrs(void *, unsigned long long);
ssize_t mlx5dv_devx_get_event(void *, void *, size_t);
void *mlx5dv_devx_obj_create(void *, const void *, size_t, void *, size_t);
END
cat >program.c <<'END'
#include "copy/lazynccl.h"
#include "verbs.h"
#define SAY(format, call) (errno = 0, printf("%s: " format, #call, call), printf(" %d\n", errno))
int main(void)
{
    int count = 7;
    const char *why = lazyverbs_why(lazyverbs_ibverbs());
    SAY("%p", (void *)ibv_get_device_list(&count));
    printf("count %d\n", count);
    SAY("%p", (void *)ibv_get_device_list(NULL));
    ibv_free_device_list(NULL);
    SAY("%d", ibv_fork_init());
    SAY("%d", ibv_query_gid(NULL, 1, 0, NULL));
    SAY("%d", ibv_query_device(NULL, NULL));
    SAY("%d", ibv_dm_export_dmabuf_fd(NULL));
    SAY("%d", (int)_ibv_query_gid_table(NULL, NULL, 0, 0, 0));
    SAY("%p", ibv_reg_dmabuf_mr(NULL, 0, 0, 0, 0, 0));
    SAY("%d", mlx5dv_query_device(NULL, NULL));
    SAY("%d", mlx5dv_qp_cancel_posted_send_wrs(NULL, 0));
    SAY("%d", (int)mlx5dv_devx_get_event(NULL, NULL, 0));
    SAY("%p", mlx5dv_devx_obj_create(NULL, NULL, 0, NULL, 0));
    printf("text %s\n", ibv_wc_status_str(1));
    printf("why: %s\n", why ? why : "");
}
END
$CC -std=gnu11 -Wall -Werror program.c copy/lazynccl.c -pthread -ldl -o program
"$PYTHON" "$SOURCE/gen" vendor ibverbs mlx5 --search full -o full
$CC -std=gnu11 -Wall -Werror program.c full/lazynccl.c -pthread -ldl -o full/program
LAZYVERBS_LIBPATH=$stage/none/libibverbs.so.1 full/program >said
says said '^text libibverbs cannot be used: '
mkdir empty
LAZYVERBS_LIBPATH=$stage/empty/libibverbs.so.1:$stage/empty/libmlx5.so.1 ./program >said
equal "$(sed 's/.*: //; s/(nil)/NULL/' said | head -n 13)" "NULL 38
count 0
NULL 38
38 38
-1 38
38 38
-1 38
-38 38
NULL 38
38 38
-38 38
-1 38
NULL 38"
says said '^text libibverbs cannot be used: ' # an error text of ibv_wc_status_str()

# fake OMITTED...: makes a libibverbs.so.1 with the functions of rdma-core 33, except some.
fake()
{
    mkdir -p fake
    "$PYTHON" - "$SOURCE" "$@" <<'END' >fake.c
import sys
sys.path.insert(0, sys.argv[1])
from gen.stub.load import load

stub = load(f"{sys.argv[1]}/stubs/others/ibverbs.toml")
for function in stub.functions:
    if function.name not in (*stub.optional, *sys.argv[2:], "ibv_fork_init", "ibv_get_device_list"):
        print(f"int {function.name}(void) {{ return 0; }}")
print('int fork_now(void) { return 11; }\n__asm__(".symver fork_now, ibv_fork_init@@IBVERBS_1.1");')
for number, sign in ((0, "@"), (1, "@@")):
    print(f"void *list_{number}(int *count) {{ if (count) *count = {number}; return count; }}\n"
          f'__asm__(".symver list_{number}, ibv_get_device_list{sign}IBVERBS_1.{number}");')
versions = {row: stub.symbols.versions[row] for row in stub.symbols.versions}
before = ""
with open("fake.map", "w") as file:
    for row, names in versions.items():
        kept = [n for n in names if n not in ("ibv_fork_init", "ibv_get_device_list")] or ["none_"]
        hide = " local: *;" if not before else ""
        print(f'{row} {{ global: {"; ".join(kept)};{hide} }}{" " + before if before else ""};', file=file)
        before = row
END
    $CC -w -shared -fPIC fake.c -Wl,--version-script,fake.map -Wl,-soname,libibverbs.so.1 \
        -o fake/libibverbs.so.1
}
fake
LAZYVERBS_LIBPATH=$stage/fake ./program >said
says said '^count 1$' # ibv_get_device_list@@IBVERBS_1.1
says said '^ibv_fork_init\(\): 11 0$'
says said '^ibv_reg_dmabuf_mr.*: \(nil\) 38$'
says said '^why: $'
fake ibv_query_srq
LAZYVERBS_LIBPATH=$stage/fake ./program >said
says said '^ibv_fork_init\(\): 38 38$'
says said '^why: .*lacks ibv_query_srq, and this program needs all functions'
