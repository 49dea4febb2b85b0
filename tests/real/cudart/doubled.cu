/* A device function in a file of its own, for -rdc=true. */
__device__ float doubled(float value)
{
    return value + value;
}
