/* A device function in a file of its own, for -rdc=true.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
__device__ float doubled(float value)
{
    return value + value;
}
