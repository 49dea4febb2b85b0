/* A stand-in for the builtins that NVRTC opens at its first compile.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
int stand_in_builtins(void)
{
    return MAJOR * 100 + MINOR;
}
