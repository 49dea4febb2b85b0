/* Fake builtins, which NVRTC opens at its first compile.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
int fake_builtins(void)
{
    return MAJOR * 100 + MINOR;
}
