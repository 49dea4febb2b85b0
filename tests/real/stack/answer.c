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
    int value = -1;

#define FOR(word) if (strcmp(name, #word) == 0 && (library = lazynccl_##word()))
    FOR(cublas)
    {
        failed = cublasGetProperty(0, &value);
        got = failed || strstr(cublasGetStatusString(1), "cannot be used") ? -1 : value;
    }
    FOR(cublaslt) got = (long)cublasLtGetVersion();
    FOR(cudnn) got = (long)cudnnGetVersion();
    FOR(cufft)
    {
        failed = cufftGetVersion(&value);
        got = value;
    }
    FOR(cufile) got = cuFileUseCount() + 1;
    FOR(cupti)
    {
        const char *text = NULL;

        failed = cuptiGetResultString(1, &text);
        got = failed == 999 || (text && *text); /* 999: the real one, without a driver */
        failed = 0;
    }
    FOR(curand)
    {
        failed = curandGetVersion(&value);
        got = value;
    }
    FOR(cusolver)
    {
        failed = cusolverGetVersion(&value);
        got = value;
    }
    FOR(cusparse) got = strcmp(cusparseGetErrorString(0), "") != 0;
    FOR(cusparselt)
    {
        failed = cusparseLtGetProperty(1, &value);
        got = value;
    }
    FOR(cutensor) got = (long)cutensorGetVersion();
    FOR(nvfatbin)
    {
        unsigned minor;

        failed = nvFatbinVersion((unsigned *)&value, &minor);
        got = value;
    }
    FOR(nvjpeg)
    {
        failed = nvjpegGetProperty(0, &value);
        got = value;
    }
    FOR(nvvm)
    {
        int others[3];

        failed = nvvmIRVersion(&value, &others[0], &others[1], &others[2]);
        got = value;
    }
    if (failed || got <= 0 || !lazynccl_path(library)) {
        printf("%s: status %ld, got %ld\n%s", name, failed, got,
               library ? lazynccl_report(library) : "");
        return 1;
    }
    printf("%d %s\n", lazynccl_version(library), lazynccl_path(library));
    return 0;
}
