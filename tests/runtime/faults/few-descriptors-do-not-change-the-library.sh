# With zero, one, two... free descriptors, LAZYNCCL_LIBPATH=FOLDER gives the library in FOLDER or
# none, never one from another search location. As soon as descriptors are free, the next call finds
# it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
fake_library nccl 2.28.1 named
fake_library nccl 2.27.3 other/lib
cat >program.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
int ncclGetVersion(int *version);
int main(int count, char **words)
{
    struct rlimit limit = {64, 64};
    int opened[64], n = 0, first = 0, next = 0;
    (void)count;
    setrlimit(RLIMIT_NOFILE, &limit);
    while ((opened[n] = open("/dev/null", O_RDONLY)) >= 0)
        n++;
    for (int i = atoi(words[1]); i > 0; i--)
        close(opened[--n]);
    ncclGetVersion(&first);
    while (n > 0)
        close(opened[--n]);
    ncclGetVersion(&next);
    printf("%d %d\n", first, next);
    return 0;
}
C
consumer program.c program
status=0
for where in file folder conda; do
    for free in 0 1 2 3 4; do
        set -- CONDA_PREFIX="$stage/other"
        case $where in
        file) set -- "$@" LAZYNCCL_LIBPATH="$stage/named/libnccl.so.2" ;;
        folder) set -- "$@" LAZYNCCL_LIBPATH="$stage/named" ;;
        conda)
            mkdir -p conda
            ln -sfn "$stage/named" conda/lib
            set -- CONDA_PREFIX="$stage/conda" NCCL_HOME="$stage/other" LAZYNCCL_SEARCH=conda,toolkit
            ;;
        esac
        said=$(env "$@" ./program $free)
        echo "$where, $free free: $said"
        case $said in
        '0 22801' | '22801 22801') ;;
        *) status=1 ;;
        esac
    done
done
exit $status
