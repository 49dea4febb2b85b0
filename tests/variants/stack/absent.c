/* Calls a function of each library of the CUDA stack while all are missing. Each call returns the
 * library's error code for that, and the error texts say why. */
#include <lazynccl.h>
#include <stdio.h>
#include <string.h>

struct file_error {
    int code, driver;
};

int cublasCreate_v2(void **handle);
const char *cublasGetStatusString(int status);
int cublasSgemm_v2(void *, int, int, int, int, int, const float *, const float *, int,
                   const float *, int, const float *, float *, int);
int cublasLtCreate(void **handle);
size_t cublasLtGetVersion(void);
int cuInit(unsigned flags);
int cuDeviceGetCount(int *count);
int cuMemAlloc_v2(unsigned long long *address, size_t size);
int cuMemcpyHtoD_v2_ptds(unsigned long long, const void *, size_t);
int cuGetErrorString(int code, const char **text);
int cudnnCreate(void **handle);
size_t cudnnGetVersion(void);
const char *cudnnGetErrorString(int status);
void cudnnGetLastErrorString(char *text, size_t size);
int cufftPlan1d(int *plan, int size, int type, int batch);
struct file_error cuFileDriverOpen(void);
long cuFileRead(void *, void *, size_t, long, long);
int cuptiGetVersion(unsigned *version);
int cuptiGetResultString(int result, const char **text);
int curandCreateGenerator(void **generator, int type);
int cusolverDnCreate(void **handle);
int cusolverMgCreate(void **handle);
int cusparseCreate(void **handle);
const char *cusparseGetErrorString(int status);
int cusparseLtInit(void *handle);
int cutensorCreate(void **handle);
const char *cutensorGetErrorString(int status);
size_t cutensorGetVersion(void);
int ncclGetVersion(int *version);
int nvmlInit_v2(void);
const char *nvmlErrorString(int code);

static int wrong;

static void is(const char *call, long got, long wanted)
{
    if (got != wanted) {
        printf("%s is %ld, not %ld\n", call, got, wanted);
        wrong = 1;
    }
}
#define IS(call, wanted) is(#call, (long)(call), wanted)

static void says(const char *title, const char *text)
{
    char start[64];

    snprintf(start, sizeof start, "%s cannot be used: ", title);
    if (!text || !strstr(text, start)) {
        printf("%s does not say why, but '%s'\n", title, text ? text : "NULL");
        wrong = 1;
    }
}

int main(void)
{
    void *none = NULL;
    int count = 7, plan;
    unsigned version;
    unsigned long long address;
    const char *text = NULL;
    char room[200] = "nothing";

#ifdef NCCL
    IS(ncclGetVersion(&plan), 2);
#endif
    IS(cublasCreate_v2(&none), 1);
    says("cuBLAS", cublasGetStatusString(1));
    IS(cublasSgemm_v2(NULL, 0, 0, 1, 1, 1, NULL, NULL, 1, NULL, 1, NULL, NULL, 1), 1);
    IS(cublasLtCreate(&none), 1);
    IS(cublasLtGetVersion(), 0);
    IS(cuInit(0), 34);
    IS(cuDeviceGetCount(&count), 34);
    is("the number of devices", count, 0);
    IS(cuMemAlloc_v2(&address, 1), 34);
    IS(cuMemcpyHtoD_v2_ptds(0, NULL, 0), 34);
    IS(cuGetErrorString(34, &text), 0);
    says("CUDA driver", text);
    IS(cudnnCreate(&none), 1001);
    says("cuDNN", cudnnGetErrorString(1001));
    IS(cudnnGetVersion(), 0);
    cudnnGetLastErrorString(room, sizeof room);
    says("cuDNN", room);
    cudnnGetLastErrorString(room, 8);
    is("a text cut to its room", (long)strlen(room), 7);
    IS(cufftPlan1d(&plan, 8, 0x29, 1), 7);
    IS(cuFileDriverOpen().code, 5001);
    IS(cuFileRead(NULL, NULL, 0, 0, 0), -5001);
    IS(cuptiGetVersion(&version), 15);
    IS(cuptiGetResultString(15, &text), 0);
    says("CUPTI", text);
    IS(curandCreateGenerator(&none, 100), 203);
    IS(cusolverDnCreate(&none), 1);
    IS(cusolverMgCreate(&none), 1);
    IS(cusparseCreate(&none), 1);
    says("cuSPARSE", cusparseGetErrorString(1));
    IS(cusparseLtInit(NULL), 1);
    IS(cutensorCreate(&none), 1);
    says("cuTENSOR", cutensorGetErrorString(1));
    IS(cutensorGetVersion(), 0);
    IS(nvmlInit_v2(), 12);
    says("NVML", nvmlErrorString(12));
    says("cuFFT", lazynccl_error(lazynccl_cufft(), NULL));
    return wrong;
}
