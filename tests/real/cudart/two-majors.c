/* Compiles a kernel to LTO-IR by NVRTC, links it by nvJitLink, runs it on memory of the CUDA
 * runtime, and multiplies two matrices by cuBLAS. Prints the results, and what of the runtime's
 * functions differs in this major. */
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <lazynccl.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 4096
#define ROWS 64

static const char source[] =
    "extern \"C\" __global__ void scale(float *p, int n)\n"
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = p[i] * 2.5f + i % 7; }\n";

static void check(int error, const char *what)
{
    if (error) {
        printf("%s: %d %s\n", what, error, cudaGetErrorString(cudaGetLastError()));
        exit(3);
    }
}
#define CHECK(call) check((int)(call), #call)

/* Returns the machine code of the kernel for this GPU. */
static void *compile(int arch)
{
    char option[32], target[32];
    const char *options[] = {option, "-dlto"}, *link_options[] = {target, "-lto"};
    nvrtcProgram program;
    nvJitLinkHandle linker;
    size_t size = 0;
    char *ir, *cubin;

    snprintf(option, sizeof option, "-arch=sm_%d", arch);
    snprintf(target, sizeof target, "-arch=sm_%d", arch);
    CHECK(nvrtcCreateProgram(&program, source, "scale.cu", 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 2, options));
    CHECK(nvrtcGetLTOIRSize(program, &size));
    ir = malloc(size);
    CHECK(nvrtcGetLTOIR(program, ir));
    CHECK(nvJitLinkCreate(&linker, 2, link_options));
    CHECK(nvJitLinkAddData(linker, NVJITLINK_INPUT_LTOIR, ir, size, "scale"));
    CHECK(nvJitLinkComplete(linker));
    CHECK(nvJitLinkGetLinkedCubinSize(linker, &size));
    cubin = malloc(size);
    CHECK(nvJitLinkGetLinkedCubin(linker, cubin));
    CHECK(nvJitLinkDestroy(&linker));
    CHECK(nvrtcDestroyProgram(&program));
    free(ir);
    return cubin;
}

/* Multiplies A[i,j] = i + j by B[i,j] = i - j, column by column, and compares with the host. */
static void multiply(float *device)
{
    static float a[ROWS * ROWS], b[ROWS * ROWS], c[ROWS * ROWS];
    float one = 1, zero = 0, *at[3] = {device, device + ROWS * ROWS, device + 2 * ROWS * ROWS};
    int wrong = 0;
    cublasHandle_t handle;

    for (int i = 0; i < ROWS * ROWS; i++) {
        a[i] = i % ROWS + i / ROWS;
        b[i] = i % ROWS - i / ROWS;
    }
    CHECK(cublasCreate(&handle));
    CHECK(cudaMemcpy(at[0], a, sizeof a, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(at[1], b, sizeof b, cudaMemcpyHostToDevice));
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, ROWS, ROWS, ROWS, &one, at[0], ROWS, at[1],
                      ROWS, &zero, at[2], ROWS));
    CHECK(cudaMemcpy(c, at[2], sizeof c, cudaMemcpyDeviceToHost));
    CHECK(cublasDestroy(handle));
    for (int i = 0; i < ROWS * ROWS; i++) {
        float sum = 0; /* of integers below 2^24: exact in any order */

        for (int k = 0; k < ROWS; k++)
            sum += a[i % ROWS + k * ROWS] * b[k + i / ROWS * ROWS];
        wrong += c[i] != sum;
    }
    printf("product: first %.0f, last %.0f, %d wrong\n", c[0], c[ROWS * ROWS - 1], wrong);
    if (wrong)
        exit(4);
}

int main(void)
{
    static float host[COUNT];
    int count = COUNT, runtime = 0, blas = 0, major = 0, minor = 0, compiler[2] = {0, 0};
    unsigned linker[2] = {0, 0};
    struct cudaDeviceProp properties;
    float *device;
    void *arguments[] = {&device, &count}, *cubin;
    const char *why;
    double sum = 0;
    CUmodule module;
    CUfunction kernel;

    CHECK(cudaRuntimeGetVersion(&runtime));
    CHECK(nvrtcVersion(&compiler[0], &compiler[1]));
    CHECK(nvJitLinkVersion(&linker[0], &linker[1]));
    CHECK(cublasGetProperty(MAJOR_VERSION, &blas));
    fprintf(stderr, "runtime %d, NVRTC %d.%d, nvJitLink %u.%u, cuBLAS %d\n", runtime, compiler[0],
            compiler[1], linker[0], linker[1], blas);
    CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    CHECK(cudaMalloc((void **)&device, 3 * sizeof host)); /* also for three matrices */
    for (int i = 0; i < COUNT; i++)
        host[i] = i * 0.25f;
    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    cubin = compile(major * 10 + minor);
    CHECK(cuModuleLoadData(&module, cubin));
    CHECK(cuModuleGetFunction(&kernel, module, "scale"));
    CHECK(cuLaunchKernel(kernel, COUNT / 256, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++)
        sum += host[i];
    printf("sm_%d%d: sum %.2f, last %.2f\n", major, minor, sum, host[COUNT - 1]);
    multiply(device);
    fprintf(stderr, "cudaGetDeviceProperties: %d\n", cudaGetDeviceProperties(&properties, 0));
    why = lazynccl_error(lazynccl_cudart(), "cudaGetDeviceProperties");
    fprintf(stderr, "%s\n", why ? why : "it is there");
    free(cubin);
    return 0;
}
