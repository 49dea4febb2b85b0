# A function whose new arguments the major before takes under another name ([symbols.before]) is called by that
# name, in both directions. A library that has neither lacks it, and the reason says how it differs.
mkdir 11.0 12.0 12 13
echo '#include <stddef.h>
struct location { int type, id; };' >location.h
cat >11.c <<'END'
int cudaGraphInstantiate(void **e, void *g, void **node, char *log, long n) { return 1; }
int cudaGraphInstantiateWithFlags(void **e, void *g, unsigned long long flags) { return *e == g ? 1100 + flags : 2; }
int cudaMalloc(void **p, long n) { return 0; }
END
cat >12.0.c <<'END'
#include "location.h"
int cudaGraphInstantiate(void **e, void *g, unsigned long long flags) { return *e == g ? 1200 + flags : 2; }
int cudaMemAdvise(const void *p, size_t n, int advice, int device) { return 1; }
END
cat >12.c <<'END'
#include "12.0.c"
int cudaGraphInstantiateWithFlags(void **e, void *g, unsigned long long flags) { return 1; }
int cudaMemAdvise_v2(const void *p, size_t n, int advice, struct location l) { return n + advice + l.type + l.id; }
END
cat >13.c <<'END'
#include "location.h"
int cudaGraphInstantiate(void **e, void *g, unsigned long long flags) { return *e == g ? 1300 + flags : 2; }
int cudaMemAdvise(const void *p, size_t n, int advice, struct location l) { return 13 + n + advice + l.type + l.id; }
END
for each in 11.0/11 12.0/12.0 12/12 13/13; do
    soname=libcudart.so.${each%%/*}
    [ "$each" != 12.0/12.0 ] || soname=libcudart.so.12
    $CC -shared -fPIC -w "${each#*/}.c" -Wl,-soname,$soname -o "${each%/*}/$soname"
done
with_libc >program.c <<'END'
#include "location.h"
#include <lazynccl.h>
int cudaGraphInstantiate(void **, void *, unsigned long long);
int ADVISE(const void *, size_t, int, struct location);
int main(void)
{
    struct location location = {1, 2};
    void *graph = &location, *made = graph;
    printf("%d ", cudaGraphInstantiate(&made, graph, 7));
    printf("%d ", ADVISE(graph, 100, 10, location));
    const char *why = lazynccl_error(lazynccl_cudart(), "cudaMemAdvise");
    puts(why ? why : "");
}
END
for search in full api,env,soname; do
    "$PYTHON" "$SOURCE/gen" vendor cudart --search $search --only cudaGraphInstantiate,cudaMemAdvise,cudaMemAdvise_v2 \
        -o copy >/dev/null
    for name in 13/cudaMemAdvise 12/cudaMemAdvise_v2; do
        $CC -w -DLAZYNCCL_CUDA_MAJOR=${name%/*} -DADVISE=${name#*/} -Icopy program.c copy/lazynccl.c -o program -pthread -ldl
        for file in 11.0 12.0 12 13; do
            LAZYNCCL_LIBPATH=$stage/$file ./program
        done
    done >output
    equal "$(cut -d' ' -f1,2 output | paste -sd' ')" \
        "1107 35 1207 35 1207 113 1307 126 1107 35 1207 35 1207 113 1307 126"
    says output "differs between CUDA's majors: parameter 4 is int and struct cudaMemLocation"
done
