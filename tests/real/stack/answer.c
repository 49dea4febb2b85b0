/* usage: answer OPERATION: calls a function of a real library of the stack that needs no GPU. */
#include <lazynccl.h>
#include <stdio.h>
#include <string.h>

int cublasGetProperty(int part, int *value);
const char *cublasGetStatusString(int status);
size_t cublasLtGetVersion(void);
size_t cudnnGetVersion(void);
int cufftGetVersion(int *version);
long cuFileUseCount(void);
int cuptiGetResultString(int result, const char **text);
int curandGetVersion(int *version);
int cusolverGetVersion(int *version);
const char *cusparseGetErrorString(int status);
int cusparseLtGetProperty(int part, int *value);
size_t cutensorGetVersion(void);
int nvFatbinVersion(unsigned *major, unsigned *minor);
int nvjpegGetProperty(int part, int *value);
int nvvmIRVersion(int *major, int *minor, int *major_debug, int *minor_debug);

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    lazynccl_library *library = NULL;
    long got = -1, failed = 0;
    int value = -1, others[3];

#define FOR(word) if (strcmp(name, #word) == 0 && (library = lazynccl_##word()))
/* A function that writes a number, and returns its status. */
#define WRITES(word, call)                                                                         \
    FOR(word)                                                                                      \
    {                                                                                              \
        failed = call;                                                                             \
        got = value;                                                                               \
    }
    FOR(cublas)
    {
        failed = cublasGetProperty(0, &value);
        got = failed || strstr(cublasGetStatusString(1), "cannot be used") ? -1 : value;
    }
    FOR(cublaslt) got = (long)cublasLtGetVersion();
    FOR(cudnn) got = (long)cudnnGetVersion();
    WRITES(cufft, cufftGetVersion(&value))
    FOR(cufile) got = cuFileUseCount() + 1;
    FOR(cupti)
    {
        const char *text = NULL;

        failed = cuptiGetResultString(1, &text);
        got = failed == 999 || (text && *text); /* 999: the real one, without a driver */
        failed = 0;
    }
    WRITES(curand, curandGetVersion(&value))
    WRITES(cusolver, cusolverGetVersion(&value))
    FOR(cusparse) got = strcmp(cusparseGetErrorString(0), "") != 0;
    WRITES(cusparselt, cusparseLtGetProperty(1, &value))
    FOR(cutensor) got = (long)cutensorGetVersion();
    WRITES(nvfatbin, nvFatbinVersion((unsigned *)&value, (unsigned *)&others[0]))
    WRITES(nvjpeg, nvjpegGetProperty(0, &value))
    WRITES(nvvm, nvvmIRVersion(&value, &others[0], &others[1], &others[2]))
    if (failed || got <= 0 || !lazynccl_path(library)) {
        printf("%s: status %ld, got %ld\n%s", name, failed, got,
               library ? lazynccl_report(library) : "");
        return 1;
    }
    printf("%d %s\n", lazynccl_version(library), lazynccl_path(library));
    return 0;
}
