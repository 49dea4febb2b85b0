/* Uses what programs of the CUDA runtime use: kernels, constants, symbols, streams, events, graphs,
 * textures, managed memory and cudaLaunchKernelExC, and prints the results. */
#include "kernels.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define COUNT (1 << 20)

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        printf("%s: %d %s\n", what, (int)error, cudaGetErrorString(error));
        exit(3);
    }
}
#define CHECK(call) check(call, #call)

static double sum(const float *device)
{
    std::vector<float> host(COUNT);
    double all = 0;

    CHECK(cudaMemcpy(host.data(), device, COUNT * sizeof(float), cudaMemcpyDeviceToHost));
    for (float value : host)
        all += value;
    return all;
}

static void use_texture(float *device, cudaStream_t stream)
{
    cudaResourceDesc resource;
    cudaTextureDesc description;
    cudaTextureObject_t texture;
    float *sampled;

    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = device;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = COUNT * sizeof(float);
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    CHECK(cudaMalloc((void **)&sampled, COUNT * sizeof(float)));
    launch_sample(sampled, texture, COUNT, stream);
    CHECK(cudaStreamSynchronize(stream));
    printf("texture %.1f\n", sum(sampled));
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(sampled));
}

static void use_graph(float *device, cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launch_scale(device, COUNT, stream);
    launch_scale(device, 1000, stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("graph %.1f\n", sum(device));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

static void use_extended_launch(float *device, cudaStream_t stream)
{
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute;
    int count = COUNT;
    void *arguments[] = {&device, &count};

    memset(&config, 0, sizeof config);
    memset(&attribute, 0, sizeof attribute);
    attribute.id = cudaLaunchAttributePriority;
    config.gridDim = dim3{COUNT / 256, 1, 1};
    config.blockDim = dim3{256, 1, 1};
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelExC(&config, scale_kernel(), arguments));
    CHECK(cudaStreamSynchronize(stream));
    printf("extended launch %.1f\n", sum(device));
}

static void use_managed_memory(cudaStream_t stream)
{
    float *values;

    CHECK(cudaMallocManaged((void **)&values, 4096 * sizeof(float), cudaMemAttachGlobal));
    for (int i = 0; i < 4096; i++)
        values[i] = i;
    launch_scale(values, 4096, stream);
    CHECK(cudaStreamSynchronize(stream));
    printf("managed %.1f %.1f %d\n", values[1], values[4095], *managed_total());
    CHECK(cudaFree(values));
}

static void time_launches(float *device, cudaStream_t stream)
{
    auto start = std::chrono::steady_clock::now();

    for (int i = 0; i < 20000; i++)
        launch_scale(device, 32, stream);
    CHECK(cudaStreamSynchronize(stream));
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    fprintf(stderr, "%.2f us a launch\n", spent.count() / 20000 * 1e6);
}

int main()
{
    int runtime = 0, devices = 0, counter = 0;
    float *device, milliseconds = -1;
    std::vector<float> host(COUNT);
    cudaStream_t stream;
    cudaEvent_t before, after;
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;

    CHECK(cudaRuntimeGetVersion(&runtime));
    CHECK(cudaGetDeviceCount(&devices));
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaFuncGetAttributes(&attributes, scale_kernel()));
    printf("runtime %d, %d device, %s, %d.%d, %d threads\n", runtime, devices, properties.name,
           properties.major, properties.minor, attributes.maxThreadsPerBlock);
    for (int i = 0; i < COUNT; i++)
        host[i] = i * 0.25f;
    CHECK(cudaMalloc((void **)&device, COUNT * sizeof(float)));
    CHECK(set_factor(0.5f));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    CHECK(cudaMemcpyAsync(device, host.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice,
                          stream));
    CHECK(cudaEventRecord(before, stream));
    launch_scale(device, COUNT, stream);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(after, stream));
    CHECK(cudaEventSynchronize(after));
    CHECK(cudaEventElapsedTime(&milliseconds, before, after));
    printf("kernel %.1f, event %s\n", sum(device), milliseconds > 0 ? "ok" : "wrong");
    use_texture(device, stream);
    use_graph(device, stream);
    use_extended_launch(device, stream);
    use_managed_memory(stream);
    CHECK(read_counter(&counter));
    printf("counter %d, %s\n", counter, cudaGetErrorString(cudaErrorInvalidValue));
    time_launches(device, stream);
    CHECK(cudaFree(device));
    return 0;
}
